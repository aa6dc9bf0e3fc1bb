/** A request as a network log shows it. */
export type Sent = { method: string; url: URL; headers: Headers; body: string }
type Body = { load?: { boardLoadId?: string }; about?: Body; expected?: object }

/** Returns the posting that a request is about. */
export const postingIn = (body: string): string | undefined => {
  const { load, about }: Body = JSON.parse(body)
  return (load ?? about?.load)?.boardLoadId
}

/** Names a request with all that it carried, as a network log shows it. */
export function describeSent({ method, url, headers, body }: Sent): string {
  const inPath = /^\/emails\/[\da-f-]{36}/.test(url.pathname) ? ['emailId'] : []
  const { load = {}, about = {}, expected = {}, ...others }: Body = body ? JSON.parse(body) : {}
  const { load: aboutLoad = {}, ...aboutIds } = about
  const names = Object.keys({ ...load, ...aboutLoad, ...aboutIds, ...expected, ...others })
  const inHeaders = [...headers.keys()].flatMap((name) => headerNames[name] ?? [])
  const all = new Set([...inPath, ...url.searchParams.keys(), ...names, ...inHeaders])
  return `${method} ${url.pathname} ${[...all].sort()}`
}

const headerNames: Record<string, string> = {
  authorization: 'accessToken',
  'x-extension-version': 'extensionVersion',
  'idempotency-key': 'clickKey',
  'inquiry-age': 'clickAge',
}
