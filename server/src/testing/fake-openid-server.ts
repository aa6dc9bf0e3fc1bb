import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterFile } from './after-file.ts'

export const clientId = 'loadping-at-the-provider'

/** How the provider responds from now on; a test may change any field. */
type FakeBehavior = {
  claims: JWTPayload
  /** Creates the ID token; by default correctly signed. */
  sign: ((claims: JWTPayload) => Promise<string>) | undefined
  token: Record<string, unknown>
  tokenStatus: number
  /** Responses to a token refresh and a revocation; without a revocation it has no such endpoint. */
  refresh: { status: number; body: Record<string, unknown> }
  revocation: { status: number; body: Record<string, unknown> } | undefined
  /** The answer of the UserInfo endpoint. */
  userInfo: Record<string, unknown>
  acceptsReusedCodes: boolean
  isDown: boolean
  photo: { status: number; type: string; body: Buffer; location?: string }
}

export type FakeOpenidServer = {
  url: string
  behavior: FakeBehavior
  publicKey: CryptoKey
  signCorrectly: (claims: JWTPayload) => Promise<string>
  /** Bodies of token refresh and revocation requests. */
  tokenRequests: URLSearchParams[]
  /** Requested photo paths, with the authorization sent. */
  photoRequests: { path: string; authorization: string | undefined }[]
  /** Grants consent and returns the code for the authorization request. */
  consent: (address: URL) => { code: string }
}

const defaultBehavior = (): FakeBehavior => ({
  claims: {},
  sign: undefined,
  token: { scope: 'openid email profile', refresh_token: 'renew-me' },
  tokenStatus: 200,
  refresh: { status: 200, body: { access_token: 'send-now', token_type: 'Bearer', expires_in: 3600 } },
  revocation: undefined,
  userInfo: {},
  acceptsReusedCodes: false,
  isDown: false,
  photo: { status: 404, type: 'text/plain', body: Buffer.from('none') },
})

/** Starts a fake OpenID provider whose responses a test can override; it checks PKCE, client and redirect URI. */
export async function startFakeOpenidServer(): Promise<FakeOpenidServer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
  const behavior = defaultBehavior()
  const photoRequests: FakeOpenidServer['photoRequests'] = []
  const tokenRequests: URLSearchParams[] = []
  const signCorrectly = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)

  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const { consent, exchange } = createCodes({ url, behavior, signCorrectly })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', url)
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (behavior.isDown) return void response.destroy()
    if (pathname.endsWith('/jwks')) return void json(jwks)
    if (pathname.endsWith('/token')) return void json(...(await tokens(new URLSearchParams(await bodyOf(request)))))
    if (pathname.endsWith('/userinfo')) return void json(behavior.userInfo)
    if (pathname.endsWith('/revoke')) {
      tokenRequests.push(new URLSearchParams(await bodyOf(request)))
      return void json(behavior.revocation?.body, behavior.revocation?.status)
    }
    if (pathname.includes('/photo')) {
      photoRequests.push({ path: pathname, authorization: request.headers.authorization })
      const { status, type, body, location } = behavior.photo
      return void response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
    }
    const metadata = pathname.startsWith('/common/')
      ? metadataOf(`${microsoft}/{tenantid}/v2.0`, microsoft)
      : metadataOf(url, url)
    return void json({ ...metadata, ...(behavior.revocation && { revocation_endpoint: `${url}/revoke` }) })
  }

  async function tokens(form: URLSearchParams): Promise<[unknown, number]> {
    if (form.get('grant_type') !== 'refresh_token') return exchange(form)
    tokenRequests.push(form)
    return [behavior.refresh.body, behavior.refresh.status]
  }

  return { url, behavior, publicKey, signCorrectly, photoRequests, tokenRequests, consent }
}

type Code = { challenge: string | null; redirectUri: string | null; nonce: string | null; isUsed: boolean }

/** Issues authorization codes and exchanges them for tokens. */
function createCodes({
  url,
  behavior,
  signCorrectly,
}: Pick<FakeOpenidServer, 'url' | 'behavior' | 'signCorrectly'>): Pick<FakeOpenidServer, 'consent'> & {
  exchange: (form: URLSearchParams) => Promise<[unknown, number]>
} {
  const codes = new Map<string, Code>()
  return {
    consent({ searchParams }) {
      const code = randomUUID()
      codes.set(code, {
        challenge: searchParams.get('code_challenge'),
        redirectUri: searchParams.get('redirect_uri'),
        nonce: searchParams.get('nonce'),
        isUsed: false,
      })
      return { code }
    },
    async exchange(form) {
      const code = codes.get(form.get('code') ?? '')
      if (!code || !isValidExchange(form, code) || (code.isUsed && !behavior.acceptsReusedCodes))
        return [{ error: 'invalid_grant' }, 400]
      code.isUsed = true
      if (behavior.tokenStatus !== 200) return [{ error: 'server_error' }, behavior.tokenStatus]
      const iat = Math.floor(Date.now() / 1000)
      const claims = {
        iss: url,
        aud: clientId,
        sub: 'sub-1',
        iat,
        exp: iat + 600,
        nonce: code.nonce,
        ...behavior.claims,
      }
      return [
        {
          access_token: 'see-me',
          token_type: 'Bearer',
          expires_in: 600,
          ...behavior.token,
          id_token: await (behavior.sign ?? signCorrectly)(claims),
        },
        200,
      ]
    },
  }
}

const isValidExchange = (form: URLSearchParams, { challenge, redirectUri }: Code): boolean =>
  createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url') === challenge &&
  form.get('redirect_uri') === redirectUri &&
  form.get('client_id') === clientId &&
  form.get('client_secret') === 'secret'

/** Microsoft's real issuer; tests redirect its requests to the fake server. */
export const microsoft = 'https://login.microsoftonline.com'

const metadataOf = (issuer: string, url: string) => ({
  issuer,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  userinfo_endpoint: `${url}/userinfo`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
