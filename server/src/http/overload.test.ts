import { beforeAll, expect, test } from 'vitest'
import type { RequestClass } from '../admission.ts'
import { everySample } from '../testing/every-endpoint.ts'
import { problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { classOf } from './overload.ts'

/** What this process admits. */
let admitted: RequestClass[] = []
let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({
      ...deps,
      metricsToken: 'a token for the metrics',
      admission: { ...deps.admission, admits: (requestClass) => admitted.includes(requestClass) },
    }),
  })
  admitted = ['page', 'read', 'change']
  user = await createOwner(app)
})

test('[O01] what is not admitted is refused before anything is done', async () => {
  admitted = []
  app.log.length = 0
  app.deps.observed.shed.clear()
  for (const sample of everySample) {
    const answer = await rawRequest(app.app, rawRequestFor(sample, {}, user.accessToken))

    expect(answer, sample.name).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(answer.text, sample.name).toContain('Too much is going on right now')
    expect(problemError(answer)).toBeUndefined()
  }

  expect(app.log.filter(({ msg }) => msg !== 'request completed')).toEqual([])
  expect([...app.deps.observed.shed.values()].reduce((sum, count) => sum + count, 0)).toBe(everySample.length)
})

test('[O01] health checks and metrics are always answered', async () => {
  admitted = []
  const bearer = 'a token for the metrics'
  for (const url of ['/healthz', '/readyz', '/metrics'])
    expect(await rawRequest(app.app, { method: 'GET', url, bearer }), url).toMatchObject({ status: 200 })
})

test('[O01] while pages and reads are shed, emails are sent and users sign in', async () => {
  admitted = ['change']
  const [template] = everySample.filter(({ name }) => name === 'listTemplates')
  if (template) expect((await rawRequest(app.app, rawRequestFor(template, {}, user.accessToken))).status).toBe(503)

  const other = await app.signUp()

  expect(other.accessToken).toBeTruthy()
})

test('[O01] each endpoint is a page, a read or a change', () => {
  const named = (name: string) => everySample.find((sample) => sample.name === name)?.endpoint
  const classes = Object.fromEntries(
    [
      'getHome',
      'listTemplates',
      'getMe',
      'getEmail',
      'sendEmail',
      'undoEmail',
      'requestLink',
      'verifyLink',
      'refresh',
      'exportActivity',
    ]
      .map((name) => [name, named(name)])
      .map(([name, endpoint]) => [name, endpoint && classOf(endpoint as Parameters<typeof classOf>[0])]),
  )

  expect(classes).toEqual({
    getHome: 'page',
    listTemplates: 'page',
    getMe: 'page',
    getEmail: 'read',
    sendEmail: 'change',
    undoEmail: 'change',
    requestLink: 'change',
    verifyLink: 'change',
    refresh: 'change',
    exportActivity: 'page',
  })
})
