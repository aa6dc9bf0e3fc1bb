import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyInputValue, type InputValue, replaceAt } from '../testing/every-endpoint.ts'
import { goalSize } from '../testing/goal-size.ts'
import {
  type Answer,
  type Bearers,
  type Changed,
  problemError,
  rawRequest,
  rawRequestFor,
} from '../testing/raw-request.ts'
import { createCallers } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
let bearers: Bearers
beforeAll(async () => {
  app = await testApp()
  const callers = await createCallers(app)
  user = callers.owner
  bearers = callers.bearers
})

const here = '@@here@@'

/** Malformed text as bytes inside a JSON string. */
const inBody: Record<string, Buffer> = {
  'NUL, escaped': Buffer.from('x\\u0000y'),
  'NUL, raw': Buffer.from('x\0y'),
  'half of a surrogate pair, high': Buffer.from('x\\ud800y'),
  'half of a surrogate pair, low': Buffer.from('x\\udc00y'),
  'surrogates the wrong way round': Buffer.from('\\udc00\\ud800'),
  'half of a surrogate pair in UTF-8': Buffer.from([0x78, 0xed, 0xa0, 0x80, 0x79]),
  'a byte that UTF-8 does not have': Buffer.from([0x78, 0xff, 0x79]),
  'an overlong NUL': Buffer.from([0x78, 0xc0, 0x80, 0x79]),
  'a cut sequence': Buffer.from([0x78, 0xe2, 0x82]),
  'a byte order mark, raw': Buffer.from('\uFEFFx'),
  'a byte order mark, escaped': Buffer.from('\\ufeffx'),
}

/** The same in a URL. */
const inAddress = {
  NUL: 'x%00y',
  'a surrogate': 'x%ED%A0%80y',
  'a bad byte': 'x%FFy',
  'an overlong NUL': 'x%C0%80y',
  'a byte order mark': '%EF%BB%BFx',
}

const inHeader = {
  NUL: 'x\0yyyyyyyyyyyyyyy',
  'a bad byte': 'x\xffyyyyyyyyyyyyyyy',
  'a byte order mark': '\xef\xbb\xbfxxxxxxxxxxxxxxx',
}

const replaced = (bytes: Buffer, replacement: Buffer): Buffer => {
  const at = bytes.indexOf(here)
  return Buffer.concat([bytes.subarray(0, at), replacement, bytes.subarray(at + here.length)])
}

const ask = ({ sample }: InputValue, changed: Changed): Promise<Answer> =>
  rawRequest(app.app, rawRequestFor(sample, changed, bearers))

const withText = (leaf: InputValue): [string, () => Promise<Answer>][] => {
  const { sample, part, path } = leaf
  const filled = (text: string) => replaceAt(sample.input[part], path, text)
  if (part === 'body') {
    const payload = Buffer.from(JSON.stringify(filled(here)))
    return Object.entries(inBody).map(([what, bytes]) => [what, () => ask(leaf, { payload: replaced(payload, bytes) })])
  }
  return Object.entries(part === 'headers' ? inHeader : inAddress).map(([what, text]) => [
    what,
    () => ask(leaf, { [part]: filled(text) }),
  ])
}

/** Each field gets every n-th of the texts, and its neighbor the next ones. */
const everyNth = goalSize({ full: 1, tenth: 3, quick: 9 })

test('[I02] malformed text is rejected in every field of every route', async () => {
  const fields = everyInputValue.filter(({ value }) => typeof value === 'string')
  const accepted: string[] = []

  for (const [number, leaf] of fields.entries()) {
    const asAgreed = await ask(leaf, {})
    for (const [what, send] of withText(leaf).filter((_, index) => (index + number) % everyNth === 0)) {
      const answer = await send()
      const isRefused = answer.status === 400 && answer.text !== asAgreed.text && !problemError(answer)
      if (!isRefused)
        accepted.push(
          `${leaf.sample.name} ${leaf.part}/${leaf.path.join('/')} with ${what}: ${answer.status} ${answer.text}`,
        )
    }
  }

  expect(fields.length).toBeGreaterThan(40)
  expect(accepted).toEqual([])
})

test('a refused text says what to enter, and shows no pattern', () => {
  const texts = everyInputValue.filter(({ value }) => typeof value === 'string')
  const messages = texts.flatMap(({ sample: { endpoint, input }, part, path }) => {
    const schema = endpoint[part]
    const refused = schema && z.safeParse(schema, replaceAt(input[part], path, '\n?'))
    return refused?.error?.issues.map(({ message }) => message) ?? []
  })

  expect(messages.length).toBeGreaterThan(40)
  expect(messages.filter((message) => /pattern|\^|\\[dw]/.test(message))).toEqual([])
})

test('[I02] malformed text is rejected in keys too', async () => {
  const inBodies = everyInputValue.filter(({ part }) => part === 'body')
  const accepted: string[] = []
  for (const leaf of new Map(inBodies.map((leaf) => [leaf.sample, leaf])).values()) {
    const payload = Buffer.from(JSON.stringify({ ...Object(leaf.sample.input.body), [here]: 1 }))
    for (const [what, bytes] of Object.entries(inBody)) {
      const answer = await ask(leaf, { payload: replaced(payload, bytes) })
      if (answer.status !== 400 || problemError(answer))
        accepted.push(`${leaf.sample.name} with ${what}: ${answer.status} ${answer.text}`)
    }
  }

  expect(accepted).toEqual([])
})

test('[I02] a byte order mark before the body is rejected', async () => {
  const answer = await rawRequest(app.app, {
    method: 'POST',
    url: '/auth/v2/tokenLink',
    payload: '\uFEFF{"email":"bom@a.example"}',
  })

  expect(answer.status).toBe(400)
})

test('a load may be about Montréal, and a template about trucks in every script', async () => {
  const name = 'Montréal → Łódź 🚚 قاطرة'

  const made = await user.templates.createTemplate({
    body: { name, subject: name, template: `<p>${name}</p>`, cc: [], labels: [name] },
  })

  expect(made).toMatchObject({ name, subject: name, labels: [name] })
})
