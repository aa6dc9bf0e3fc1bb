import * as z from 'zod/mini'
import type { Random } from '../demo/demo-random.ts'
import { replaceAt } from './every-endpoint.ts'
import type { RawRequest } from './raw-request.ts'
import { texts } from './samples.ts'

/** The parts of JSON Schema that the OpenAPI document uses. */
type JsonSchema = {
  $ref?: string | undefined
  type?: string | string[] | undefined
  enum?: unknown[] | undefined
  const?: unknown
  format?: string | undefined
  pattern?: string | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minItems?: number | undefined
  items?: JsonSchema | undefined
  properties?: Record<string, JsonSchema> | undefined
  required?: string[] | undefined
  propertyNames?: JsonSchema | undefined
  additionalProperties?: JsonSchema | boolean | undefined
  anyOf?: JsonSchema[] | undefined
  allOf?: JsonSchema[] | undefined
}

const JsonSchema: z.ZodMiniType<JsonSchema> = z.lazy(() =>
  z.object({
    $ref: z.optional(z.string()),
    type: z.optional(z.union([z.string(), z.array(z.string())])),
    enum: z.optional(z.array(z.unknown())),
    const: z.optional(z.unknown()),
    format: z.optional(z.string()),
    pattern: z.optional(z.string()),
    minLength: z.optional(z.number()),
    maxLength: z.optional(z.number()),
    minimum: z.optional(z.number()),
    maximum: z.optional(z.number()),
    minItems: z.optional(z.number()),
    items: z.optional(JsonSchema),
    properties: z.optional(z.record(z.string(), JsonSchema)),
    required: z.optional(z.array(z.string())),
    propertyNames: z.optional(JsonSchema),
    additionalProperties: z.optional(z.union([JsonSchema, z.boolean()])),
    anyOf: z.optional(z.array(JsonSchema)),
    allOf: z.optional(z.array(JsonSchema)),
  }),
)

const Operation = z.object({
  operationId: z.string(),
  security: z.array(z.unknown()),
  parameters: z._default(
    z.array(z.object({ in: z.string(), name: z.string(), required: z.optional(z.boolean()), schema: JsonSchema })),
    [],
  ),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema: JsonSchema })) })),
  responses: z.record(z.string(), z.unknown()),
})
type Operation = z.infer<typeof Operation> & { path: string; method: string }

const Document = z.object({
  components: z.object({ schemas: z.record(z.string(), JsonSchema) }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})

/** An id or key of an earlier answer: of what it is, such as `template`, and the word of who was told it. */
export type Seen = { text: string; kind: string; word: string }

/** What an input is made of: ids and keys of earlier answers, and a word by which the caller's own texts are known. */
export type World = { random: Random; seen: Seen[]; word: string }

/** A path, query, headers and body, before a request is made of them. */
export type Input = {
  path: Record<string, unknown>
  query: Record<string, unknown>
  header: Record<string, unknown>
  body?: unknown
}

/** Reads an OpenAPI document: its operations, and random inputs for each of them. */
export function readOpenApi(text: string) {
  const { components, paths } = Document.parse(JSON.parse(text))
  const operations: Operation[] = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ ...operation, path, method: verb.toUpperCase() })),
  )
  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})

  function createValue(given: JsonSchema, world: Place): unknown {
    const schema = merged(resolve(given))
    const { random } = world
    if (schema.anyOf) return createValue(random.pick(schema.anyOf), world)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    if (Array.isArray(schema.type)) return createValue({ ...schema, type: random.pick(schema.type) }, world)
    if (schema.type === 'object') return createObject(schema, world)
    if (schema.type === 'array') {
      const count = Math.max(schema.minItems ?? 0, random.between(0, 2))
      return Array.from({ length: count }, () => createValue(schema.items ?? {}, world))
    }
    if (schema.type === 'string') return textOf(schema, world)
    if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema, random)
    return schema.type === 'boolean' ? random.happens(50) : null
  }

  /** Joins what must hold together; of texts only the last pattern, which the API may refuse. */
  const merged = ({ allOf = [], ...schema }: JsonSchema): JsonSchema => {
    const all = [schema, ...allOf.map(resolve)]
    if (all.length === 1) return schema
    const properties = all.flatMap((one) => Object.entries(one.properties ?? {}))
    const required = all.flatMap((one) => one.required ?? [])
    return Object.assign({}, ...all, {
      required,
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    })
  }

  function createObject(
    { properties = {}, required = [], propertyNames, additionalProperties }: JsonSchema,
    world: Place,
  ) {
    const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || world.random.happens(60))
    const entries = chosen.map(([name, schema]): [string, unknown] => [
      name,
      createValue(schema, { ...world, field: name }),
    ])
    if (typeof additionalProperties === 'object' && propertyNames)
      entries.push([String(createValue(propertyNames, world)), createValue(additionalProperties, world)])
    return Object.fromEntries(entries)
  }

  function inputFor({ path, parameters, requestBody }: Operation, world: World): Input {
    const input: Input = { path: {}, query: {}, header: {} }
    for (const { in: place, name, required, schema } of parameters)
      if (required || world.random.happens(60))
        groupOf(input, place)[name] = createValue(schema, { ...world, path, field: name })
    const body = requestBody?.content['application/json']?.schema
    return body ? { ...input, body: createValue(body, { ...world, path, field: '' }) } : input
  }
  return { operations, inputFor }
}

/** Where a value stands: in an operation's path, in the field of that name. */
type Place = World & { path: string; field: string }

