import { brand } from '@loadping/contract/brand'
import { invitationDays } from '@loadping/contract/team/team'
import { Clock, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { clearInvitation, readInvitationToken } from '../session/invitation.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { NotePanel } from '../ui/note-panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.ts'
import { useInvitation } from './invitation.data.ts'
import { InvitationOffer } from './invitation-offer.tsx'

/** Shows the invitation that was opened in this browser; without one it redirects to the Dashboard or the sign-in. */
export function InvitationScreen() {
  const [token] = useState(readInvitationToken)
  const isAuth = useSession((session) => session.isAuth)
  if (!token) return <Navigate to={isAuth ? paths.home : paths.signIn} replace />

  return (
    <Section what="the invitation" isPage skeleton={<InvitationSkeleton />}>
      <Invitation token={token} />
    </Section>
  )
}

function Invitation({ token }: { token: string }) {
  const { invitation } = useInvitation(token)
  const email = useSession((session) => session.email)
  if (invitation && !invitation.isAccepted) return <InvitationOffer token={token} invitation={invitation} />
  return invitation?.email === email ? <Joined token={token} /> : <InvitationExpired token={token} />
}

function Joined({ token }: { token: string }) {
  useEffect(() => clearInvitation(token), [token])
  return <Navigate to={paths.team} replace />
}

const request = `Hello, my invitation to your team on ${brand.name} no longer works. Could you please send me a new one?`

/** Clears an expired invitation and offers a message that requests a new one. */
function InvitationExpired({ token }: { token: string }) {
  const isAuth = useSession((session) => session.isAuth)
  const showToast = useToast()
  useEffect(() => {
    clearInvitation(token)
    showToast('Invitation Expired', 'success')
  }, [token, showToast])

  async function copyRequest() {
    try {
      await navigator.clipboard.writeText(request)
      showToast('Copied', 'success')
    } catch {
      showToast("Couldn't copy. Your browser blocked it.", 'error')
    }
  }

  return (
    <NotePanel
      icon={<Clock size={24} strokeWidth={1.6} aria-hidden="true" className="text-warning-text" />}
      title="Invitation Expired"
      text={`This link was already used or is over ${invitationDays} days old. Ask for a new one. Your account isn't affected.`}
    >
      <div className="flex w-full flex-col gap-2">
        <Link to={isAuth ? paths.home : paths.signIn} className={`${buttonStyle('primary', 'touch')} w-full`}>
          {isAuth ? 'Go to the Dashboard' : 'Go to sign in'}
        </Link>
        <Button
          size="touch"
          className="w-full"
          icon={<Copy size={16} strokeWidth={1.6} aria-hidden="true" />}
          onPress={() => void copyRequest()}
        >
          Copy a request message
        </Button>
      </div>
    </NotePanel>
  )
}

const InvitationSkeleton = () => (
  <div role="status">
    <h1 className="sr-only">Loading the invitation</h1>
    <Skeleton className="size-14" />
    <Skeleton className="mt-6 h-9 w-72" />
    <Skeleton className="mt-2 mb-6 h-12 w-full" />
    <Skeleton className="h-37 w-full" />
    <Skeleton className="mt-5 h-11 w-full" />
  </div>
)
