import { generateKeyPairSync } from 'node:crypto'
import { exportJWK, exportSPKI, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.signUp()
})

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const decode = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString())
const claimsOf = (token: string) => decode(token.split('.')[1])
const header = { alg: 'HS256', typ: 'at+jwt' }
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
const now = () => Math.floor(app.clock.now.getTime() / 1000)

/** Creates a token signed with the real key but with other claims. */
const signed = (
  claims: Record<string, unknown>,
  head: Record<string, unknown> = {},
  key = app.deps.keys.signing('access'),
) => new SignJWT({ ...claimsOf(user.accessToken), ...claims }).setProtectedHeader({ ...header, ...head }).sign(key)

async function createForgedTokens(): Promise<[string, string][]> {
  const [head = '', payload = '', signature = ''] = user.accessToken.split('.')
  const claims = claimsOf(user.accessToken)
  const { extensionToken } = await user.account.getMe()
  const withHeader = (more: Record<string, unknown>): [string, string] => [
    JSON.stringify(more).slice(0, 60),
    `${encode({ ...header, ...more })}.${payload}.${signature}`,
  ]
  const publicPem = new TextEncoder().encode(await exportSPKI(foreign.publicKey))
  return [
    ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): [string, string] => [
      `alg ${alg}`,
      `${encode({ ...header, alg })}.${payload}.`,
    ]),
    withHeader({ alg: 'none' }),
    withHeader({ alg: 'HS512' }),
    withHeader({ alg: 'RS256' }),
    withHeader({ alg: ['HS256'] }),
    withHeader({ kid: "' or 1=1 --" }),
    withHeader({ kid: `${'../'.repeat(4)}dev/null` }),
    withHeader({ jku: 'https://evil.example/jwks.json' }),
    withHeader({ x5u: 'https://evil.example/cert.pem' }),
    withHeader({ crit: ['exp'] }),
    withHeader({ crit: 'exp', exp: 1 }),
    withHeader({ b64: false, crit: ['b64'] }),
    [
      'HS384 with our key',
      await signed({}, { alg: 'HS384' }, Buffer.concat([app.deps.keys.signing('access'), Buffer.alloc(16)])),
    ],
    [
      'RS256 with a key in its header',
      await new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'RS256', jwk: await exportJWK(foreign.publicKey) })
        .sign(foreign.privateKey),
    ],
    ['HS256 with a public key', await signed({}, {}, publicPem)],
    ['the key of another purpose', await signed({}, {}, app.deps.keys.signing('pairing'))],
    ['a pairing code', extensionToken ?? ''],
    ['another type', await signed({}, { typ: 'JWT' })],
    ['no type', await signed({}, { typ: undefined })],
    ['crit that we do not know', `${encode({ ...header, crit: ['x'], x: 1 })}.${payload}.${signature}`],
    ['another issuer', await signed({ iss: 'https://evil.example' })],
    ['no issuer', await signed({ iss: undefined })],
    ['another audience', await signed({ aud: 'admin' })],
    ['several audiences', await signed({ aud: ['web', 'extension'] })],
    ["the extension's audience on a web session", await signed({ aud: 'extension' })],
    ['an expiry as text', await signed({ exp: '9999999999' })],
    ['no expiry', await signed({ exp: undefined })],
    ['an expiry that is not a number', await signed({ exp: null })],
    ['expired a second ago', await signed({ exp: now() - 1 })],
    ['not before tomorrow', await signed({ nbf: now() + 86_400 })],
    ['no session', await signed({ sid: undefined })],
    ['an unknown session', await signed({ sid: '30000000-0000-4000-8000-000000000001' })],
    ['a session that is not an id', await signed({ sid: "' or 1=1 --" })],
    ['a session as a list', await signed({ sid: [claims['sid']] })],
    ['no subject', await signed({ sub: undefined })],
    ['another signature', `${head}.${payload}.${encode('x'.repeat(32))}`],
    ['no signature', `${head}.${payload}.`],
    ['a changed claim', `${head}.${encode({ ...claims, sub: '30000000-0000-4000-8000-000000000001' })}.${signature}`],
    ['unicode', `${head}.${encode('{"sub":"\u0000\ud800"}')}.${signature}`],
    ['not JSON', `${head}.${encode('x')}.${signature}`],
    ['JSON that is not an object', `${head}.${encode('[]')}.${signature}`],
    ['64 KB', `${head}.${'A'.repeat(65_536)}.${signature}`],
    ['two parts', `${head}.${payload}`],
    ['four parts', `${user.accessToken}.x`],
    ['five parts', `${head}.${payload}.${signature}.x.y`],
    ['dots', '...'],
    ['one word', 'x'],
  ]
}

test('[S15] no forged, unsigned, foreign or broken token authenticates or causes a server error', async () => {
  const corpus = await createForgedTokens()
  expect(corpus.length).toBeGreaterThan(45)

  for (const [name, token] of corpus) {
    for (const url of ['/users/me', '/templates']) {
      const answer = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
      expect(answer.statusCode, `${name} ${url}: ${answer.body}`).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'not-signed-in' })
    }
  }
})

test('a valid token passes where the forged ones do not, and after all of them', async () => {
  const answer = await app.app.inject({ url: '/users/me', headers: { authorization: `Bearer ${await signed({})}` } })

  expect(answer.statusCode).toBe(200)
})
