import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Problem, type ProblemCode, toProblemDocument } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isOutdatedStatement } from '../db/prepared-statements.ts'

/** Turns every error, ours or Fastify's, into a problem document. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const isCutOff = error === request.raw.errored // the client closed the connection while it sent the body
    const problem = isCutOff ? malformedRequest : toProblem(error, request.routeOptions.bodyLimit)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendProblem(reply, problem)
  })
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.code === 'not-signed-in') reply.header('www-authenticate', 'Bearer')
  if (problem.code === 'unavailable') reply.header('retry-after', retrySeconds)
  if ('retryAfterSeconds' in problem) reply.header('retry-after', String(problem.retryAfterSeconds))
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(toProblemDocument(problem))
}

const retrySeconds = '2'

/** Responds to HTTP that is unparsable, or that took too long to arrive, and closes the connection. */
export function handleMalformedRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  refuseOnSocket(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow : malformedRequest)
}

/** What hooks set on every other response; nothing may be done with a problem but to read it. */
const rawHeaders = [
  "content-security-policy: default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'strict-transport-security: max-age=31536000; includeSubDomains',
  'x-content-type-options: nosniff',
  'cross-origin-resource-policy: same-origin',
  'referrer-policy: no-referrer',
  'cache-control: no-store',
]

/** Answers with a problem on the raw socket, and closes it. */
export function refuseOnSocket(socket: Socket, problem: Problem): void {
  const body = JSON.stringify(toProblemDocument(problem))
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...(problem.code === 'unavailable' ? [`retry-after: ${retrySeconds}`] : []),
    ...rawHeaders,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

export const tooSlow = new Problem('unavailable', 'The request took too long to arrive. Try again.')
const malformedRequest = new Problem('invalid-input', 'Malformed request.')

function toProblem(error: unknown, bodyLimit: number): Problem {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error.validation)
  if (isDatabaseUnavailable(error)) return new Problem('unavailable', "We can't save right now. Try again shortly.")

  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new Problem('too-large', `Request body must be ${bodyLimit / 1_024} KB or less.`)
  return codeByStatus[status] ?? new Problem('unexpected', 'Something went wrong on our end. Try again.')
}

/** More errors than a form can show. */
const maxFieldErrors = 20

function invalidInput(
  validation: { keyword: string; instancePath: string; message?: string; params: Record<string, unknown> }[],
): Problem {
  const fields = validation
    .slice(0, maxFieldErrors)
    .flatMap(({ keyword, instancePath, message = 'Invalid', params }) => {
      const path = instancePath.slice(1)
      const unknownKeys =
        keyword === 'unrecognized_keys' && Array.isArray(params['keys'])
          ? params['keys'].slice(0, maxFieldErrors).map(pointerPart)
          : undefined
      return (
        unknownKeys?.map((key): [string, string] => [path ? `${path}/${key}` : key, 'Unknown field']) ?? [
          [path, message] satisfies [string, string],
        ]
      )
    })
  const first = fields.filter(([path], index) => fields.findIndex(([earlier]) => earlier === path) === index)
  return new Problem('invalid-input', fields[0]?.[1] ?? 'Invalid', Object.fromEntries(first))
}

/** Escapes a key for a JSON pointer (RFC 6901). */
const pointerPart = (key: unknown): string => String(key).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')

/** Replacements for Fastify's own errors, whose messages reveal internals. */
const codeByStatus: Record<number, Problem> = Object.fromEntries(
  (
    [
      [400, 'invalid-input', 'Malformed request.'],
      [403, 'not-found', 'Not found.'],
      [404, 'not-found', 'Not found.'],
      [405, 'not-found', 'Not found.'],
      [414, 'invalid-input', 'The URL is too long.'],
      [415, 'wrong-type', 'Content-Type must be application/json.'],
    ] satisfies [number, ProblemCode, string][]
  ).map(([status, code, message]) => [status, new Problem(code, message)]),
)

/** Whether the database is temporarily unavailable: unreachable, out of space, too slow, or migrated meanwhile. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    isOutdatedStatement(error) ||
    /^(08|53|57|58)...$|^25006$|^XX00[01]$|^25P03$/.test(code) ||
    /^(ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(code) ||
    /Connection terminated|is not queryable|Query read timeout|timeout exceeded when trying to connect/.test(
      error.message,
    )
  )
}
