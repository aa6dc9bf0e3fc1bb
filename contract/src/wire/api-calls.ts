import { safeParse } from 'zod/mini'
import type { Api, Endpoint, Input, Response } from './endpoint.ts'
import { Problem, readProblem } from './problem.ts'

/** Sends one request and returns status and body: JSON or text, or the file. Throws only when there is no response. */
export type Send = (request: {
  method: Endpoint['method']
  path: string
  headers: Record<string, string>
  body: unknown
  /** Whether a success brings a file. */
  isFile?: boolean
}) => Promise<{ status: number; body: unknown }>

type Call<E extends Endpoint> = keyof Input<E> extends never
  ? () => Promise<Response<E>>
  : (input: Input<E>) => Promise<Response<E>>
type ClientOf<A extends Api> = { [Name in keyof A]: Call<A[Name]> }
export type ClientFor<All extends Record<string, Api>> = { [Feature in keyof All]: ClientOf<All[Feature]> }

/** Creates a typed client for these endpoints. Each call returns the contract's response or throws a Problem. */
export function createClientFor<const All extends Record<string, Api>>(all: All, send: Send): ClientFor<All> {
  const client = Object.fromEntries(Object.entries(all).map(([feature, api]) => [feature, callsOf(api, send)]))
  return client as unknown as ClientFor<All> // Object.fromEntries loses the keys of `all`
}

type Loaders = Record<string, () => Promise<Api>>
type Loaded<All extends Loaders> = { [Feature in keyof All]: Awaited<ReturnType<All[Feature]>> }

/** Creates a typed client for features whose endpoints load with their first call. */
export function createLazyClient<const All extends Loaders>(all: All, send: Send): ClientFor<Loaded<All>> {
  const callsLater = (load: () => Promise<Api>) =>
    new Proxy(
      {},
      {
        get: (_, name) => async (input: AnyInput) => {
          const calls: Calls = callsOf(await load(), send)
          return calls[name]?.(input)
        },
      },
    )
  const client = Object.fromEntries(Object.entries(all).map(([feature, load]) => [feature, callsLater(load)]))
  return client as ClientFor<Loaded<All>> // Object.fromEntries loses the keys of `all`
}

const callsOf = (api: Api, send: Send) =>
  Object.fromEntries(
    Object.entries(api).map(([name, endpoint]) => [name, (input: AnyInput = {}) => call(endpoint, input, send)]),
  )

type Calls = Record<PropertyKey, (input: AnyInput) => Promise<unknown>>
type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

async function call(
  endpoint: Endpoint,
  { params = {}, query = {}, headers = {}, body }: AnyInput,
  send: Send,
): Promise<unknown> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

  const response = await send({
    method: endpoint.method,
    path: search ? `${path}?${search}` : path,
    headers,
    body,
    ...(endpoint.response._zod.def.type === 'file' && { isFile: true }),
  })
  if (response.status === 304 && endpoint.mayBeUnchanged) return null
  if (response.status >= 400) throw readProblem(response.status, response.body)

  const { success, data } = safeParse(endpoint.response, response.body)
  if (!success) throw new Problem('unexpected', 'Something went wrong on our end. Try again.')
  return data
}
