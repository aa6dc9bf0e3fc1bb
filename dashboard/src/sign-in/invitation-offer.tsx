import { roleName } from '@loadping/contract/rules/role-name'
import type { InvitationPreview } from '@loadping/contract/team'
import { Link, useNavigate } from 'react-router'
import { useLogOut } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { confirmInvitation, storeInvitation } from '../session/invitation.ts'
import { readSession, useSession } from '../session/session.ts'
import { useTeam } from '../team/team.data.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { formatDate } from '../ui/format-date.ts'
import { useInvitation } from './invitation.data.ts'
import { InvitationFrame } from './invitation-frame.tsx'
import { explainRequest } from './sign-in.data.ts'

const linkStyle =
  'font-medium text-accent-text underline decoration-accent-border underline-offset-3 hover:decoration-current'
const signInElsewhere = 'Sign in with another email'

type OfferProps = { token: string; invitation: InvitationPreview }

/** Whose team somebody may join, and the ways on: for the one who is invited, for a guest, for whoever is signed in as somebody else or in a team already, and while nobody can join. */
export function InvitationOffer({ token, invitation }: OfferProps) {
  const isAuth = useSession((session) => session.isAuth)
  const current = useSession((session) => session.email)
  const isInTeam = useSession((session) => session.organizationId !== '')
  const { members, limitUsers, email } = invitation
  if (limitUsers === null || members >= limitUsers) return <OfferOfFullTeam token={token} invitation={invitation} />

  const isAnother = isAuth && current !== '' && current !== email
  if (!isAnother)
    return isAuth && isInTeam ? (
      <OfferToMember token={token} invitation={invitation} />
    ) : (
      <Offer token={token} invitation={invitation} isAuth={isAuth} />
    )

  const terms = (
    <>
      You are signed in as <Person>{current}</Person>. This invitation is for <Person>{email}</Person>.
    </>
  )
  return (
    <InvitationFrame invitation={invitation} terms={terms}>
      <OtherAccountActions token={token} />
    </InvitationFrame>
  )
}

const Person = ({ children }: { children: string }) => (
  <strong className="font-semibold text-primary">{children}</strong>
)

const Terms = ({ invitation: { invitedBy, email, role } }: { invitation: InvitationPreview }) => (
  <>
    <bdi>{invitedBy}</bdi> invited <Person>{email}</Person>
    {role === 'MANAGER' && ` as a ${roleName({ role })}`}. You will share the team’s plan, and its managers see that you
    are in it.
  </>
)

const Offer = ({ token, invitation, isAuth }: OfferProps & { isAuth: boolean }) => (
  <InvitationFrame invitation={invitation} terms={<Terms invitation={invitation} />}>
    <Ways token={token} isAuth={isAuth} />
  </InvitationFrame>
)

/** Nobody is in two teams; whoever has lost theirs meanwhile may join. */
function OfferToMember({ token, invitation }: OfferProps) {
  const { team } = useTeam()
  if (team.name === null) return <Offer token={token} invitation={invitation} isAuth />

  const terms = (
    <>
      You are in <bdi>{team.name}</bdi> already. Leave it first, then open this link again.
    </>
  )
  return (
    <InvitationFrame invitation={invitation} terms={terms}>
      <Link to={paths.team} className={`${buttonStyle('primary', 'touch')} w-full`}>
        Go to My team
      </Link>
    </InvitationFrame>
  )
}

/** A team without a free seat, or without a plan, takes nobody now; its invitation can be asked about again. */
function OfferOfFullTeam({ token, invitation }: OfferProps) {
  const isAuth = useSession((session) => session.isAuth)
  const { error, isFetching, refetch } = useInvitation(token)
  const terms = (
    <>
      This team has no free seat right now. Ask <bdi>{invitation.invitedBy}</bdi> to make room; the invitation stays
      good until {formatDate(new Date(invitation.expiresAt))}.
    </>
  )
  return (
    <InvitationFrame invitation={invitation} terms={terms}>
      {error && (
        <p role="alert" className="text-table text-danger-text">
          {explainRequest(error)}
        </p>
      )}
      <Button variant="primary" size="touch" className="w-full" isLoading={isFetching} onPress={() => void refetch()}>
        Try again
      </Button>
      {isAuth && <WayHome />}
    </InvitationFrame>
  )
}

const WayHome = () => (
  <Link to={paths.home} className={`${linkStyle} text-table`}>
    Go to the Dashboard
  </Link>
)

function Ways({ token, isAuth }: { token: string; isAuth: boolean }) {
  const navigate = useNavigate()
  const signIn = useSignIn(token)

  function accept() {
    if (!isAuth) return signIn()
    confirmInvitation(token)
    return navigate(paths.team)
  }

  return (
    <>
      <Button variant="primary" size="touch" className="w-full" onPress={() => void accept()}>
        Accept invitation
      </Button>
      <p className="text-table text-secondary">
        Not you?{' '}
        <button type="button" className={linkStyle} onClick={() => void signIn()}>
          {signInElsewhere}
        </button>
      </p>
    </>
  )
}

function OtherAccountActions({ token }: { token: string }) {
  const signIn = useSignIn(token)
  return (
    <>
      <Button variant="primary" size="touch" className="w-full" onPress={() => void signIn()}>
        {signInElsewhere}
      </Button>
      <WayHome />
    </>
  )
}

/** Leads to the sign-in, where this invitation waits, and ends a session before. */
function useSignIn(token: string) {
  const navigate = useNavigate()
  const logOut = useLogOut()
  return () => {
    storeInvitation(token)
    return readSession().isAuth ? logOut() : navigate(paths.signIn)
  }
}
