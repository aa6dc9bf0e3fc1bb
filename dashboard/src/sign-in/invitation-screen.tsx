import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { clearInvitation, readInvitationToken } from '../session/invitation.ts'
import { useSession } from '../session/session.ts'
import { useInvitation } from './invitation.data.ts'
import { InvitationExpired } from './invitation-expired.tsx'
import { InvitationSkeleton } from './invitation-frame.tsx'
import { InvitationOffer } from './invitation-offer.tsx'

/** The invitation that was opened here; where none waits, one goes on as usual. */
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
