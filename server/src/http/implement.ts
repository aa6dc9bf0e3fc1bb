import { Readable } from 'node:stream'
import type { Api, Endpoint, HandlerResult, ValidInput } from '@loadping/contract/wire/endpoint'
import { leftOutHeader } from '@loadping/contract/wire/left-out'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import type { Caller, Context, Deps, PublicContext } from '../context.ts'
import { authorize, contextOf, type FindCaller } from './authorize.ts'
import { classOf } from './overload.ts'
import { isWellFormedText, malformedTextMessage } from './strict-json.ts'

/** A file that is sent as its pieces come. */
type Download = { name: string; type: string; size: number; pieces: AsyncIterable<Uint8Array> }

/** A handler may return a long text in pieces, which are sent as they come. It returns a file as a download. */
type Result<E extends Endpoint> =
  string extends HandlerResult<E>
    ? HandlerResult<E> | AsyncIterable<string>
    : File extends HandlerResult<E>
      ? Download
      : HandlerResult<E>
type Handler<E extends Endpoint> = (
  ctx: E['access'] extends 'public' ? PublicContext : Context,
  input: ValidInput<E>,
) => Result<E> | Promise<Result<E>>
type Handlers<A extends Api> = { [Name in keyof A]: Handler<A[Name]> }

/** A feature's endpoints with their handlers, ready to be mounted. */
export type Feature = { api: Api; mount: (app: FastifyInstance, deps: Deps, findCaller: FindCaller) => void }

/** Implements an API; a missing handler does not compile. */
export function implement<const A extends Api>(api: A, handlers: Handlers<A>): Feature {
  return {
    api,
    mount(app, deps, findCaller) {
      for (const [name, endpoint] of Object.entries(api))
        mountEndpoint(app, deps, findCaller, { name, endpoint, handler: handlers[name] as AnyHandler }) // `handlers` has the same keys as `api`
    },
  }
}

type AnyHandler = (ctx: PublicContext, input: Record<string, unknown>) => unknown

function mountEndpoint(
  app: FastifyInstance,
  deps: Deps,
  findCaller: FindCaller,
  { name, endpoint, handler }: { name: string; endpoint: Endpoint; handler: AnyHandler },
): void {
  const { access, mayBeUnchanged, method, path, params, query, headers, body, response } = endpoint
  const limit = endpoint.limit ?? (access === 'public' ? 'public' : undefined)
  const requestClass = classOf(endpoint)
  const contexts = new WeakMap<FastifyRequest, PublicContext>()
  const schema: FastifySchema = {
    response: { 200: response, ...(mayBeUnchanged && { 304: unchanged }) },
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    operationId: name,
    summary: inWords(name),
    security: access === 'public' ? [] : [{ bearer: [] }],
    description: describe(endpoint),
  }

  app.route({
    method,
    url: path,
    schema,
    ...(access === 'public' && { bodyLimit: publicBodyLimit }),
    config: { requestClass, ...(limit && { limit }) },
    // Authorize before validating, so that strangers learn nothing about input schemas.
    async onRequest(request) {
      rejectMalformedUrl(request)
      const ctx = contextOf(deps, request)
      if (access === 'public') return void contexts.set(request, ctx)
      const caller = await authorize(ctx, findCaller, endpoint)
      request.userId = caller.userId
      const withCaller: Context = {
        ...ctx,
        caller,
        ...(mayLeaveOut(endpoint, caller) && { leftOut: new Set<string>() }),
      }
      contexts.set(request, withCaller)
    },
    async preValidation(request) {
      rejectUndeclared(request, endpoint)
    },
    async handler(request, reply) {
      const ctx = contexts.get(request) ?? contextOf(deps, request)
      const { params, query, headers, body } = request
      const work = async () => reply.sent || handler(ctx, { params, query, headers, body })
      const inTurn = async () => reply.sent || deps.admission.run(requestClass, work)
      const result = await (asksOthers.has(limit) ? work() : takeTurn(ctx, inTurn))
      if (reply.sent) return reply // it took too long and was refused
      if (mayBeUnchanged && result === null) return reply.code(304).send()
      if (ctx.leftOut && ctx.leftOut.size > 0) reply.header(leftOutHeader, ctx.leftOut.size)
      if (isDownload(result)) return sendDownload(reply, result)
      return isInPieces(result) ? reply.type('text/csv; charset=utf-8').send(Readable.from(result)) : reply.send(result)
    },
  })
}

/** Whether the answer goes to a page of the dashboard, which says that something is left out. A file could not. */
const mayLeaveOut = ({ method, response, mayBeUnchanged }: Endpoint, { audience }: Caller): boolean =>
  method === 'GET' && audience === 'web' && !mayBeUnchanged && !['string', 'file'].includes(response._zod.def.type)

/** What is called without an account takes tokens and reports, whose reading takes the time of others. */
export const publicBodyLimit = 16 * 1024

/** Calls that wait for outside services, which may take seconds, have limits of their own and delay no other of their user. */
const asksOthers = new Set<Endpoint['limit'] | 'public'>(['lookups', 'domain-checks', 'payments', 'test-emails'])

/** Runs work when it is the turn of its caller, and of the caller's team. */
function takeTurn<Result>(ctx: PublicContext | Context, work: () => Promise<Result>): Promise<Result> {
  const { turns, client } = ctx
  if (!('caller' in ctx)) return turns.network(client.network, work)
  const { userId, organizationId } = ctx.caller
  return turns.user(userId, () => (organizationId === null ? work() : turns.team(organizationId, work)))
}

/** The answer without a body that nothing changed. */
const unchanged = z.null().check(z.describe('Unchanged since the version'))

const isDownload = (result: unknown): result is Download => 'pieces' in Object(result)

const sendDownload = (reply: FastifyReply, { name, type, size, pieces }: Download) =>
  reply
    .type(type)
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(pieces, { objectMode: false }))

const isInPieces = (result: unknown): result is AsyncIterable<string> => Symbol.asyncIterator in Object(result)

/** Rejects a body or query that the endpoint does not declare; schemas check only declared parts. */
function rejectUndeclared(request: FastifyRequest, { query, body }: Endpoint): void {
  if (!body && request.body !== undefined) throw new Problem('invalid-input', "This endpoint doesn't accept a body.")
  if (!query && Object.keys(Object(request.query)).length > 0)
    throw new Problem('invalid-input', "This endpoint doesn't accept query parameters.")
}

function rejectMalformedUrl({ params, query, url }: FastifyRequest): void {
  if (!isDecodable(url)) throw new Problem('invalid-input', malformedTextMessage)
  for (const value of [...Object.values(Object(params)), ...Object.values(Object(query))].flat()) {
    if (typeof value === 'string' && !isWellFormedText(value)) throw new Problem('invalid-input', malformedTextMessage)
  }
}

/** Whether the URL is valid percent-encoded UTF-8. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/** `listTemplates` reads "List templates". */
const inWords = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const describe = ({ access, extension }: Endpoint): string =>
  `Access: ${access}${extension ? ", also with the extension's session" : ''}.`
