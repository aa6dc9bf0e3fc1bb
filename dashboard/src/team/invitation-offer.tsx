import { brand } from '@loadping/contract/brand'
import { formatDate } from '@loadping/contract/format/instants'
import { roleName } from '@loadping/contract/team/role-name'
import type { InvitationPreview } from '@loadping/contract/team/team'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLogOut } from '../account/account.data.ts'
import { errorMessage } from '../error-message.ts'
import { paths } from '../paths.ts'
import { confirmInvitation, storeInvitation } from '../session/invitation.ts'
import { readSession, useSession } from '../session/session.ts'
import { AddressText } from '../ui/address-text.tsx'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { initialsOf } from '../ui/initials.ts'
import { useInvitation } from './invitation.data.ts'
import { useTeam } from './team.data.ts'

const linkStyle =
  'font-medium text-accent-text underline decoration-accent-border underline-offset-3 hover:decoration-current'
const unreachable = "We can't reach the server. Try again in a moment."
const signInElsewhere = 'Sign in with another email'

type OfferProps = { token: string; invitation: InvitationPreview }

/**
 * Shows a team's invitation, with the actions for the invitee, a guest, another user, a member of a team, or a full
 * team.
 */
export function InvitationOffer({ token, invitation }: OfferProps) {
  const isAuth = useSession((session) => session.isAuth)
  const current = useSession((session) => session.email)
  const isInTeam = useSession((session) => session.organizationId !== '')
  const { members, limitUsers, email } = invitation
  if (limitUsers === null || members >= limitUsers) return <FullTeamOffer token={token} invitation={invitation} />

  const isOtherUser = isAuth && current !== '' && current !== email
  if (!isOtherUser)
    return isAuth && isInTeam ? (
      <MemberOffer token={token} invitation={invitation} />
    ) : (
      <Offer token={token} invitation={invitation} isAuth={isAuth} />
    )

  const terms = (
    <>
      <bdi>{invitation.invitedBy}</bdi> invited <Email>{email}</Email>. You are signed in as <Email>{current}</Email>.
    </>
  )
  return (
    <InvitationFrame invitation={invitation} terms={terms}>
      <OtherAccountActions token={token} />
    </InvitationFrame>
  )
}

const Email = ({ children }: { children: string }) => (
  <strong className="font-semibold text-primary">
    <AddressText>{children}</AddressText>
  </strong>
)

const Terms = ({ invitation: { invitedBy, email, role } }: { invitation: InvitationPreview }) => (
  <>
    <bdi>{invitedBy}</bdi> invited <Email>{email}</Email>
    {role === 'MANAGER' && ` as a ${roleName({ role })}`}. You'll use the team's plan, and managers can see whom you
    email.
  </>
)

const Offer = ({ token, invitation, isAuth }: OfferProps & { isAuth: boolean }) => (
  <InvitationFrame invitation={invitation} terms={<Terms invitation={invitation} />}>
    <AcceptActions token={token} isAuth={isAuth} />
  </InvitationFrame>
)

/** Asks a member of another team to leave it first; the stored session may be outdated, so it loads the team. */
function MemberOffer({ token, invitation }: OfferProps) {
  const { team } = useTeam()
  if (team.name === null) return <Offer token={token} invitation={invitation} isAuth />

  const terms = (
    <>
      <bdi>{invitation.invitedBy}</bdi> invited you. You're already on <bdi>{team.name}</bdi>. Leave it first, then open
      this link again.
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

/** Says that the team has no open seat or no plan, and lets the user check again. */
function FullTeamOffer({ token, invitation }: OfferProps) {
  const isAuth = useSession((session) => session.isAuth)
  const { error, isFetching, refetch } = useInvitation(token)
  const terms = (
    <>
      This team has no open seats. Ask <bdi>{invitation.invitedBy}</bdi> to add one. Your invitation is good until{' '}
      {formatDate(new Date(invitation.expiresAt))}.
    </>
  )
  return (
    <InvitationFrame invitation={invitation} terms={terms}>
      {error && (
        <p role="alert" className="text-table text-danger-text">
          {errorMessage(error, unreachable, ['too-many'])}
        </p>
      )}
      <Button variant="primary" size="touch" className="w-full" isLoading={isFetching} onPress={() => void refetch()}>
        Try again
      </Button>
      {isAuth && <DashboardLink />}
    </InvitationFrame>
  )
}

const DashboardLink = () => (
  <Link to={paths.home} className={`${linkStyle} text-table`}>
    Go to the Dashboard
  </Link>
)

function AcceptActions({ token, isAuth }: { token: string; isAuth: boolean }) {
  const navigate = useNavigate()
  const signIn = useSignInForInvitation(token)

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
  const signIn = useSignInForInvitation(token)
  return (
    <>
      <Button variant="primary" size="touch" className="w-full" onPress={() => void signIn()}>
        {signInElsewhere}
      </Button>
      <DashboardLink />
    </>
  )
}

/** Returns a function that opens the sign-in with this invitation stored, after logging out the current user. */
function useSignInForInvitation(token: string) {
  const navigate = useNavigate()
  const logOut = useLogOut()
  return () => {
    storeInvitation(token)
    return readSession().isAuth ? logOut() : navigate(paths.signIn)
  }
}

const InvitationFrame = ({
  invitation,
  terms,
  children,
}: {
  invitation: InvitationPreview
  terms: ReactNode
  children: ReactNode
}) => (
  <>
    <Marks organization={invitation.organization.name} email={invitation.email} />
    <h1 className="mt-6 text-kpi text-balance wrap-anywhere">
      Join <bdi>{invitation.organization.name}</bdi> on {brand.name}
    </h1>
    <p className="mt-2 mb-6 text-lead wrap-anywhere text-secondary">{terms}</p>
    <InvitationFacts invitation={invitation} />
    <div className="mt-5 flex flex-col items-center gap-4">{children}</div>
  </>
)

const InvitationFacts = ({
  invitation: { organization, members, limitUsers, expiresAt },
}: {
  invitation: InvitationPreview
}) => (
  <Facts className="rounded-md border border-default [&>div]:px-3 [&>div]:py-2">
    <Fact name="Organization">
      <bdi>{organization.name}</bdi>
    </Fact>
    {organization.dotNumber !== null && <Fact name="USDOT">{organization.dotNumber}</Fact>}
    <Fact name="Members">{limitUsers === null ? members : `${members} of ${limitUsers} seats`}</Fact>
    <Fact name="Invitation">Expires {formatDate(new Date(expiresAt))}</Fact>
  </Facts>
)

const markStyle = 'flex size-14 items-center justify-center border text-lead font-semibold'

const Marks = ({ organization, email }: { organization: string; email: string }) => (
  <div aria-hidden="true" className="flex">
    <span className={`${markStyle} rounded-md border-accent-border bg-accent-subtle text-accent-text`}>
      {initialsOf(organization)}
    </span>
    <span
      className={`${markStyle} -ml-2.5 rounded-full border-info-border bg-info-subtle text-info-text ring-4 ring-(--bg-surface)`}
    >
      {initialsOf(email)}
    </span>
  </div>
)
