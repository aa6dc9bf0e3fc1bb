import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { everyEndpoint, everySample } from '../testing/every-endpoint.ts'
import { buildLoad } from '../testing/inquiries.ts'
import { problemError, rawRequestFor } from '../testing/raw-request.ts'
import { rawHttp } from '../testing/raw-socket.ts'
import { createBroker, createOwner, inviteByMail } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await createOwner(app)
})

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']
const overrides = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' }
const bearer = () => ({ authorization: `Bearer ${user.accessToken}` })

/** One URL per path of the contract with its verbs; a URL may match another path too. */
const paths = [...new Set(everySample.map((sample) => rawRequestFor(sample).url))].map((url) => {
  const [path = ''] = url.split('?')
  const fitting = everyEndpoint.filter(({ endpoint }) =>
    new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )
  return { url, declared: new Set<string>(fitting.map(({ endpoint }) => endpoint.method)) }
})

test('[T16] an undeclared verb is rejected on every route', async () => {
  for (const { url, declared } of paths) {
    expect(declared.size).toBeGreaterThan(0)
    for (const verb of verbs.filter((name) => !declared.has(name))) {
      const answer = await rawHttp(app.app, verb, url, bearer())
      // CONNECT gets no response: the connection ends.
      expect(
        verb === 'CONNECT' ? [0, 404, 405] : [404, 405],
        `${verb} ${url}: ${answer.status} ${answer.text}`,
      ).toContain(answer.status)
      if (verb !== 'HEAD' && verb !== 'CONNECT') expect(problemError(answer)).toBeUndefined()
    }
  }
})

test('[T16] a header or parameter that overrides the verb has no effect', async () => {
  const [template] = await user.templates.listTemplates()
  const other = await user.templates.createTemplate({
    body: { name: 'Stays', subject: '', template: '', cc: [], labels: [] },
  })

  expect(await rawHttp(app.app, 'GET', `/templates/${other.id}`, { ...bearer(), ...overrides })).toMatchObject({
    status: 200,
  })
  expect(
    await rawHttp(app.app, 'POST', `/templates/${other.id}`, { ...bearer(), ...overrides, 'content-length': '0' }),
  ).toMatchObject({ status: 404 })
  expect(await rawHttp(app.app, 'GET', `/templates/${other.id}?_method=DELETE`, bearer())).toMatchObject({
    status: 400,
  })
  expect((await user.templates.listTemplates()).map(({ id }) => id).sort()).toEqual([template?.id, other.id].sort())
})

test('[D1.3] responses of the second API base are wrapped in content, and all others are bare', async () => {
  const answered = new Map<string, unknown>()
  for (const sample of everySample.filter(({ endpoint }) => endpoint.method === 'GET')) {
    const { method, url } = rawRequestFor(sample)
    const answer = await app.app.inject({ method, url, headers: bearer() })
    const isJson = String(answer.headers['content-type']).includes('json')
    if (answer.statusCode === 200 && isJson) answered.set(sample.endpoint.path, answer.json())
    user = await createOwner(app)
  }

  expect(answered.size).toBeGreaterThan(3)
  for (const [path, body] of answered) {
    const isWrapped = typeof body === 'object' && body !== null && Object.keys(body).join() === 'content'
    expect(isWrapped, path).toBe(path.startsWith('/api/v1/main/'))
  }
})

test('[D1.3] a delete returns 200 and null', async () => {
  const deletes = everyEndpoint.filter(({ endpoint }) => endpoint.method === 'DELETE').map(({ name }) => name)
  const { id } = await user.templates.createTemplate({
    body: { name: 'Gone', subject: '', template: '', cc: [], labels: [] },
  })
  await user.snippets.saveSnippet({ params: { name: 'van' }, body: { text: '53 ft' } })
  const load = await user.loads.saveLoad({ body: { load: buildLoad() } })
  const elsewhere = await app.signUp(user.email)
  const session = (await elsewhere.sessions.listSessions()).find(({ isCurrent }) => isCurrent)

  const token = await inviteByMail(app, user, 'piotr@redbud.example')
  const [inviteId = ''] = token.split('.')

  // List a new delete here too.
  expect(deletes).toEqual([
    'endSession',
    'endAllSessions',
    'removeMember',
    'deleteTemplate',
    'deleteSnippet',
    'deleteLoad',
    'revokeLoadLink',
    'deletePosting',
    'cancelBooking',
  ])
  const member = `/api/management/manager/users/member?inviteId=${inviteId}`
  const broker = await createBroker(app)
  const postingId = randomUUID()
  const lane = { origin: { city: 'Reno', state: 'NV' }, dest: { city: 'Boise', state: 'ID' } }
  await broker.offers.addPosting({ body: { id: postingId, facts: lane } })
  for (const url of [
    `/postings/${postingId}`,
    `/templates/${id}`,
    '/snippets/van',
    `/loads/${load.id}/link`,
    `/loads/${load.id}`,
    member,
    `/auth/sessions/${session?.id}`,
    '/auth/sessions',
  ]) {
    const headers = url.startsWith('/postings') ? { authorization: `Bearer ${broker.accessToken}` } : bearer()
    const answer = await app.app.inject({ method: 'DELETE', url, headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.body).toBe('null')
  }
  user = await createOwner(app)
})

test('[7.11] requesting a link returns the text success, unquoted', async () => {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/auth/v2/tokenLink',
    payload: { email: 'text@a.example' },
  })

  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  expect(answer.body).toBe('success')
})

test('[7.31] saving profile, avatar and sign-in email use the paths the dashboard calls', async () => {
  const bodyless = { headers: bearer() }

  const saved = await app.app.inject({
    method: 'POST',
    url: '/user-info',
    ...bodyless,
    payload: { userType: 'carrier' },
  })
  const photo = await app.app.inject({ url: '/api/v1/main/users/photo', ...bodyless })
  await app.app.inject({ method: 'POST', url: '/auth/v2/tokenLink', payload: { email: 'submitted@a.example' } })
  await app.runDueJobs()

  expect(saved.json()).toMatchObject({ userType: 'carrier' })
  expect(photo.json()).toEqual({ content: null })
  expect(app.sent.filter(({ to }) => to === 'submitted@a.example')).toHaveLength(1)
})
