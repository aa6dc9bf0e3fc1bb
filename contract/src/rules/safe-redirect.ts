import { isPage, pages } from '../pages.ts'

/** What a sign-in brings along in an address; it never stays there, and a redirect never brings more of it. */
export const authParameterNames = ['accessToken', 'refreshToken', 'token', 'email', 'redirect'] as const

/**
 * The asked address when it is a path of this app that one can come back to after signing in, else the Dashboard (D2.7).
 * Nothing that a browser could read as another origin passes, and nothing that would sign somebody in.
 */
export function safeRedirect(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > 2_000) return pages.home

  const [path = '', query = ''] = asked.replace(/#.*$/, '').split(/\?(.*)/)
  const isOurs =
    /^\/(?!\/)[!-[\]-~]*$/.test(asked) &&
    isPage(path) &&
    !/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path) &&
    !path.startsWith(pages.signIn)
  return isOurs && !namesIn(query).some((name) => authParameterNames.some((known) => known === name))
    ? asked
    : pages.home
}

const namesIn = (query: string): string[] => query.split('&').map((part) => decoded(part.split('=')[0] ?? ''))

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name // a stray percent sign names nothing of ours
  }
}
