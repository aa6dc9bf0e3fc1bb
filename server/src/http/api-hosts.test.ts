import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { everySample } from '../testing/every-endpoint.ts'
import { rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

const dashboard = 'https://loadping.test'
const moved = {
  API_URL: 'https://api.loadping.test',
  SECOND_API_URL: 'https://main.loadping.test',
  REFERENCE_URL: 'https://reference.loadping.test',
  ANALYTICS_URL: 'https://analytics.loadping.test',
}

const hostsWith = (env: Record<string, string>) => {
  const read = readConfig(env)
  if ('bad' in read) throw new Error('The settings are refused.')
  return read.config.installation.hosts ?? []
}

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp({ change: (deps) => ({ ...deps, apiHosts: hostsWith(moved) }) })
  user = await app.signUp()
})

const hostOf = (path: string, env: Record<string, string>) =>
  hostsWith(env).find(({ prefix }) => path.startsWith(prefix))

test.each([
  ['API_URL', '/users/me'],
  ['API_URL', '/auth/dash-auth'],
  ['SECOND_API_URL', '/api/v1/main/users/photo'],
  ['REFERENCE_URL', '/fuel2'],
  ['ANALYTICS_URL', '/analytics/avg-rate'],
] as const)('[D1.2] %s alone moves %s to a host of its own', (name, path) => {
  const others = Object.fromEntries(Object.entries(moved).filter(([other]) => other !== name))

  expect(hostOf(path, { [name]: moved[name] })).toMatchObject({ origin: moved[name] })
  expect(hostOf(path, others)).toMatchObject({ origin: '' })
  expect(hostsWith({})).toEqual([])
})

test('[D1.2] the dashboard, and no other page, may call each endpoint at another host', async () => {
  for (const sample of everySample.filter(({ name }) => name !== 'logout' && name !== 'endAllSessions')) {
    const request = rawRequestFor(sample, {}, user.accessToken)
    const ask = async (origin: string) => {
      const asking = { 'access-control-request-method': sample.endpoint.method, origin }
      const preflight = await rawRequest(app.app, { method: 'OPTIONS', url: request.url, headers: asking })
      return { preflight, answer: await rawRequest(app.app, { ...request, headers: { ...request.headers, origin } }) }
    }
    const { preflight, answer } = await ask(dashboard)
    const foreign = await ask('https://loadping.test.evil.example')

    expect(preflight.status).toBe(204)
    expect(String(preflight.headers['access-control-allow-methods']).split(', ')).toContain(sample.endpoint.method)
    const allowed = String(preflight.headers['access-control-allow-headers']).split(', ')
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(request.headers ?? {})))
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': dashboard,
      vary: expect.stringContaining('origin'),
    })
    for (const { headers } of [foreign.preflight, foreign.answer])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

test('[D1.2] the policy of pages allows calls to these hosts', async () => {
  const { headers } = await rawRequest(app.app, { method: 'GET', url: '/healthz' })
  const [, connect] = /connect-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
  expect(connect?.split(' ').sort()).toEqual(["'self'", ...Object.values(moved)].sort())
})
