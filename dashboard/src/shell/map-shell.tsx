import { useSession } from '../session/session.ts'
import { AuthenticatedShell } from './authenticated-shell.tsx'
import { GuestFrame } from './guest-frame.tsx'

/** Around the page of one load, which guests may open too. */
export function MapShell() {
  const isAuth = useSession((session) => session.isAuth)
  return isAuth ? <AuthenticatedShell /> : <GuestFrame />
}
