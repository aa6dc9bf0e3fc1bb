import { brand } from '@loadping/contract/brand'
import { Users } from 'lucide-react'
import { Navigate } from 'react-router'
import { paths } from '../paths.ts'
import { pendingInvitation } from '../session/invitation.ts'
import { useSession } from '../session/session.ts'
import { NotePanel } from './note-panel.tsx'
import { SignInForm, useSignInMode } from './sign-in-form.tsx'

/** An invitation that was opened: whoever is signed in goes on with it, anyone else signs in first. */
export function InvitationScreen() {
  const isAuth = useSession((session) => session.isAuth)
  const [mode, setMode] = useSignInMode()
  if (isAuth) return <Navigate to={paths.home} replace />
  if (pendingInvitation() === undefined) return <Navigate to={paths.signIn} replace />

  return (
    <NotePanel
      icon={<Users size={24} strokeWidth={1.6} aria-hidden="true" />}
      title={`You were invited to a team on ${brand.name}`}
      text="Sign in with the address that the invitation was sent to, and you are in."
    >
      <div className="w-full">
        <SignInForm mode={mode} onMode={setMode} redirect={undefined} />
      </div>
    </NotePanel>
  )
}
