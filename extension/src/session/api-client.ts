import { brand } from '@loadping/contract/brand'
import { type Client, createClient } from '@loadping/contract/client'
import type { Send } from '@loadping/contract/wire/api-calls'
import { Problem } from '@loadping/contract/wire/problem'

/** Fetches a path of the dashboard's origin. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** Creates a client with this access token, or with none for public endpoints. It never retries. */
export const clientWith = (fetch: Fetch, accessToken?: string): Client =>
  createClient((request) => sendRequest(fetch, request, accessToken))

/**
 * Creates the signed-in client. On a 401 it refreshes the token and repeats reads and sends with an idempotency key.
 */
export function signedInClient(
  fetch: Fetch,
  nextAccessToken: (rejected?: string) => Promise<string | undefined>,
): Client {
  return createClient(async (request) => {
    const token = await nextAccessToken()
    if (!token) throw new Problem('not-signed-in', `Sign in to ${brand.name} first.`)

    const response = await sendRequest(fetch, request, token)
    if (response.status !== 401) return response
    const next = await nextAccessToken(token)
    const canRepeat = request.method === 'GET' || 'idempotency-key' in request.headers
    return next && canRepeat ? sendRequest(fetch, request, next) : response
  })
}

async function sendRequest(
  fetch: Fetch,
  { method, path, headers, body }: Parameters<Send>[0],
  accessToken?: string,
): ReturnType<Send> {
  const response = await fetch(path, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
    credentials: 'omit',
    cache: 'no-store',
  })
  return { status: response.status, body: readBody(await response.text()) }
}

/** Returns the JSON of a response, which may be null, or its text if it is none. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
