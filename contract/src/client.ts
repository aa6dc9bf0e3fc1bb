import { safeParse } from 'zod/mini'
import { accountApi } from './account.ts'
import { emailsApi } from './emails.ts'
import type { Api, Endpoint, Input, Response } from './endpoint.ts'
import { extensionApi } from './extension.ts'
import { fuelApi } from './fuel.ts'
import { homeApi } from './home.ts'
import { mailboxesApi } from './mailboxes.ts'
import { placesApi } from './places.ts'
import { Problem, readProblem } from './problem.ts'
import { sessionsApi } from './sessions.ts'
import { signInApi } from './sign-in.ts'
import { snippetsApi } from './snippets.ts'
import { teamApi } from './team.ts'
import { telemetryApi } from './telemetry.ts'
import { templatesApi } from './templates.ts'

/** The endpoints that the first page of a client needs. */
const firstApis = {
  signIn: signInApi,
  sessions: sessionsApi,
  account: accountApi,
  templates: templatesApi,
  snippets: snippetsApi,
  emails: emailsApi,
  mailboxes: mailboxesApi,
  home: homeApi,
  extension: extensionApi,
  team: teamApi,
  telemetry: telemetryApi,
}

/** The endpoints of every feature, as the server mounts them. */
export const apis = { ...firstApis, places: placesApi, fuel: fuelApi }

/** Sends one request and returns status and body (JSON or text). Throws only when there is no response. */
export type Send = (request: {
  method: Endpoint['method']
  path: string
  headers: Record<string, string>
  body: unknown
}) => Promise<{ status: number; body: unknown }>

type Call<E extends Endpoint> = keyof Input<E> extends never
  ? () => Promise<Response<E>>
  : (input: Input<E>) => Promise<Response<E>>
export type ClientOf<A extends Api> = { [Name in keyof A]: Call<A[Name]> }
export type ClientFor<All extends Record<string, Api>> = { [Feature in keyof All]: ClientOf<All[Feature]> }
export type Client = ClientFor<typeof firstApis>

/** Creates a typed client for what the first page needs; a screen that loads later creates one for its own endpoints. */
export const createClient = (send: Send): Client => createClientFor(firstApis, send)

/** Creates a typed client for these endpoints. Each call returns the contract's response or throws a Problem. */
export function createClientFor<const All extends Record<string, Api>>(all: All, send: Send): ClientFor<All> {
  const client = Object.fromEntries(Object.entries(all).map(([feature, api]) => [feature, callsOf(api, send)]))
  return client as unknown as ClientFor<All> // Object.fromEntries loses the keys of `all`
}

const callsOf = (api: Api, send: Send) =>
  Object.fromEntries(
    Object.entries(api).map(([name, endpoint]) => [name, (input: AnyInput = {}) => call(endpoint, input, send)]),
  )

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

  const response = await send({ method: endpoint.method, path: search ? `${path}?${search}` : path, headers, body })
  if (response.status >= 400) throw readProblem(response.status, response.body)

  const { success, data } = safeParse(endpoint.response, response.body)
  if (!success) throw new Problem('unexpected', 'Something went wrong on our end. Try again.')
  return data
}
