import { useParams } from 'react-router'
import { useSession } from '../session/session.ts'
import { LoadGuestView } from './guest-load.tsx'
import { LoadDetail } from './member-load.tsx'

/** The page of one load: what was asked for it, for the one who asked; for guests, what such a page is for. */
export function LoadScreen() {
  const { id = '' } = useParams()
  const isAuth = useSession((session) => session.isAuth)
  return isAuth ? <LoadDetail key={id} id={id} /> : <LoadGuestView />
}
