import { createHash, randomBytes } from 'node:crypto'
import { type IdentityProviderId, identityProviders } from '@loadping/contract/sign-in/sign-in'
import { createCompany } from '../integrations/identity-provider-company.ts'
import { createGoogle } from '../integrations/identity-provider-google.ts'
import { createOutlook, outlook } from '../integrations/identity-provider-outlook.ts'
import { clientId, type FakeOpenidServer, microsoft, startFakeOpenidServer } from './fake-openid-server.ts'
import { type TestApp, testApp } from './test-app.ts'

const html = { accept: 'text/html,application/xhtml+xml' }
const baseUrl = 'https://loadping.test'

type Returned = { status: number; location: URL; text: string; setCookie: string }

/** A browser that goes to a provider and back, with the changes that a test makes. */
export type Browser = {
  verifier: string
  /** Starts OAuth; returns the authorization URL and the cookie. */
  begin: (query?: Query) => Promise<{ address: URL; cookie: string; setCookie: string; status: number }>
  /** Calls the callback with this query, and with the cookie of the last start unless another one is given. */
  returnFromProvider: (
    query: Record<string, string> | string,
    options?: { cookie?: string; headers?: Record<string, string> },
  ) => Promise<Returned>
  /** Completes OAuth with the user's consent. */
  completeOAuth: (query?: Query) => Promise<Returned>
  /** Completes OAuth and redeems the code for a session. */
  signIn: () => Promise<ReturnType<TestApp['as']>>
}

/** Query parameters; a list repeats its parameter. */
type Query = Record<string, string | string[]>
const pairsOf = (query: Query): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each]))

export type OauthTestApp = TestApp & { idp: FakeOpenidServer; browser: (id: IdentityProviderId) => Browser }

/** Builds the real app with a fake OpenID provider for Google and Outlook; Outlook is requested at its real URL. */
export async function oauthTestApp(): Promise<OauthTestApp> {
  const idp = await startFakeOpenidServer()
  const client = (id: IdentityProviderId) => ({
    clientId,
    clientSecret: 'secret',
    redirectUri: `${baseUrl}${identityProviders[id].callbackPath}`,
  })
  const isPhotoOrigin = ({ origin }: URL) => origin === idp.url
  const identity = {
    company: createCompany({ ...client('company'), issuer: idp.url }),
    google: createGoogle({ ...client('google'), issuer: idp.url, isPhotoOrigin }),
    outlook: createOutlook({
      ...client('outlook'),
      issuer: outlook.issuer,
      adminConsentUrl: outlook.adminConsentUrl,
      photoUrl: `${idp.url}/photo`,
      isPhotoOrigin,
      fetch: (url, { method, headers, body, signal }) =>
        fetch(url.replace(microsoft, idp.url), { method, headers, body: body ?? null, ...(signal && { signal }) }),
    }),
  }
  const app = await testApp({ change: (deps) => ({ ...deps, identity }) })
  return { ...app, idp, browser: (id) => createBrowser(app, idp, id) }
}

function createBrowser(app: TestApp, idp: FakeOpenidServer, id: IdentityProviderId): Browser {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  let kept = ''

  const begin: Browser['begin'] = async (query = {}) => {
    const answer = await app.app.inject({
      url: `${identityProviders[id].startPath}?${new URLSearchParams(pairsOf({ challenge, redirect: '/emailTemplate', ...query }))}`,
      headers: html,
    })
    const setCookie = String(answer.headers['set-cookie'])
    kept = setCookie.split(';')[0] ?? ''
    return { address: new URL(String(answer.headers.location)), cookie: kept, setCookie, status: answer.statusCode }
  }
  const returnFromProvider: Browser['returnFromProvider'] = async (query, { cookie = kept, headers = html } = {}) => {
    const answer = await app.app.inject({
      url: `${identityProviders[id].callbackPath}?${typeof query === 'string' ? query : new URLSearchParams(query)}`,
      headers: { ...headers, ...(cookie && { cookie }) },
    })
    return {
      status: answer.statusCode,
      location: new URL(String(answer.headers.location ?? 'none:'), baseUrl),
      text: answer.body,
      setCookie: String(answer.headers['set-cookie']),
    }
  }
  const completeOAuth: Browser['completeOAuth'] = async (query) => {
    const { address } = await begin(query)
    return returnFromProvider({ ...idp.consent(address), state: address.searchParams.get('state') ?? '' })
  }
  const signIn: Browser['signIn'] = async () => {
    const { location } = await completeOAuth()
    const pair = await app
      .as()
      .signIn.verifyLink({ body: { accessToken: location.searchParams.get('accessToken') ?? '', verifier } })
    return app.as(pair.accessToken)
  }
  return { verifier, begin, returnFromProvider, completeOAuth, signIn }
}