/** Turns an input into a request; what can't be in a URL or header is left out. */
export function requestFor(
  { path, method }: { path: string; method: string },
  input: Input,
  bearer: string,
): RawRequest {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(shownAs(input.path[name])))
  const query = Object.entries(input.query).map(([name, value]) => `${name}=${encodeURIComponent(shownAs(value))}`)
  const headers = Object.entries(input.header).map(([name, value]) => [
    name,
    shownAs(value).replace(/[^\x20-\x7e]/g, ''),
  ])
  return {
    method: method as RawRequest['method'],
    url: query.length > 0 ? `${url}?${query.join('&')}` : url,
    headers: Object.fromEntries(headers),
    ...('body' in input && { payload: JSON.stringify(input.body) }),
    bearer,
  }
}

const shownAs = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

const groupOf = (input: Input, place: string): Record<string, unknown> =>
  place === 'path' ? input.path : place === 'query' ? input.query : input.header

/** What fields must be that the document says nothing of. */
const expectedIn: Record<string, string> = {
  to: 'maria1@redbud.example',
  cc: 'maria2@redbud.example',
  address: 'maria3@redbud.example',
  email: 'maria4@redbud.example',
  contactEmail: 'maria5@redbud.example',
  timeZone: 'America/Chicago',
}

/** Names what exists where only an id or a key fits, and never in a free text, which its writer reads again. */
function textOf({ pattern = '', minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema, place: Place) {
  const { random, seen, word, path, field } = place
  const shape = new RegExp(pattern, 'u')
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength && shape.test(text)
  const expected = expectedIn[field]
  if (expected !== undefined && fits(expected) && random.happens(80)) return expected
  const isKey = !fits('Joliet, IL') && !fits('Joliet')
  const known = isKey ? seen.filter(({ text }) => fits(text)) : []
  const own = known.filter((one) => one.kind === kindOf(path, field) && one.word === word)
  if (own.length > 0 && random.happens(70)) return random.pick(own).text
  const isNew = /^idempotency/i.test(field)
  if (known.length > 0 && random.happens(isNew ? 20 : 90)) return random.pick(known).text
  const newId = `10000000-0000-4000-8000-${String(random.between(0, 1e12 - 1)).padStart(12, '0')}`
  const usual = [
    newId,
    ...texts,
    `maria${random.between(1, 9)}@redbud.example`,
    `${word} ${random.between(1, 999)}`,
  ].filter(fits)
  return usual.length > 0 ? random.pick(usual) : ''
}

function numberOf({ minimum = 0, maximum = 1_000 }: JsonSchema, random: Random): number {
  return random.pick([minimum, maximum, random.between(minimum, Math.min(maximum, minimum + 1_000))])
}

const id = /^([\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[\da-f]{4}-[\da-f]{12}|[\w-]{22})$/

/** Keeps what an answer names, so that later inputs ask for it, as its owner and as others. */
export function remember({ seen, random, word }: World, path: string, answer: unknown): void {
  for (const [field, value] of Object.entries(Object(answer))) {
    if (typeof value === 'object') remember({ seen, random, word }, path, value)
    else if (id.test(String(value)) && !seen.some(({ text }) => text === value)) {
      const found = { text: String(value), kind: kindOf(path, field), word }
      seen.length < 400 ? seen.push(found) : seen.splice(random.between(0, 399), 1, found)
    }
  }
}

/** Forgets what was told to a caller who is there no more. */
export function forget({ seen, word }: World): void {
  seen.splice(0, seen.length, ...seen.filter((one) => one.word !== word))
}

/** What a field names: `templateId` a template, and `id` what its path is about. */
const kindOf = (path: string, field: string): string =>
  /^(id|ids|key)$/.test(field) ? (path.split('/')[1] ?? '').replace(/s$/, '') : field.replace(/Ids?$/, '')

/** What a field may get instead of its value. */
const hostile: unknown[] = [
  null,
  [],
  {},
  -1,
  0,
  0.1,
  2 ** 31,
  2 ** 53 + 2,
  true,
  '',
  ' ',
  'x'.repeat(5_000),
  '{{constructor}}',
  '{{#if}}{{/each}}',
  "' or 1=1 --",
  '<img src=x onerror=alert(1)>',
  '../../../etc/passwd',
  'a@b.example\r\nBcc: c@d.example',
  '\u202Eexe.moc',
  '٣٤٥',
  '=cmd|calc',
  '00000000-0000-0000-0000-000000000000',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1}'),
  Array.from({ length: 500 }, (_, index) => index),
]

/** Returns the input with one of its values, or its whole body, replaced by a hostile one. */
export function spoiled(input: Input, random: Random): Input {
  const places = placesIn(input)
  if (places.length === 0) return input
  const [part, ...keys] = random.pick(places)
  const by = random.pick(hostile)
  if (part === 'body') return { ...input, body: replaceAt(input.body, keys, by) }
  return { ...input, [String(part)]: replaceAt(groupOf(input, String(part)), keys, by) }
}

/** Lists the paths of all values below a path, query, header or body, and of the body itself. */
const placesIn = ({ path, query, header, body }: Input): string[][] => [
  ...pathsBelow({ path, query, header }).filter((keys) => keys.length > 1),
  ...(body === undefined ? [] : [['body'], ...pathsBelow({ body })]),
]

const pathsBelow = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[key], ...pathsBelow(inner).map((rest) => [key, ...rest])])
    : []
