import { brand } from '@loadping/contract/brand'
import { type Client, createClient, type Send } from '@loadping/contract/client'
import { Problem } from '@loadping/contract/problem'

/** Fetches a path of the dashboard's origin. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** A client with this access token, or with none for what is public. It asks once. */
export const clientWith = (fetch: Fetch, accessToken?: string): Client =>
  createClient((request) => carry(fetch, request, accessToken))

/** The signed-in client: on a 401 it takes the next token, and repeats what is safe to repeat: reads, and sends that carry their key. */
export function signedInClient(
  fetch: Fetch,
  nextAccessToken: (refused?: string) => Promise<string | undefined>,
): Client {
  return createClient(async (request) => {
    const token = await nextAccessToken()
    if (!token) throw new Problem('not-signed-in', `Sign in to ${brand.name} first.`)

    const answer = await carry(fetch, request, token)
    if (answer.status !== 401) return answer
    const next = await nextAccessToken(token)
    const mayRepeat = request.method === 'GET' || 'idempotency-key' in request.headers
    return next && mayRepeat ? carry(fetch, request, next) : answer
  })
}

async function carry(
  fetch: Fetch,
  { method, path, headers, body }: Parameters<Send>[0],
  accessToken?: string,
): ReturnType<Send> {
  const answer = await fetch(path, {
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
  const text = await answer.text()
  return { status: answer.status, body: readJson(text) ?? text }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
