import { apis } from '@loadping/contract/client'
import type { Endpoint } from '@loadping/contract/wire/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { firefoxData } from '../access/disclosure.ts'
import { sentFields, sentRequests } from './sent-fields.ts'

const endpoints = new Map<string, Endpoint>(
  Object.values(apis)
    .flatMap((api): Endpoint[] => Object.values(api))
    .map((endpoint) => [nameOf(endpoint), endpoint]),
)

/** What the contract takes beside, which the extension does not send. */
const unsent: Record<string, string[]> = {
  'POST /emails': ['loadId'],
  'POST /contact-events': ['loadId'],
  'POST /loads': ['note'],
  'GET /home': ['steps'],
}

const inHeaders: Record<string, string> = { 'idempotency-key': 'clickKey', 'inquiry-age': 'clickAge' }

test.each(sentRequests)('[D12.5] the ledger lists all that $method $path takes', (request) => {
  const name = nameOf(request)
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`The contract has no ${name}`)

  const taken = [
    ...keysOf(endpoint.query),
    ...keysOf(endpoint.body),
    ...keysOf(endpoint.headers).map((header) => inHeaders[header] ?? header),
    ...(request.path.match(/(?<=:)\w+/g) ?? []),
  ]

  const expected = [...new Set(taken)].filter((field) => !unsent[name]?.includes(field))
  expect([...request.fields].sort()).toEqual(expected.sort())
})

test('[D12.5] [D12.15] the kinds of data of the listed fields are those that the store is told', () => {
  const kinds = Object.values<{ title: string; data?: string }>(sentFields).flatMap(({ data }) => data ?? [])
  const { required, optional } = firefoxData()

  expect([...new Set(kinds)].sort()).toEqual([...required, ...optional].sort())
})

test('[D12.5] every listed field is one of a request', () => {
  const used = new Set<string>([...sentRequests.flatMap(({ fields }) => fields), 'accessToken', 'extensionVersion'])

  expect(Object.keys(sentFields).filter((field) => !used.has(field))).toEqual([])
})

function nameOf({ method, path }: Pick<Endpoint, 'method'> & { path: string }): string {
  return `${method} ${path.replace(/:\w+/g, ':id')}`
}

/** Returns the names in a schema, with those in its parts that only group others. */
function keysOf(schema: unknown): string[] {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) return keysOf(schema.def.innerType)
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.flatMap(keysOf)
  if (!(schema instanceof z.ZodMiniObject)) return []
  return Object.entries(schema.shape).flatMap(([name, part]) =>
    ['load', 'about', 'expected'].includes(name) ? keysOf(part) : [name],
  )
}
