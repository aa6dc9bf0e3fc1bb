import { type Client, createClient, type Send } from '@loadping/contract/client'
import { Problem } from '@loadping/contract/problem'
import { findAccessToken } from './session/session.ts'
import { refreshAhead, refreshTokens } from './session/token-refresh.ts'

const timeoutMilliseconds = 60_000

/** The browser's way to the server: bearer token, 60 s of patience; a 401 gets new tokens, and is answered as it is. */
const send: Send = async (request) => {
  const token = findAccessToken()
  const answer = await ask(request, token)
  if (answer.status === 401 && token) await refreshTokens(token, get)
  return answer
}

export const browserClient = createClient(send)

/** A client that carries one token, whoever is signed in. */
export const clientWith = (accessToken: string): Client => createClient((request) => ask(request, accessToken))

/** Has new tokens before the old ones run out, for as long as the page lives. */
export const keepTokensFresh = (): (() => void) => refreshAhead(get)

const get = (path: string, accessToken: string) => ask({ method: 'GET', path, headers: {}, body: undefined }, accessToken)

async function ask({ method, path, headers, body }: Parameters<Send>[0], token: string): ReturnType<Send> {
  const response = await fetch(path, {
    method,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(timeoutMilliseconds),
    credentials: 'omit',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(noAnswer)
  const text = await response.text().catch(noAnswer)
  return { status: response.status, body: response.headers.get('content-type')?.includes('json') ? readJson(text) : text }
}

function noAnswer(cause: unknown): never {
  const problem = new Problem('unavailable', 'The service cannot be reached right now.')
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
