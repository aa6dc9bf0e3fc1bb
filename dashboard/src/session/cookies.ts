type CookieOptions = { days?: number; path?: string; domain?: string }

/** Keeps a cookie, for 7 days and the whole site unless told otherwise. */
export function writeCookie(
  name: string,
  value: string,
  { days = 7, path = '/', domain = '' }: CookieOptions = {},
): void {
  const parts = [
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    `Max-Age=${days * 86_400}`,
    `Path=${path}`,
    'SameSite=Lax',
  ]
  if (domain) parts.push(`Domain=${domain}`)
  if (window.location.protocol === 'https:') parts.push('Secure')
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser of ours has the Cookie Store API, and it cannot write before the page goes.
  document.cookie = parts.join('; ')
}

/** The value of a cookie that this page may see. */
export function readCookie(name: string): string | undefined {
  const start = `${encodeURIComponent(name)}=`
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return found === undefined ? undefined : decoded(found.slice(start.length))
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // Somebody else's cookie, written in another way.
  }
}
