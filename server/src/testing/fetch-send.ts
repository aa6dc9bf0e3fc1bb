import type { Send } from '@loadping/contract/wire/api-calls'

/** Sends calls to a running server over HTTP, as a browser does. */
export function fetchSend(address: string, accessToken?: string): Send {
  return async ({ method, path, headers, body }) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...headers,
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, body: isJson ? await answer.json() : await answer.text() }
  }
}
