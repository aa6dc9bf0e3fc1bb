import { type Client, createClient, type Send } from '@loadping/contract/client'
import { Problem } from '@loadping/contract/problem'
import { userIdOf } from './session/access-token.ts'
import { findAccessToken, readSession } from './session/session.ts'
import { refreshAhead, refreshTokens } from './session/token-refresh.ts'

const timeoutMilliseconds = 60_000
const refreshTimeoutMilliseconds = 8000

/** The browser's way to the server: bearer token, 60 s of patience; a 401 gets new tokens, and is answered as it is. What comes too late for its person reaches nobody. */
const send: Send = (request) => {
  const token = findAccessToken()
  return exchange(request, token).finally(() => (isOtherUser(token) ? new Promise(() => {}) : undefined))
}

export const browserClient = createClient(send)

/** A client that carries one token, whoever is signed in. */
export const clientWith = (accessToken: string): Client => createClient((request) => ask(request, accessToken))

/** Has new tokens before the old ones run out, for as long as the page lives. */
export function keepTokensFresh(): () => void {
  const { hearServerTime, stop } = refreshAhead(get)
  onServerTime = hearServerTime
  return stop
}

let onServerTime: (now: number) => void = () => {}

/** Whether by now another person is signed in than the one whom a token belongs to. */
function isOtherUser(token: string): boolean {
  const [asked, now] = [userIdOf({ accessToken: token }), userIdOf(readSession())]
  return asked !== '' && now !== '' && asked !== now
}

async function exchange(request: Parameters<Send>[0], token: string): ReturnType<Send> {
  const answer = await ask(request, token)
  if (answer.status === 401 && token) await refreshTokens(token, get)
  return answer
}

const get = (path: string, accessToken: string) =>
  ask({ method: 'GET', path, headers: {}, body: undefined }, accessToken, refreshTimeoutMilliseconds)

async function ask(
  { method, path, headers, body }: Parameters<Send>[0],
  token: string,
  ms = timeoutMilliseconds,
): ReturnType<Send> {
  const response = await fetch(path, {
    method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(ms),
    credentials: 'omit',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(noAnswer)
  onServerTime(Date.parse(response.headers.get('date') ?? ''))
  const text = await response.text().catch(noAnswer)
  return {
    status: response.status,
    body: response.headers.get('content-type')?.includes('json') ? readJson(text) : text,
  }
}

function noAnswer(cause: unknown): never {
  const problem = new Problem('unavailable', "We can't reach the server. Check your connection and try again.")
  problem.cause = cause
  throw problem
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The contract's schemas refuse it, which is what a broken answer deserves.
  }
}
