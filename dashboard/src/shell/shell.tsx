import { useLocation, useMatches } from 'react-router'
import { useSession } from '../session/session.ts'
import { AuthenticatedShell } from './authenticated-shell.tsx'
import { GuestFrame } from './guest-frame.tsx'
import { GuestShell } from './guest-shell.tsx'
import { isMapPage } from './navigation.ts'

/** Chooses the shell around a page, which stays mounted between pages: one for signed-in users and two for guests. */
export function Shell() {
  const isAuth = useSession((session) => session.isAuth)
  const { pathname } = useLocation()
  const isForMembers = useMatches().some(({ id }) => id === 'members')
  if (isAuth || isForMembers) return <AuthenticatedShell />
  return isMapPage(pathname) ? <GuestFrame /> : <GuestShell />
}
