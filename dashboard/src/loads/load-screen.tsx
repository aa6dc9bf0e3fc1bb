import { useParams } from 'react-router'
import { useSession } from '../session/session.ts'
import { LoadGuestView } from './guest-load.tsx'
import { LoadDetail } from './member-load.tsx'

/** Shows one load's inquiry to its sender, and an explanation to guests. */
export function LoadScreen() {
  const { id = '' } = useParams()
  const isAuth = useSession((session) => session.isAuth)
  return isAuth ? <LoadDetail key={id} id={id} /> : <LoadGuestView />
}
