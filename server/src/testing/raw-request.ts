import { ProblemDocument, problemStatus } from '@loadping/contract/wire/problem'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Part, Sample } from './every-endpoint.ts'

export type Answer = { status: number; contentType: string; headers: Record<string, unknown>; text: string; ms: number }

/** A raw request; nothing in it is encoded or checked. */
export type RawRequest = {
  method: NonNullable<InjectOptions['method']>
  url: string
  headers?: Record<string, string>
  payload?: string | Buffer
  bearer?: string | undefined
}

export async function rawRequest(
  app: FastifyInstance,
  { method, url, headers = {}, payload, bearer }: RawRequest,
): Promise<Answer> {
  const begun = performance.now()
  const answer = await app.inject({
    method,
    url,
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  return {
    status: answer.statusCode,
    contentType: String(answer.headers['content-type']),
    headers: answer.headers,
    text: answer.body,
    ms: performance.now() - begun,
  }
}

/** A sample's parts with some replaced: params and query as in the URL, the body also as text or bytes. */
export type Changed = { [P in Part]?: unknown } & { payload?: string | Buffer }

/** Tokens that together may call every endpoint: some are only for brokers. */
export type Bearers = { broker: string; other: string }

/** Turns a sample into a request, with this bearer token, or that of its kind, where the endpoint needs one. */
export function rawRequestFor(
  { endpoint, input }: Sample,
  changed: Changed = {},
  given?: string | Bearers,
): RawRequest {
  const bearer = typeof given === 'object' ? given[endpoint.access === 'broker' ? 'broker' : 'other'] : given
  const { params, query, headers, body } = { ...input, ...changed }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(Object(params)[name]))
  const search = Object.entries(Object(query)).map(([name, value]) => `${name}=${String(value)}`)
  return {
    method: endpoint.method,
    url: search.length > 0 ? `${path}?${search.join('&')}` : path,
    headers: Object.fromEntries(Object.entries(Object(headers)).map(([name, value]) => [name, String(value)])),
    ...(body !== undefined && { payload: changed.payload ?? JSON.stringify(body) }),
    ...(endpoint.access !== 'public' && { bearer }),
  }
}

const leak =
  /\n\s+at |\.(ts|js|mjs|sql):\d|node_modules|node:internal|\/(work|home|root|tmp|usr|var)\/|\b(select|insert into|update|delete from)\b.*\b(from|set|values|where)\b|syntax error|relation "|duplicate key|zod|fastify|postgres|kysely|FST_ERR/i

/** Returns what is wrong with a rejection, or undefined: it must be a problem document that reveals no internals. */
export function problemError({ status, contentType, text }: Answer): string | undefined {
  if (status < 400) return undefined
  if (!contentType.startsWith('application/problem+json')) return `${status} is ${contentType}: ${text.slice(0, 200)}`
  const { data: document } = ProblemDocument.safeParse(JSON.parse(text))
  if (!document) return `no problem document: ${text}`
  const expected = Object.entries(problemStatus).find(([code]) => code === document.code)?.[1]
  if (expected !== status || document.status !== status) return `the code does not fit ${status}: ${text}`
  if (document.type !== `urn:loadping:problem:${document.code}` || !document.title || !document.detail)
    return `type, title or detail is missing: ${text}`
  if (document.errors?.some(({ pointer }) => !/^(\/([^~/]|~[01])*)*$/.test(pointer))) return `no JSON pointer: ${text}`
  return leak.test(text) ? `tells about our insides: ${text}` : undefined
}
