import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll } from 'vitest'

export const clientId = 'loadping-at-the-provider'

/** How the provider answers from now on; a test changes what it likes. */
type FakeBehavior = {
  claims: JWTPayload
  /** Makes the ID token; by default signed as it should be. */
  sign: ((claims: JWTPayload) => Promise<string>) | undefined
  token: Record<string, unknown>
  tokenStatus: number
  /** How it renews a leave, and how it takes one back; without an answer it has no place for that. */
  renewal: { status: number; body: Record<string, unknown> }
  revocation: { status: number; body: Record<string, unknown> } | undefined
  takesCodesTwice: boolean
  isDown: boolean
  photo: { status: number; type: string; body: Buffer; location?: string }
}

export type IdentityServer = {
  url: string
  conduct: FakeBehavior
  publicKey: CryptoKey
  signWell: (claims: JWTPayload) => Promise<string>
  /** Addresses of photos that were asked for, with what was shown there. */
  /** Bodies of requests to renew a leave or to take one back. */
  tokenRequests: URLSearchParams[]
  photosAsked: { path: string; authorization: string | undefined }[]
  /** What the person's consent leaves behind: a code for what the browser was sent with. */
  consent: (address: URL) => { code: string }
}

const usual = (): FakeBehavior => ({
  claims: {},
  sign: undefined,
  token: { scope: 'openid email profile', refresh_token: 'renew-me' },
  tokenStatus: 200,
  renewal: { status: 200, body: { access_token: 'send-now', token_type: 'Bearer', expires_in: 3600 } },
  revocation: undefined,
  takesCodesTwice: false,
  isDown: false,
  photo: { status: 404, type: 'text/plain', body: Buffer.from('none') },
})

/** An OpenID provider on this machine that a test can have lie; it checks PKCE, the client and the redirect address as it should. */
export async function startIdentityServer(): Promise<IdentityServer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
  const codes = new Map<
    string,
    { challenge: string | null; redirectUri: string | null; nonce: string | null; isUsed: boolean }
  >()
  const conduct = usual()
  const photosAsked: IdentityServer['photosAsked'] = []
  const tokenRequests: URLSearchParams[] = []
  const signWell = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', url)
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (conduct.isDown) return void response.destroy()
    if (pathname.endsWith('/jwks')) return void json(jwks)
    if (pathname.endsWith('/token')) return void json(...(await giveTokens(new URLSearchParams(await bodyOf(request)))))
    if (pathname.endsWith('/revoke')) {
      tokenRequests.push(new URLSearchParams(await bodyOf(request)))
      return void json(conduct.revocation?.body, conduct.revocation?.status)
    }
    if (pathname.includes('/photo')) {
      photosAsked.push({ path: pathname, authorization: request.headers.authorization })
      const { status, type, body, location } = conduct.photo
      return void response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
    }
    const metadata = pathname.startsWith('/common/')
      ? metadataOf(`${microsoft}/{tenantid}/v2.0`, microsoft)
      : metadataOf(url, url)
    return void json({ ...metadata, ...(conduct.revocation && { revocation_endpoint: `${url}/revoke` }) })
  }

  async function giveTokens(form: URLSearchParams): Promise<[unknown, number]> {
    if (form.get('grant_type') !== 'refresh_token') return exchange(form)
    tokenRequests.push(form)
    return [conduct.renewal.body, conduct.renewal.status]
  }

  async function exchange(form: URLSearchParams): Promise<[unknown, number]> {
    const known = codes.get(form.get('code') ?? '')
    const isRight =
      known &&
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url') === known.challenge &&
      form.get('redirect_uri') === known.redirectUri &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === 'secret'
    if (!isRight || (known.isUsed && !conduct.takesCodesTwice)) return [{ error: 'invalid_grant' }, 400]
    known.isUsed = true
    if (conduct.tokenStatus !== 200) return [{ error: 'server_error' }, conduct.tokenStatus]
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: url,
      aud: clientId,
      sub: 'sub-1',
      iat: now,
      exp: now + 600,
      nonce: known.nonce,
      ...conduct.claims,
    }
    return [
      {
        access_token: 'see-me',
        token_type: 'Bearer',
        expires_in: 600,
        ...conduct.token,
        id_token: await (conduct.sign ?? signWell)(claims),
      },
      200,
    ]
  }

  return {
    url,
    conduct,
    publicKey,
    signWell,
    photosAsked,
    tokenRequests,
    consent({ searchParams: asked }) {
      const code = randomUUID()
      codes.set(code, {
        challenge: asked.get('code_challenge'),
        redirectUri: asked.get('redirect_uri'),
        nonce: asked.get('nonce'),
        isUsed: false,
      })
      return { code }
    },
  }
}

/** Where Outlook's provider really is; a test has its requests end here. */
export const microsoft = 'https://login.microsoftonline.com'

const metadataOf = (issuer: string, url: string) => ({
  issuer,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
