import { brand } from '@loadping/contract/brand'
import type { InvitationPreview } from '@loadping/contract/team'
import type { ReactNode } from 'react'
import { formatDate } from '../ui/format-date.ts'
import { initialsOf } from '../ui/initials.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** How an invitation looks: whose team it is, on what terms, what is known of it, and the ways on below. */
export const InvitationFrame = ({
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
    <Facts invitation={invitation} />
    <div className="mt-5 flex flex-col items-center gap-4">{children}</div>
  </>
)

function Facts({ invitation: { organization, members, limitUsers, expiresAt } }: { invitation: InvitationPreview }) {
  const facts = {
    Organization: <bdi>{organization.name}</bdi>,
    ...(organization.dotNumber !== null && { USDOT: organization.dotNumber }),
    Members: limitUsers === null ? members : `${members} of ${limitUsers} seats`,
    Invitation: `Works until ${formatDate(new Date(expiresAt))}`,
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

const mark = 'flex size-14 items-center justify-center border text-lead font-semibold'

const Marks = ({ organization, email }: { organization: string; email: string }) => (
  <div aria-hidden="true" className="flex">
    <span className={`${mark} rounded-md border-accent-border bg-accent-subtle text-accent-text`}>
      {initialsOf(organization)}
    </span>
    <span
      className={`${mark} -ml-2.5 rounded-full border-info-border bg-info-subtle text-info-text ring-4 ring-(--bg-surface)`}
    >
      {initialsOf(email)}
    </span>
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
