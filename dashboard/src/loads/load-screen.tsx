import { brand } from '@loadping/contract/brand'
import type { SentEmail } from '@loadping/contract/emails'
import type { RecentContact } from '@loadping/contract/home'
import { Problem } from '@loadping/contract/problem'
import { formatMoney } from '@loadping/contract/rules/rate-formula'
import { Mail, SearchX } from 'lucide-react'
import { ErrorBoundary } from 'react-error-boundary'
import { Link, useParams } from 'react-router'
import { useEmail } from '../emails/emails.data.ts'
import { emailStateDisplay, StateBadge } from '../emails/emails.parts.tsx'
import { HeaderTitle } from '../header-title.tsx'
import { useContactOf } from '../home/home.data.ts'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { useSession } from '../session/session.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { formatWhen, useNow } from '../ui/format-date.ts'
import { Lane } from '../ui/lane-glyph.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useCurrentPath } from '../use-current-path.ts'

/** Shows one load's inquiry to its sender, and an explanation to guests. */
export function LoadScreen() {
  const { id = '' } = useParams()
  const isAuth = useSession((session) => session.isAuth)
  return isAuth ? <LoadDetail key={id} id={id} /> : <LoadGuestView />
}

/** Explains to a guest what a load's page shows and how to see it. */
function LoadGuestView() {
  const currentPath = useCurrentPath()
  return (
    <div className="mx-auto max-w-90 pt-20 max-sm:pt-6">
      <title>{`Load · ${brand.name}`}</title>
      <HeaderTitle>Load</HeaderTitle>
      <Card className="p-5">
        <span
          aria-hidden="true"
          className="flex size-10 items-center justify-center rounded-sm bg-accent-subtle text-accent-text"
        >
          <Mail size={20} strokeWidth={1.6} />
        </span>
        <h2 className="mt-4 text-lead font-semibold">Email about a load in one click</h2>
        <p className="mt-1 text-table text-secondary">
          This page shows a load inquiry: lane, ask and status. Only its sender can see it. Log in if it's yours.
        </p>
        <Link to={paths.signInFor(currentPath)} className={`mt-5 w-full ${buttonStyle('primary', 'lg')}`}>
          Log In
        </Link>
      </Card>
    </div>
  )
}

/** Shows one inquiry; another user's inquiry is not found. */
function LoadDetail({ id }: { id: string }) {
  const contact = useContactOf(id)
  return (
    <div className="mx-auto max-w-200">
      <title>{`Load · ${brand.name}`}</title>
      <HeaderTitle>
        {contact ? (
          <Lane
            from={`${contact.origin.city}, ${contact.origin.state}`}
            to={`${contact.dest.city}, ${contact.dest.state}`}
          />
        ) : (
          'Load'
        )}
      </HeaderTitle>
      <Section what="this load" skeleton={<LoadSkeleton />}>
        <ErrorBoundary fallbackRender={({ error }) => <LoadNotFound error={error} />}>
          <Inquiry id={id} contact={contact} />
        </ErrorBoundary>
      </Section>
    </div>
  )
}

function Inquiry({ id, contact }: { id: string; contact: RecentContact | undefined }) {
  const email = useEmail(id)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <AskCard email={email} contact={contact} />
      <FactsCard email={email} contact={contact} />
    </div>
  )
}

type Props = { email: SentEmail; contact: RecentContact | undefined }

const AskCard = ({ email, contact }: Props) => (
  <Card className="p-5">
    <p className="text-table text-secondary">Your ask</p>
    <p className="tabular-nums mt-1 text-kpi">
      {email.askCents === null ? <EmptyValue /> : formatMoney(email.askCents)}
    </p>
    <div className="mt-4 border-t border-subtle pt-4 [&>span]:h-auto [&>span]:min-h-5 [&>span]:whitespace-normal">
      <StateBadge display={emailStateDisplay[email.state]} />
      {email.failure && <p className="mt-2 text-table text-danger-text">{email.failure}</p>}
    </div>
    {contact?.company && <p className="mt-4 font-medium">{contact.company}</p>}
  </Card>
)

function FactsCard({ email, contact }: Props) {
  const now = useNow()
  return (
    <Card title="Your inquiry" aside="New York time">
      <Facts className="px-4">
        <Fact name="To">{email.to}</Fact>
        <Fact name="Subject">{email.subject}</Fact>
        {contact?.email && <Fact name="Template">{contact.email.templateName}</Fact>}
        <Fact name="Created">{formatWhen(new Date(email.createdAt), now)}</Fact>
        <Fact name="Accepted by the mail server">
          {email.sentAt ? formatWhen(new Date(email.sentAt), now) : <EmptyValue />}
        </Fact>
      </Facts>
    </Card>
  )
}

/** Reports an unknown id; throws any other error to the section, which offers a retry. */
function LoadNotFound({ error }: { error: unknown }) {
  if (!(error instanceof Problem && ['not-found', 'invalid-input'].includes(error.code))) throw error

  return (
    <Card>
      <EmptyState
        icon={<SearchX size={24} strokeWidth={1.6} aria-hidden="true" />}
        title="Load not found"
        text="It belongs to another account, or the link has a typo."
      >
        <Link to={paths.home} className={buttonStyle('primary')}>
          Go to Dashboard
        </Link>
      </EmptyState>
    </Card>
  )
}

const LoadSkeleton = () => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Card className="p-5">
      <Skeleton className="h-3.5 w-20" />
      <Skeleton className="mt-3 h-7 w-28" />
      <Skeleton className="mt-8 h-5 w-24" />
    </Card>
    <Card title="Your inquiry">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex justify-between border-b border-subtle px-4 py-3 last:border-0">
          <Skeleton className="h-3.5 w-16" />
          <Skeleton className="h-3.5 w-32" />
        </div>
      ))}
    </Card>
  </div>
)
