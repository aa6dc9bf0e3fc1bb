import type { Api, Endpoint, HandlerResult, ValidInput } from '@loadping/contract/endpoint'
import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import type { Context, Deps, PublicContext } from '../context.ts'
import { authorize, type CallerChecks, readClientInfo } from './authorize.ts'
import { isWellFormedText, malformedTextMessage } from './strict-json.ts'

type Handler<E extends Endpoint> = (
  ctx: E['access'] extends 'public' ? PublicContext : Context,
  input: ValidInput<E>,
) => HandlerResult<E> | Promise<HandlerResult<E>>
type Handlers<A extends Api> = { [Name in keyof A]: Handler<A[Name]> }

/** A feature's endpoints with their handlers, ready to be mounted. */
export type Feature = { api: Api; mount: (app: FastifyInstance, deps: Deps, checks: CallerChecks) => void }

/** Answers a contract: every endpoint gets its handler, or it does not compile. */
export function implement<const A extends Api>(api: A, handlers: Handlers<A>): Feature {
  return {
    api,
    mount(app, deps, checks) {
      for (const [name, endpoint] of Object.entries(api))
        mountEndpoint(app, deps, checks, { name, endpoint, handler: handlers[name] as AnyHandler }) // the same keys, looked up by name
    },
  }
}

type AnyHandler = (ctx: PublicContext, input: Record<string, unknown>) => unknown

function mountEndpoint(
  app: FastifyInstance,
  deps: Deps,
  checks: CallerChecks,
  { name, endpoint, handler }: { name: string; endpoint: Endpoint; handler: AnyHandler },
): void {
  const { access, limit, method, path, params, query, headers, body, response } = endpoint
  const contexts = new WeakMap<FastifyRequest, PublicContext>()
  const schema: FastifySchema = {
    response: { 200: response },
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    ...{ operationId: name, security: access === 'public' ? [] : [{ bearer: [] }], description: describe(endpoint) },
  }

  app.route({
    method,
    url: path,
    schema,
    ...(limit && { config: { limit } }),
    // Who it is comes before what they say: a stranger learns nothing about shapes.
    async onRequest(request) {
      refuseBadAddress(request)
      const ctx: PublicContext = { ...deps, visitor: readClientInfo(request) }
      contexts.set(request, access === 'public' ? ctx : await withCaller(ctx, checks, endpoint))
    },
    async preValidation(request) {
      refuseUndeclared(request, endpoint)
    },
    async handler(request, reply) {
      const ctx = contexts.get(request) ?? { ...deps, visitor: readClientInfo(request) }
      const answer = await handler(ctx, {
        params: request.params,
        query: request.query,
        headers: request.headers,
        body: request.body,
      })
      return reply.send(answer)
    },
  })
}

const withCaller = async (ctx: PublicContext, checks: CallerChecks, endpoint: Endpoint): Promise<Context> => ({
  ...ctx,
  caller: await authorize(ctx, checks, endpoint),
})

/** What the contract does not name is refused; the schemas do so only for the parts that there are. */
function refuseUndeclared(request: FastifyRequest, { query, body }: Endpoint): void {
  if (!body && request.body !== undefined) throw new Problem('invalid-input', 'No body is taken here.')
  if (!query && Object.keys(Object(request.query)).length > 0)
    throw new Problem('invalid-input', 'No query is taken here.')
}

function refuseBadAddress({ params, query, url }: FastifyRequest): void {
  if (!isDecodable(url)) throw new Problem('invalid-input', malformedTextMessage)
  for (const value of [...Object.values(Object(params)), ...Object.values(Object(query))].flat()) {
    if (typeof value === 'string' && !isWellFormedText(value)) throw new Problem('invalid-input', malformedTextMessage)
  }
}

/** Bytes that are no text would come out as something that nobody sent. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

const describe = ({ access, extension }: Endpoint): string =>
  `Access: ${access}${extension ? ', also with the extension’s session' : ''}.`
