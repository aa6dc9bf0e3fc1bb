import { useLocation, useMatches } from 'react-router'
import { useSession } from '../session/session.ts'
import { AuthenticatedShell } from './authenticated-shell.tsx'
import { GuestFrame } from './guest-frame.tsx'
import { GuestShell } from './guest-shell.tsx'
import { isMapPage } from './navigation.ts'

/** All that surrounds a page, and stays between pages: for members the usual shell, for guests what they may see of it. */
export function Shell() {
  const isAuth = useSession((session) => session.isAuth)
  const { pathname } = useLocation()
  const isForMembers = useMatches().some(({ id }) => id === 'members')
  if (isAuth || isForMembers) return <AuthenticatedShell />
  return isMapPage(pathname) ? <GuestFrame /> : <GuestShell />
}
