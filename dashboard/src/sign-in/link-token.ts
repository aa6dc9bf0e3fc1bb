let token: string | undefined

/** Takes the token of a sign-in link out of the address bar, before anything else can see it. */
export function hideLinkToken(): void {
  const url = new URL(window.location.href)
  token = url.searchParams.get('token') ?? undefined
  if (token === undefined) return

  url.searchParams.delete('token')
  window.history.replaceState(window.history.state, '', url)
}

/** The token that the address bar held, if any. */
export const findLinkToken = (): string | undefined => token

/** Forgets the token, once it was used or given up. */
export function dropLinkToken(): void {
  token = undefined
}
