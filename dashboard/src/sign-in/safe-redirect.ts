import { isPage } from '@loadping/contract/pages'
import { paths } from '../paths.ts'

/** Where to go after signing in: the asked path when it is one of this app, else the Dashboard. */
export function safeRedirect(asked: string | null): string {
  if (!asked || !URL.canParse(asked, window.location.origin)) return paths.home

  const { origin, pathname, search, hash } = new URL(asked, window.location.origin)
  const isOurs = origin === window.location.origin && isPage(pathname) && !pathname.startsWith(paths.signIn)
  return isOurs ? pathname + search + hash : paths.home
}
