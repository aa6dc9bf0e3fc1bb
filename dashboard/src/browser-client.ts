import { accountApi } from '@loadping/contract/account/account.api'
import type { Client } from '@loadping/contract/client'
import { signInApi } from '@loadping/contract/sign-in/sign-in.api'
import { telemetryApi } from '@loadping/contract/telemetry/telemetry.api'
import { createClientFor, createLazyClient, type Send } from '@loadping/contract/wire/api-calls'
import { leftOutHeader } from '@loadping/contract/wire/left-out'
import { Problem } from '@loadping/contract/wire/problem'
import { noteLeftOut } from './left-out.ts'
import { userIdOf } from './session/access-token.ts'
import { atHost } from './session/api-hosts.ts'
import { findAccessToken, readSession } from './session/session.ts'
import { refreshAhead, refreshTokens } from './session/token-refresh.ts'

const timeoutMilliseconds = 60_000
const refreshTimeoutMilliseconds = 8000
/** Time for a large file over a slow connection. */
const downloadTimeoutMilliseconds = 30 * 60_000

/**
 * Sends a call with the bearer token. A 401 refreshes the tokens and is returned as is; a response for a previous user
 * never resolves.
 */
const send: Send = (request) => {
  const token = findAccessToken()
  return exchange(request, token).finally(() => (isOtherUser(token) ? new Promise(() => {}) : undefined))
}

const firstApis = {
  signIn: signInApi,
  account: accountApi,
  telemetry: telemetryApi,
}

/** The endpoints that the sign-in page does not start with. */
const laterApis = {
  sessions: async () => (await import('@loadping/contract/sign-in/sessions.api')).sessionsApi,
  home: async () => (await import('@loadping/contract/home/home.api')).homeApi,
  notifications: async () => (await import('@loadping/contract/notifications/notifications.api')).notificationsApi,
  extension: async () => (await import('@loadping/contract/extension/extension.api')).extensionApi,
  templates: async () => (await import('@loadping/contract/templates/templates.api')).templatesApi,
  snippets: async () => (await import('@loadping/contract/snippets/snippets.api')).snippetsApi,
  emails: async () => (await import('@loadping/contract/emails/emails.api')).emailsApi,
  inquiries: async () => (await import('@loadping/contract/inquiries/inquiries.api')).inquiriesApi,
  practice: async () => (await import('@loadping/contract/practice/practice.api')).practiceApi,
  mailboxes: async () => (await import('@loadping/contract/mailboxes/mailboxes.api')).mailboxesApi,
  map: async () => (await import('@loadping/contract/map/map.api')).mapApi,
  team: async () => (await import('@loadping/contract/team/team.api')).teamApi,
  places: async () => (await import('@loadping/contract/places/places.api')).placesApi,
  fuel: async () => (await import('@loadping/contract/fuel/fuel.api')).fuelApi,
  offers: async () => (await import('@loadping/contract/offers/offers.api')).offersApi,
  loads: async () => (await import('@loadping/contract/loads/loads.api')).loadsApi,
  analytics: async () => (await import('@loadping/contract/analytics/analytics.api')).analyticsApi,
  truckBoard: async () => (await import('@loadping/contract/truck-board/truck-board.api')).truckBoardApi,
  trucks: async () => (await import('@loadping/contract/trucks/trucks.api')).trucksApi,
  accountExport: async () => (await import('@loadping/contract/account-export/account-export.api')).accountExportApi,
  accountDeletion: async () =>
    (await import('@loadping/contract/account-deletion/account-deletion.api')).accountDeletionApi,
  installation: async () => (await import('@loadping/contract/installation/installation.api')).installationApi,
  billing: async () => (await import('@loadping/contract/billing/billing.api')).billingApi,
}

const createClient = (sender: Send): Client => ({
  ...createClientFor(firstApis, sender),
  ...createLazyClient(laterApis, sender),
})

export const browserClient = createClient(send)

/** Creates a client that uses one token, whichever user is signed in. */
export const clientWith = (accessToken: string): Client => createClient((request) => ask(request, accessToken))

/** Refreshes the tokens before they expire, until the returned function is called. */
export function keepTokensFresh(): () => void {
  const { onServerTime: readServerTime, stop } = refreshAhead(get)
  onServerTime = readServerTime
  return stop
}

let onServerTime: (now: number) => void = () => {}

/** Whether another user than the token's is signed in now. */
function isOtherUser(token: string): boolean {
  const caller = userIdOf({ accessToken: token })
  const current = userIdOf(readSession())
  return caller !== '' && current !== '' && caller !== current
}

async function exchange(request: Request, token: string): ReturnType<Send> {
  const first = await ask(request, token)
  const answer = mayRepeat(request, first) ? await repeat(request, token, first) : first
  if (answer.status === 401 && token) await refreshTokens(token, get)
  return answer
}

/** A server that has too much to do says when to ask again. What is asked twice must not be done twice. */
const mayRepeat = ({ method, headers }: Request, { status, retryAfterSeconds }: Answer): boolean =>
  status === 503 &&
  retryAfterSeconds > 0 &&
  retryAfterSeconds <= 5 &&
  (method === 'GET' || 'idempotency-key' in headers)

/** Asks again when the server said, and up to twice as late, so that not all ask at once. */
async function repeat(request: Request, token: string, { retryAfterSeconds }: Answer): Promise<Answer> {
  await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1_000 * (1 + Math.random())))
  return ask(request, token)
}

const get = (path: string, accessToken: string) =>
  ask({ method: 'GET', path, headers: {}, body: undefined }, accessToken, refreshTimeoutMilliseconds)

type Request = Parameters<Send>[0]
type Answer = Awaited<ReturnType<Send>> & { retryAfterSeconds: number }

async function ask(
  { method, path, headers, body, isFile = false }: Request,
  token: string,
  ms = isFile ? downloadTimeoutMilliseconds : timeoutMilliseconds,
): Promise<Answer> {
  const response = await fetch(atHost(path), {
    method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(ms),
    credentials: 'omit',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(throwUnavailable)
  onServerTime(Date.parse(response.headers.get('date') ?? ''))
  if (response.headers.has(leftOutHeader)) noteLeftOut()
  const { status } = response
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0)
  if (isFile && response.ok)
    return { status, retryAfterSeconds, body: await readFile(response).catch(throwUnavailable) }
  const text = await response.text().catch(throwUnavailable)
  return {
    status,
    retryAfterSeconds,
    body: response.headers.get('content-type')?.includes('json') ? readJson(text) : text,
  }
}

/** Returns the file of a response, with its name. */
async function readFile(response: Response): Promise<File> {
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' })
}

function throwUnavailable(cause: unknown): never {
  const problem = new Problem('unavailable', "We can't reach the server. Check your connection and try again.")
  problem.cause = cause
  throw problem
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The contract's schemas reject it.
  }
}
