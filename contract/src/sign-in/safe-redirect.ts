import { isPage, pages } from '../pages.ts'

/** Query parameters of sign-in links. They are removed from the URL, and no redirect may contain them. */
export const authParameterNames = ['accessToken', 'refreshToken', 'token', 'email', 'redirect'] as const

/**
 * Returns the redirect if it is a dashboard path to return to after sign-in, else the Dashboard. Other origins and
 * sign-in parameters are rejected.
 */
export function safeRedirect(redirect: unknown): string {
  if (typeof redirect !== 'string' || redirect.length > 2_000) return pages.home

  const [path = '', query = ''] = redirect.replace(/#.*$/, '').split(/\?(.*)/)
  const isSafe =
    /^\/(?!\/)[!-[\]-~]*$/.test(redirect) &&
    isPage(path) &&
    !/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path) &&
    !path.startsWith(pages.signIn)
  return isSafe && !namesIn(query).some((name) => authParameterNames.some((known) => known === name))
    ? redirect
    : pages.home
}

const namesIn = (query: string): string[] => query.split('&').map((part) => decode(part.split('=')[0] ?? ''))

function decode(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name // not decodable, so not one of our parameters
  }
}
