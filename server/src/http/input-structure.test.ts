import { beforeAll, expect, test } from 'vitest'
import { everyObject, everySample, isAccepted, replaceAt } from '../testing/every-endpoint.ts'
import { type Bearers, problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { createCallers } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { publicBodyLimit } from './implement.ts'

let app: TestApp
let user: TestUser
let bearers: Bearers
beforeAll(async () => {
  app = await testApp()
  const callers = await createCallers(app)
  user = callers.owner
  bearers = callers.bearers
})

const withBody = everySample.filter(({ input }) => 'body' in input)
/** Ten times the allowed cost of a rejection; more means that something hangs. */
const hangMs = 500

/** Sends raw bodies to the route of each sample; returns the CPU time of the slowest rejection. */
async function refuseAll(
  payloads: { name: string; sample: (typeof withBody)[number]; payload: string }[],
): Promise<number> {
  let slowest = 0
  for (const { name, sample, payload } of payloads) {
    const before = process.cpuUsage()
    const answer = await rawRequest(app.app, rawRequestFor(sample, { payload }, bearers))
    const { user: busy, system } = process.cpuUsage(before)

    const isTooLarge = sample.endpoint.access === 'public' && payload.length > publicBodyLimit
    expect(answer.status, `${sample.name}, ${name}: ${answer.text.slice(0, 200)}`).toBe(isTooLarge ? 413 : 400)
    expect(problemError(answer)).toBeUndefined()
    slowest = Math.max(slowest, (busy + system) / 1_000)
  }
  return slowest
}

test('[I03] prototype keys are rejected in every object of every body and change no prototype', async () => {
  const keys = ['__proto__', 'constructor', 'prototype', '\\u005f_proto__', 'c\\u006fnstructor']
  const payloads = everyObject.flatMap(({ sample, path }) =>
    keys.map((key) => ({
      name: `${path.join('/')} ${key}`,
      sample,
      payload: JSON.stringify(replaceAt(sample.input.body, [...path, '@@key@@'], { polluted: true })).replace(
        '@@key@@',
        key,
      ),
    })),
  )

  const slowest = await refuseAll(payloads)

  expect(payloads.length).toBeGreaterThan(40)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(slowest).toBeLessThan(hangMs)
})

test('[I03] a repeated key in one object is rejected, however it is spelled', async () => {
  const payloads = withBody.flatMap((sample) => {
    const [first = '', value] = Object.entries(Object(sample.input.body))[0] ?? []
    const again = `"\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}${first.slice(1)}": ${JSON.stringify(value)}`
    const rest = JSON.stringify(sample.input.body).slice(1)
    return [`"${first}" : ${JSON.stringify(value)}`, again].map((extra) => ({
      name: extra,
      sample,
      payload: `{${extra},${rest}`,
    }))
  })

  await refuseAll(payloads)
})

test('[I03] more than 32 levels, and lists of 100,000 elements, are rejected at once', async () => {
  const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
  const payloads = withBody.flatMap((sample) => {
    const body = JSON.stringify(sample.input.body).slice(0, -1)
    return [
      { name: '33 lists', sample, payload: `${body},"x":${deep('[', ']', 33)}}` },
      { name: '33 objects', sample, payload: `${body},"x":${'{"a":'.repeat(33)}1${'}'.repeat(33)}}` },
      { name: '100,000 lists', sample, payload: `${body},"x":${deep('[', ']', 100_000)}}` },
      { name: '120,000 open lists', sample, payload: '['.repeat(120_000) },
      { name: '100,000 numbers', sample, payload: `${body},"x":[${'1,'.repeat(99_999)}1]}` },
      { name: 'a list as the body', sample, payload: `[${'1,'.repeat(99_999)}1]` },
      {
        name: '20,000 keys',
        sample,
        payload: `${body},${Array.from({ length: 20_000 }, (_, key) => `"k${key}":1`).join()}}`,
      },
      { name: 'a string without an end', sample, payload: `${body},"x":"${'\\"'.repeat(100_000)}` },
      { name: 'quotes', sample, payload: '"'.repeat(200_000) },
      { name: 'spaces', sample, payload: `{"a"${' '.repeat(200_000)}` },
    ]
  })

  const slowest = await refuseAll(payloads)

  expect(slowest, `the slowest refusal took ${Math.round(slowest)} ms of processor time`).toBeLessThan(hangMs)
})

test('[I03] a body with over 10,000 keys and list entries is rejected before its fields are checked', async () => {
  const keys = (count: number) => Array.from({ length: count }, (_, key) => `"k${key}":1`).join()
  const { accessToken } = await app.signUp()
  const headers = { authorization: `Bearer ${accessToken}` }
  const ask = async (payload: string) =>
    (await rawRequest(app.app, { method: 'PUT', url: '/trucks', headers, payload })).text

  expect(await ask(`{${keys(10_000)}}`)).toContain('Unknown field')
  for (const payload of [
    `{${keys(10_001)}}`,
    `{"x":{${keys(5_000)}},"y":{${keys(5_000)}}}`,
    `{"x":[${Array(5_001).fill(`{${keys(1)}}`)}]}`,
    `{"x":[${'1,'.repeat(10_000)}1]}`,
  ])
    expect(await ask(payload), payload.slice(0, 40)).toContain('The body has too many values.')
})

test('bodies that are not JSON are rejected', async () => {
  const payloads = withBody.flatMap((sample) =>
    [
      '',
      ' ',
      '{',
      'null',
      'true',
      '1',
      '"x"',
      '[]',
      '{}',
      "{'email':'x'}",
      '{"email":undefined}',
      '{"email":"a@b.example",}',
      '/**/{}',
      '{}{}',
    ]
      .filter((payload) => payload !== '{}' || !isAccepted(sample, 'body', {}))
      .map((payload) => ({ name: payload, sample, payload })),
  )

  await refuseAll(payloads)
})

test('a template may contain quotes, colons, braces and backslashes as text', async () => {
  const text = '{"name": [1, 2], "\\\\": "\\""} :, {{'.replace('{{', '{ {')

  const made = await user.templates.createTemplate({
    body: { name: text, subject: text, template: 'x', cc: [], labels: [] },
  })

  expect(made).toMatchObject({ name: text, subject: text })
})
