import { brand } from '@loadping/contract/brand'
import type { InvitationPreview } from '@loadping/contract/team'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLogOut } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { agreeToInvitation, keepInvitation } from '../session/invitation.ts'
import { readSession, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { initialsOf } from '../ui/initials.ts'
import { printDate } from '../ui/new-york-clock.ts'
import { Skeleton } from '../ui/skeleton.tsx'

const linkStyle = 'border-b border-accent-border font-medium text-accent-text hover:border-current'
const signInElsewhere = 'Sign in with another email'

/** Whose team somebody may join, and the ways on: for the one who is invited, for a guest, and for whoever is signed in as somebody else. */
export function InvitationOffer({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const { email, organization } = invitation
  const isAuth = useSession((session) => session.isAuth)
  const current = useSession((session) => session.email)
  const isAnother = isAuth && current !== '' && current !== email

  return (
    <>
      <Marks organization={organization.name} email={email} />
      <h1 className="mt-6 text-kpi text-balance wrap-anywhere">
        Join <bdi>{organization.name}</bdi> on {brand.name}
      </h1>
      <p className="mt-1 mb-6 text-lead wrap-anywhere text-secondary">
        {isAnother ? (
          <>
            You are signed in as <Person>{current}</Person>. This invitation is for <Person>{email}</Person>.
          </>
        ) : (
          <Terms invitation={invitation} />
        )}
      </p>
      <Facts invitation={invitation} />
      <div className="mt-5 flex flex-col items-center gap-5">{isAnother ? <WaysOfAnother token={token} /> : <Ways token={token} isAuth={isAuth} />}</div>
    </>
  )
}

const Person = ({ children }: { children: string }) => <strong className="font-semibold text-primary">{children}</strong>

const Terms = ({ invitation: { invitedBy, email, role } }: { invitation: InvitationPreview }) => (
  <>
    <bdi>{invitedBy}</bdi> invited <Person>{email}</Person> as a {role === 'MANAGER' ? 'Manager' : 'Dispatcher'}. You will share the team’s plan, and its
    managers see that you are in it.
  </>
)

function Facts({ invitation: { organization, members, limitUsers, expiresAt } }: { invitation: InvitationPreview }) {
  const facts = {
    Organization: <bdi>{organization.name}</bdi>,
    ...(organization.dotNumber !== null && { USDOT: organization.dotNumber }),
    Members: limitUsers === null ? members : `${members} of ${limitUsers} seats`,
    Invitation: `Works until ${printDate(new Date(expiresAt))}`,
  }
  return (
    <dl className="divide-y divide-subtle rounded-md border border-default text-table">
      {Object.entries(facts).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 px-3 py-2">
    <dt className="shrink-0 text-secondary">{name}</dt>
    <dd className="figures min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
  </div>
)

function Ways({ token, isAuth }: { token: string; isAuth: boolean }) {
  const navigate = useNavigate()
  const signIn = useSignIn(token)

  function accept() {
    if (!isAuth) return signIn()
    agreeToInvitation(token)
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

function WaysOfAnother({ token }: { token: string }) {
  const signIn = useSignIn(token)
  return (
    <>
      <Button variant="primary" size="touch" className="w-full" onPress={() => void signIn()}>
        {signInElsewhere}
      </Button>
      <Link to={paths.home} className={`${linkStyle} text-table`}>
        Go to the Dashboard
      </Link>
    </>
  )
}

/** Leads to the sign-in, where this invitation waits, and ends a session before. */
function useSignIn(token: string) {
  const navigate = useNavigate()
  const logOut = useLogOut()
  return () => {
    keepInvitation(token)
    return readSession().isAuth ? logOut() : navigate(paths.signIn)
  }
}

const mark = 'flex size-14 items-center justify-center border text-lead font-semibold'

const Marks = ({ organization, email }: { organization: string; email: string }) => (
  <div aria-hidden="true" className="flex">
    <span className={`${mark} rounded-md border-accent-border bg-accent-subtle text-accent-text`}>{initialsOf(organization)}</span>
    <span className={`${mark} -ml-2.5 rounded-full border-info-border bg-info-subtle text-info-text ring-4 ring-(--bg-surface)`}>{initialsOf(email)}</span>
  </div>
)

export const InvitationSkeleton = () => (
  <div role="status">
    <h1 className="sr-only">Loading the invitation</h1>
    <Skeleton className="size-14" />
    <Skeleton className="mt-6 h-9 w-72" />
    <Skeleton className="mt-2 mb-6 h-12 w-full" />
    <Skeleton className="h-37 w-full" />
    <Skeleton className="mt-5 h-11 w-full" />
  </div>
)
