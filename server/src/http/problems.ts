import type { Socket } from 'node:net'
import { Problem, type ProblemCode, toProblemDocument } from '@loadping/contract/problem'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

/** Turns everything that is thrown, by us or by Fastify, into a problem document; the only place that does. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    if (problem.status >= 500) request.log.error({ err: error }, 'a request failed')
    return sendProblem(reply, problem)
  })
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.code === 'not-signed-in') reply.header('www-authenticate', 'Bearer')
  if (problem.code === 'unavailable') reply.header('retry-after', '2')
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(toProblemDocument(problem))
}

/** Answers what Node could not read as a request, on the bare socket, and lets the peer go. */
export function handleMalformedRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const problem = new Problem('invalid-input', 'The request cannot be read.')
  const body = JSON.stringify(toProblemDocument(problem))
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error.validation)
  if (isDatabaseUnavailable(error))
    return new Problem('unavailable', 'The database cannot take this right now. Nothing was changed.')

  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return (
    codeByStatus[status] ?? new Problem('unexpected', 'Something went wrong on our side. Nothing you typed is lost.')
  )
}

/** More than a form can show is told to nobody. */
const maxFieldErrors = 20

function invalidInput(
  validation: { keyword: string; instancePath: string; message?: string; params: Record<string, unknown> }[],
): Problem {
  const fields = validation
    .slice(0, maxFieldErrors)
    .flatMap(({ keyword, instancePath, message = 'Not as agreed', params }) => {
      const path = instancePath.slice(1)
      const unknownKeys =
        keyword === 'unrecognized_keys' && Array.isArray(params['keys'])
          ? params['keys'].slice(0, maxFieldErrors).map(pointerPart)
          : undefined
      return (
        unknownKeys?.map((key): [string, string] => [path ? `${path}/${key}` : key, 'Not known here']) ?? [
          [path, message] satisfies [string, string],
        ]
      )
    })
  const first = fields.filter(([path], index) => fields.findIndex(([earlier]) => earlier === path) === index)
  return new Problem('invalid-input', fields[0]?.[1] ?? 'Not as agreed', Object.fromEntries(first))
}

/** A key of the caller's own as one part of a JSON pointer (RFC 6901). */
const pointerPart = (key: unknown): string => String(key).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')

/** Fastify's own refusals, whose texts would tell more than they should. */
const codeByStatus: Record<number, Problem> = Object.fromEntries(
  (
    [
      [400, 'invalid-input', 'The request cannot be read.'],
      [403, 'not-found', 'There is nothing here.'],
      [404, 'not-found', 'There is nothing here.'],
      [405, 'not-found', 'There is nothing here.'],
      [413, 'too-large', 'At most 256 KB are taken.'],
      [414, 'invalid-input', 'The address is too long.'],
      [415, 'wrong-type', 'Only application/json is taken.'],
    ] satisfies [number, ProblemCode, string][]
  ).map(([status, code, message]) => [status, new Problem(code, message)]),
)

/** No connection, ended connections, a full or read-only disk, a statement that ran out of time: refused, not broken (K06, K07). */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|53|57|58)...$|^25006$|^XX00[01]$|^25P03$/.test(code) ||
    /^(ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}
