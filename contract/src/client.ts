import { safeParse } from 'zod/mini'
import { accountApi } from './account.ts'
import { emailsApi } from './emails.ts'
import type { Api, Endpoint, Input, Response } from './endpoint.ts'
import { extensionApi } from './extension.ts'
import { homeApi } from './home.ts'
import { mailboxesApi } from './mailboxes.ts'
import { Problem, readProblem } from './problem.ts'
import { sessionsApi } from './sessions.ts'
import { signInApi } from './sign-in.ts'
import { snippetsApi } from './snippets.ts'
import { teamApi } from './team.ts'
import { telemetryApi } from './telemetry.ts'
import { templatesApi } from './templates.ts'

/** The endpoints of every feature, mounted by the server and called by the client. */
export const apis = {
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
export type Client = { [Feature in keyof typeof apis]: ClientOf<(typeof apis)[Feature]> }

/** Creates a typed client for all endpoints. Each call returns the contract's response or throws a Problem. */
export function createClient(send: Send): Client {
  const client = Object.fromEntries(Object.entries(apis).map(([feature, api]) => [feature, callsOf(api, send)]))
  return client as unknown as Client // Object.fromEntries loses the keys of `apis`
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
