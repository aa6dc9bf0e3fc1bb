type CookieOptions = { days?: number | 'until-closed'; path?: string; domain?: string }

/** Writes a cookie; by default for 7 days and the whole site, or until the browser is closed. */
export function writeCookie(
  name: string,
  value: string,
  { days = 7, path = '/', domain = '' }: CookieOptions = {},
): void {
  const parts = [
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    ...(days === 'until-closed' ? [] : [`Max-Age=${days * 86_400}`]),
    `Path=${path}`,
    'SameSite=Lax',
  ]
  if (domain) parts.push(`Domain=${domain}`)
  if (window.location.protocol === 'https:') parts.push('Secure')
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API, and its writes do not finish before the page unloads.
  document.cookie = parts.join('; ')
}

/** Returns the value of a cookie that scripts may read. */
export function readCookie(name: string): string | undefined {
  const start = `${encodeURIComponent(name)}=`
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return found === undefined ? undefined : decode(found.slice(start.length))
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // A cookie that other code wrote with another encoding.
  }
}
