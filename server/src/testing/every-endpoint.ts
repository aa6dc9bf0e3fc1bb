import { apis } from '@loadping/contract/client'
import type { Api, Endpoint } from '@loadping/contract/wire/endpoint'
import * as z from 'zod/mini'
import { samplesOf } from './samples.ts'

/** Every endpoint of the contract, so that a test over all endpoints covers new ones automatically. */
export const everyEndpoint: { name: string; endpoint: Endpoint }[] = Object.values<Api>(apis).flatMap((api) =>
  Object.entries(api).map(([name, endpoint]) => ({ name, endpoint })),
)

export const endsSession = (name: string): boolean => name === 'logout' || name === 'endAllSessions'

const parts = ['params', 'query', 'headers', 'body'] as const
export type Part = (typeof parts)[number]

/** One request that the contract allows, by its parts. */
export type Sample = { name: string; endpoint: Endpoint; input: { [P in Part]?: unknown } }

/** Valid requests: one per endpoint, or as many as needed to include every key. */
export const everySample: Sample[] = everyEndpoint.flatMap(({ name, endpoint }) => {
  const choices = parts.flatMap((part) => (endpoint[part] ? [{ part, values: samplesOf(endpoint[part]) }] : []))
  const count = Math.max(1, ...choices.map(({ values }) => values.length))
  return Array.from({ length: count }, (_, index) => ({
    name,
    endpoint,
    input: Object.fromEntries(choices.map(({ part, values }) => [part, values[index] ?? values[0]])),
  }))
})

export type InputValue = { sample: Sample; part: Part; path: string[]; value: unknown }

/** Every value in every sample that a caller can replace. */
export const everyInputValue: InputValue[] = everySample.flatMap((sample) =>
  parts.flatMap((part) =>
    part in sample.input ? leavesOf(sample.input[part]).map(({ path, value }) => ({ sample, part, path, value })) : [],
  ),
)

/** Every object in the sample bodies, to which a caller can add a key. */
export const everyObject: { sample: Sample; path: string[] }[] = everySample.flatMap((sample) =>
  objectsOf(sample.input.body).map((path) => ({ sample, path })),
)

/** Returns the value with the part at that path replaced. */
export function replaceAt(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? replaceAt(item, rest, replacement) : item))
  const entries = Object.entries(Object(value))
  const isThere = entries.some(([name]) => name === key)
  return Object.fromEntries([
    ...entries.map(([name, inner]) => [name, name === key ? replaceAt(inner, rest, replacement) : inner]),
    ...(isThere ? [] : [[key, replacement]]),
  ])
}

/** Whether the contract accepts this part. */
export const isAccepted = ({ endpoint }: Sample, part: Part, value: unknown): boolean => {
  const schema = endpoint[part]
  return schema !== undefined && z.safeParse(schema, value).success
}

function leavesOf(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

function objectsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, item]) => objectsOf(item, [...path, key]))
  return Array.isArray(value) ? inner : [path, ...inner]
}
