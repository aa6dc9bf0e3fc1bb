import { pages } from '@loadping/contract/pages'
import { beforeAll, expect, test } from 'vitest'
import { everySample } from '../testing/every-endpoint.ts'
import { type Answer, type RawRequest, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.signUp()
})

const html = { accept: 'text/html' }
const policyOf = ({ headers }: Answer) =>
  new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/))
      .map(([name = '', value = '']) => [name, value]),
  )

/** Every route unauthenticated, authenticated and with a broken body; every page; and every kind of rejection. */
async function everyAnswer(): Promise<[string, Answer][]> {
  const asked: RawRequest[] = everySample.flatMap((sample) => [
    rawRequestFor(sample),
    { ...rawRequestFor(sample, {}, user.accessToken), payload: '{' },
    ...(['logout', 'endAllSessions'].includes(sample.name) ? [] : [rawRequestFor(sample, {}, user.accessToken)]),
  ])
  const read = [
    ...Object.values(pages).map((page) => page.replace(/:\w+/g, 'x')),
    '/nothing',
    '/assets/gone.js',
    '/favicon.svg',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/%',
    '/dev/inbox',
  ]
  const refused: RawRequest[] = [
    { method: 'POST', url: '/templates/add-template', payload: 'x'.repeat(300_000), bearer: user.accessToken },
    {
      method: 'POST',
      url: '/templates/add-template',
      payload: 'a=b',
      headers: { 'content-type': 'text/plain' },
      bearer: user.accessToken,
    },
    { method: 'TRACE', url: '/users/me' },
    { method: 'OPTIONS', url: '/users/me' },
    { method: 'HEAD', url: '/auth/refresh' },
  ]
  const requests = [...asked, ...read.map((url): RawRequest => ({ method: 'GET', url, headers: html })), ...refused]
  return Promise.all(
    requests.map(
      async (request): Promise<[string, Answer]> => [
        `${request.method} ${request.url}`,
        await rawRequest(app.app, request),
      ],
    ),
  )
}

test('[W04] every response of every route, good or bad, has the security headers', async () => {
  const answers = await everyAnswer()
  expect(answers.length).toBeGreaterThan(80)

  for (const [name, { headers, contentType }] of answers) {
    expect(headers, name).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/),
    })
    expect(headers['x-powered-by'] ?? headers['server'], name).toBeUndefined()
    if (/json|plain/.test(contentType) && !name.endsWith('openapi.json'))
      expect(headers['cache-control'], name).toBe('no-store')
  }
})

test('every response with a body says of what type it is, a text in which characters', async () => {
  for (const [name, { contentType, text }] of await everyAnswer()) {
    if (text === '') continue
    if (/json/.test(contentType)) expect(() => JSON.parse(text), name).not.toThrow()
    else expect(contentType, name).toMatch(/^(text\/\w+|image\/svg\+xml); charset=utf-8$/)
  }
})

test('[W01] the policy allows only our own scripts, no framing and no HTML from text, and reports', async () => {
  for (const [name, answer] of await everyAnswer()) {
    const policy = policyOf(answer)
    expect(Object.fromEntries(policy), name).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-src': "'self'",
      'worker-src': "'none'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'default dompurify ProseMirrorClipboard',
      'report-uri': '/policy-reports',
      'report-to': 'csp',
    })
    expect(answer.headers['reporting-endpoints'], name).toBe('csp="/policy-reports"')
  }
})

test('only hosts of configured services are reachable besides our own', async () => {
  const { app: equipped } = await testApp({
    change: (deps) => ({
      ...deps,
      telemetry: {
        posthog: { host: 'https://eu.posthog.example', key: 'k' },
        sentry: { dsn: 'https://key@o1.sentry.example/42' },
        chat: { url: 'https://chat.example/frame?site=1' },
      },
      tileServer: { url: 'https://tiles.example/{z}/{x}/{y}.png', credit: 'Tiles' },
    }),
  })

  const policy = policyOf(await rawRequest(equipped, { method: 'GET', url: '/healthz' }))

  expect(policy.get('connect-src')).toBe("'self' https://eu.posthog.example https://o1.sentry.example")
  expect(policy.get('frame-src')).toBe("'self' https://chat.example")
  expect(policy.get('img-src')).toBe("'self' data: https://tiles.example")
  expect(policy.get('script-src')).toBe("'self'")
})

const foreignOrigins = [
  'https://evil.example',
  'https://loadping.test.evil.example',
  'https://evilloadping.test',
  'http://loadping.test',
  'https://loadping.test:8443',
  'HTTPS://LOADPING.TEST',
  'null',
  'file://',
  'chrome-extension://abc',
  '*',
  '',
]

test.each(foreignOrigins)(
  '[W05] a page at %j can read nothing and is allowed nothing, with or without a preflight',
  async (origin) => {
    for (const sample of everySample.filter(({ name }) => name !== 'logout' && name !== 'endAllSessions')) {
      const preflight = await rawRequest(app.app, {
        method: 'OPTIONS',
        url: rawRequestFor(sample).url,
        headers: {
          origin,
          'access-control-request-method': sample.endpoint.method,
          'access-control-request-headers': 'authorization,content-type',
        },
      })
      const request = rawRequestFor(sample, {}, user.accessToken)
      const answer = await rawRequest(app.app, { ...request, headers: { ...request.headers, origin } })

      expect([404, 405]).toContain(preflight.status)
      for (const { headers } of [preflight, answer])
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  },
)

test('a policy violation is logged by directive and origin, without the URL', async () => {
  const before = app.log.length
  const report = (type: string, body: unknown) =>
    rawRequest(app.app, {
      method: 'POST',
      url: '/policy-reports',
      headers: { 'content-type': type },
      payload: JSON.stringify(body),
    })

  const answers = [
    await report('application/csp-report', {
      'csp-report': {
        'effective-directive': 'script-src',
        'blocked-uri': 'https://evil.example/x.js?token=canary',
        'source-file': 'https://loadping.test/sign-in?token=canary',
      },
    }),
    await report('application/reports+json', [
      {
        type: 'csp-violation',
        body: { effectiveDirective: 'require-trusted-types-for', blockedURL: 'trusted-types-sink' },
      },
    ]),
    await report('application/reports+json', 'nonsense'),
    await report('application/csp-report', { 'csp-report': { 'effective-directive': 7 } }),
    await report('application/csp-report', {
      'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': '/sign-in/verifying?token=canary' },
    }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
  const lines = app.log.slice(before).filter(({ level }) => level === 40)
  expect(lines).toContainEqual(
    expect.objectContaining({
      directive: 'script-src',
      blocked: 'https://evil.example',
      source: 'https://loadping.test',
    }),
  )
  expect(lines).toContainEqual(
    expect.objectContaining({ directive: 'require-trusted-types-for', blocked: 'trusted-types-sink' }),
  )
  expect(JSON.stringify(lines)).not.toContain('canary')
  const long = await rawRequest(app.app, {
    method: 'POST',
    url: '/policy-reports',
    headers: { 'content-type': 'application/csp-report' },
    payload: 'x'.repeat(20_000),
  })
  expect(long.status).toBe(413)
})

test('a flood of policy reports does not fill the log', async () => {
  const before = app.log.length
  for (let index = 0; index < 100; index++) {
    await rawRequest(app.app, {
      method: 'POST',
      url: '/policy-reports',
      headers: { 'content-type': 'application/csp-report' },
      payload: '{"csp-report":{"effective-directive":"x"}}',
    })
  }

  expect(app.log.slice(before).filter(({ level }) => level === 40).length).toBeLessThanOrEqual(20)
})
