import { type ProblemCode, problemStatus } from '@loadping/contract/wire/problem'
import Fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { endsSession, everySample } from '../testing/every-endpoint.ts'
import { type Answer, problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { registerErrorHandler } from './problems.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  addErrors()
  user = await createOwner(app)
})

/** Internal failures of the server and its dependencies. */
function addErrors(): void {
  const secret = 'select token_hash from session where id = 1'
  app.app.get('/errors/stack', () => {
    throw new TypeError(`Cannot read properties of undefined (reading '${secret}') at /work/server/src/db/db.ts:12:3`)
  })
  app.app.get('/errors/sql', async () => (await app.pool.query('selekt secret_column from session')).rows)
  app.app.get('/errors/unsupported', async () => (await app.pool.query('select 1 union select 2 for update')).rows)
  app.app.get('/errors/constraint', async () => {
    const { rows } = await app.pool.query('select * from account')
    return app.pool.query('insert into account (id, email, created_at) values ($1, $2, now())', [
      rows[0].id,
      rows[0].email,
    ])
  })
  app.app.get('/errors/nul', async () => (await app.pool.query('select $1::text', ['\0'])).rows)
  app.app.get('/errors/file', async () => {
    const { readFile } = await import('node:fs/promises')
    return readFile('/home/postgres/.ssh/id_ed25519')
  })
  app.app.get('/errors/nothing', () => Promise.reject(undefined))
  app.app.get('/errors/text', () => Promise.reject(secret))
  app.app.get('/errors/status', () => Promise.reject(Object.assign(new Error(secret), { statusCode: 418 })))
  app.app.get('/errors/odd-status', () =>
    Promise.reject(Object.assign(new Error(secret), { statusCode: 'x', code: 'ERR', validation: [] })),
  )
}

const errors = ['stack', 'sql', 'unsupported', 'constraint', 'nul', 'file', 'nothing', 'text', 'status', 'odd-status']

test.for(errors)('[I14] an internal error (%s) reveals no internals', async (error) => {
  const answer = await rawRequest(app.app, { method: 'GET', url: `/errors/${error}` })

  expect(problemError(answer)).toBeUndefined()
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(`${answer.text}${JSON.stringify(answer.headers)}`).not.toMatch(
    /selekt|secret|token_hash|session|account_|postgres|ENOENT|Error/,
  )
})

test('a query that the database does not support is our error, not an outage', async () => {
  expect((await rawRequest(app.app, { method: 'GET', url: '/errors/unsupported' })).status).toBe(500)
})

test('[I14] errors to unauthenticated callers on every route reveal no internals', async () => {
  const answers: Answer[] = []
  for (const sample of everySample) {
    const requests = [
      rawRequestFor(sample),
      rawRequestFor(sample, {}, 'x.y.z'),
      rawRequestFor(sample, {}, user.accessToken),
    ].map((request) => ({
      ...request,
      payload: request.payload ?? '',
    }))
    for (const { payload, ...request } of requests) {
      answers.push(await rawRequest(app.app, { ...request, ...(payload && { payload }) }))
      answers.push(await rawRequest(app.app, { ...request, payload: "{'" }))
    }
    if (endsSession(sample.name)) user = await createOwner(app)
  }

  expect(answers.filter(({ status }) => status >= 400).length).toBeGreaterThan(everySample.length)
  expect(answers.map(problemError).filter((error) => error !== undefined)).toEqual([])
})

test('[D1.3] bad input is located by JSON pointers and described in words', async () => {
  const answer = await rawRequest(app.app, {
    method: 'POST',
    url: '/templates/add-template',
    payload: JSON.stringify({ name: 7, subject: 'x', template: 'x', cc: ['not an address'], labels: [] }),
    bearer: user.accessToken,
  })

  expect(answer.contentType).toMatch(/^application\/problem\+json/)
  expect(JSON.parse(answer.text)).toEqual({
    type: 'urn:loadping:problem:invalid-input',
    title: 'Invalid input',
    status: 400,
    detail: expect.any(String),
    code: 'invalid-input',
    errors: [
      { pointer: '/name', detail: expect.any(String) },
      { pointer: '/cc/0', detail: 'Please enter a valid email' },
    ],
  })
})

test('a body with thousands of errors is answered with the first ones only', async () => {
  const body = { name: 'x', subject: 'x', template: 'x', cc: [], labels: Array.from({ length: 9_000 }, () => 7) }
  const answer = await rawRequest(app.app, {
    method: 'POST',
    url: '/templates/add-template',
    payload: JSON.stringify(body),
    bearer: user.accessToken,
  })

  expect(answer.status).toBe(400)
  expect(answer.text.length).toBeLessThan(4_000)
})

test.for(Object.keys(problemStatus))('[D1.3] a rejection with the code %s is a problem document', async (name) => {
  const bare = Fastify()
  registerErrorHandler(bare)
  const { Problem } = await import('@loadping/contract/wire/problem')
  const code = Object.keys(problemStatus).find((known): known is ProblemCode => known === name) ?? 'unexpected'
  bare.get('/', () => Promise.reject(new Problem(code, 'In words.', { 'load/origin': 'Needed' })))

  const answer = await rawRequest(bare, { method: 'GET', url: '/' })

  expect(answer.status).toBe(problemStatus[code])
  expect(problemError(answer)).toBeUndefined()
  expect(JSON.parse(answer.text)).toMatchObject({ code, errors: [{ pointer: '/load/origin', detail: 'Needed' }] })
})
