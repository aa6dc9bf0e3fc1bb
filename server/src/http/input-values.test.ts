import { beforeAll, expect, test } from 'vitest'
import {
  everyInputValue,
  everyObject,
  everySample,
  type InputValue,
  isAccepted,
  replaceAt,
  type Sample,
} from '../testing/every-endpoint.ts'
import {
  type Answer,
  type Bearers,
  type Changed,
  problemError,
  rawRequest,
  rawRequestFor,
} from '../testing/raw-request.ts'
import { createCallers } from '../testing/teams.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
let bearers: Bearers
beforeAll(async () => {
  app = await testApp()
  bearers = (await createCallers(app)).bearers
})

const here = '"@@here@@"'
const bodies = everyInputValue.filter(({ part }) => part === 'body')
const ask = (sample: Sample, changed: Changed): Promise<Answer> =>
  rawRequest(app.app, rawRequestFor(sample, changed, bearers))

/** Returns the sample's body as JSON text, with raw text at one path. */
const payloadWith = ({ sample, path }: InputValue, raw: string): string =>
  JSON.stringify(replaceAt(sample.input.body, path, JSON.parse(here))).replace(here, raw)

/** Returns the requests that were not rejected as expected. */
async function notRefused(requests: { title: string; send: () => Promise<Answer> }[]): Promise<string[]> {
  const left: string[] = []
  for (const { title, send } of requests) {
    const answer = await send()
    if (answer.status !== 400 || problemError(answer)) left.push(`${title}: ${answer.status} ${answer.text}`)
  }
  return left
}

test('a value of another type is rejected in every field of every body', async () => {
  const wrong: unknown[] = [true, 7, 'x', [], ['x'], {}, { length: 1 }]
  const requests = bodies.flatMap((leaf) =>
    wrong
      .filter((value) => typeof value !== typeof leaf.value)
      .map((value) => ({
        title: `${leaf.sample.name} ${leaf.path.join('/')} = ${JSON.stringify(value)}`,
        send: () => ask(leaf.sample, { payload: payloadWith(leaf, JSON.stringify(value)) }),
      })),
  )

  expect(requests.length).toBeGreaterThan(200)
  expect(await notRefused(requests)).toEqual([])
})

test('null is rejected wherever the contract does not allow it', async () => {
  const requests = bodies
    .filter(({ sample, path }) => !isAccepted(sample, 'body', replaceAt(sample.input.body, path, null)))
    .map((leaf) => ({
      title: `${leaf.sample.name} ${leaf.path.join('/')}`,
      send: () => ask(leaf.sample, { payload: payloadWith(leaf, 'null') }),
    }))

  expect(requests.length).toBeGreaterThan(30)
  expect(await notRefused(requests)).toEqual([])
})

test('numbers reject NaN, Infinity, -0, fractions, values out of range and digits in quotes', async () => {
  const raws = [
    'NaN',
    'Infinity',
    '-Infinity',
    '1e309',
    '-1e309',
    '-0',
    '-0.0',
    '-1',
    '1.5',
    '2147483648',
    '9007199254740993',
    '1e400',
    '0x10',
    '+1',
    '01',
    '.5',
    '"5"',
  ]
  const withFractions = ['milesPerGallon', 'feesPercent']
  const belowZero = ['lowF', 'highF']
  const numbers = bodies.filter(({ value }) => typeof value === 'number')
  const rawsFor = (path: string[]) => {
    const name = path.at(-1) ?? ''
    return raws.filter(
      (raw) => !(raw === '1.5' && withFractions.includes(name)) && !(raw === '-1' && belowZero.includes(name)),
    )
  }
  const requests = numbers.flatMap((leaf) =>
    rawsFor(leaf.path).map((raw) => ({
      title: `${leaf.sample.name} ${leaf.path.join('/')} = ${raw}`,
      send: () => ask(leaf.sample, { payload: payloadWith(leaf, raw) }),
    })),
  )

  expect(numbers.length).toBeGreaterThan(5)
  expect(await notRefused(requests)).toEqual([])
})

test('[I01] an unknown key is rejected by name in every object of every body', async () => {
  for (const { sample, path } of everyObject) {
    const answer = await ask(sample, {
      payload: JSON.stringify(replaceAt(sample.input.body, [...path, 'un~known/key'], 1)),
    })

    const pointer = `/${[...path, 'un~0known~1key'].join('/')}`
    expect(answer.status, `${sample.name} ${pointer}: ${answer.text}`).toBe(400)
    expect(problemError(answer)).toBeUndefined()
    if (!path.includes('values'))
      expect(JSON.parse(answer.text).errors).toContainEqual({ pointer, detail: 'Unknown field' })
  }
})

test('[I01] an unknown query or body is rejected on every route', async () => {
  const requests = everySample.flatMap((sample) => [
    {
      title: `${sample.name} with a query`,
      send: () => ask(sample, { query: { ...Object(sample.input.query), unknown: '1' } }),
    },
    ...('body' in sample.input || sample.endpoint.method === 'GET'
      ? []
      : [{ title: `${sample.name} with a body`, send: () => ask(sample, { body: { unknown: 1 } }) }]),
  ])

  expect(await notRefused(requests)).toEqual([])
})

test('a missing body, header or query is reported by name', async () => {
  const requests = everySample.flatMap((sample) =>
    (['query', 'headers', 'body'] as const)
      .filter((part) => part in sample.input && !isAccepted(sample, part, {}))
      .map((part) => ({
        title: `${sample.name} without ${part}`,
        send: () => rawRequest(app.app, rawRequestFor(sample, { [part]: undefined }, bearers)),
      })),
  )

  expect(requests.length).toBeGreaterThan(5)
  expect(await notRefused(requests)).toEqual([])
})

/** More than any text may have, in a body that is read: without an account that is one of 16 KB. */
const lengthFor = ({ endpoint }: InputValue['sample']): number => (endpoint.access === 'public' ? 15_000 : 200_001)

test('[I01] text longer than the contract allows is rejected in every field of every body', async () => {
  const texts = bodies.filter(({ value }) => typeof value === 'string')
  const requests = texts.map((leaf) => ({
    title: `${leaf.sample.name} ${leaf.path.join('/')}`,
    send: () => ask(leaf.sample, { payload: payloadWith(leaf, `"${'9'.repeat(lengthFor(leaf.sample))}"`) }),
  }))

  expect(await notRefused(requests)).toEqual([])
})
