import type { TeamEmail } from '@loadping/contract/emails/emails'
import { formatWhen } from '@loadping/contract/format/instants'
import { formatDollars } from '@loadping/contract/format/money'
import { Mail } from 'lucide-react'
import { useDeferredValue } from 'react'
import * as z from 'zod/mini'
import { Section } from '../section.tsx'
import { AddressText } from '../ui/address-text.tsx'
import { tones } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { emailStateDisplay } from '../ui/contact-state.ts'
import { EmptyValue } from '../ui/figure.tsx'
import { Lane } from '../ui/lane-glyph.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { ListToolbar } from '../ui/list/list-toolbar.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { NoResults } from '../ui/list/no-results.tsx'
import { SkeletonRows } from '../ui/list/skeleton-rows.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { searchText, useUrlFilter } from '../use-url-filter.ts'
import { useTeamEmails } from './team-emails.data.ts'

const emailFilter = z.object({ search: searchText })

/** Whom members and former members emailed for the team, and when. */
export function TeamEmails() {
  const { filter, setFilter } = useUrlFilter(emailFilter)
  const search = useDeferredValue(filter.search)
  return (
    <>
      <ListToolbar
        searchLabel="Search recipient, subject or company"
        search={filter.search}
        onSearch={(value) => setFilter({ search: value })}
        searchStyle="w-80 max-w-full max-sm:w-full"
        className="mt-5 mb-3 justify-between"
      >
        <p className="text-caption text-secondary">New York time</p>
      </ListToolbar>
      <Section what="your team's emails" skeleton={<EmailsSkeleton />}>
        <EmailList search={search} onClear={() => setFilter({ search: '' })} />
      </Section>
    </>
  )
}

function EmailList({ search, onClear }: { search: string; onClear: () => void }) {
  const { emails, more } = useTeamEmails(search)
  const now = useNow()
  return (
    <Card>
      {emails.length === 0 &&
        (search === '' ? (
          <EmptyState
            icon={<Mail size={24} strokeWidth={1.6} aria-hidden="true" />}
            title="No emails yet"
            text="Emails that your team sends show up here, even after a member leaves."
          />
        ) : (
          <NoResults text="No email of your team matches your search." clearLabel="Clear search" onClear={onClear} />
        ))}
      <ul aria-label="Emails of the team">
        {emails.map((email) => (
          <Email key={email.id} email={email} now={now} />
        ))}
      </ul>
      <LoadMore failure="Couldn't load more emails." {...more} />
    </Card>
  )
}

function Email({ email, now }: { email: TeamEmail; now: Date }) {
  const { by, to, subject, state, askCents, createdAt, origin, dest, company } = email
  const { label, Icon, tone } = emailStateDisplay[state]
  return (
    <li className="flex items-start gap-3 border-b border-subtle px-4 py-2.5 last:border-0">
      <span title={label} className={`mt-1 flex size-7 shrink-0 items-center justify-center rounded-sm ${tones[tone]}`}>
        <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
        <span className="sr-only">{label}: </span>
      </span>
      <div className="min-w-0 flex-1 text-table wrap-anywhere">
        <p>
          <strong className="font-semibold">{by}</strong> to <AddressText>{to}</AddressText>
        </p>
        <p>{subject}</p>
        <p className="text-caption text-secondary">
          <Lane from={`${origin.city}, ${origin.state}`} to={`${dest.city}, ${dest.state}`} />
          {company && ` · ${company}`}
        </p>
      </div>
      <div className="tabular-nums text-right text-table">
        <p className="font-medium">{askCents === null ? <EmptyValue /> : formatDollars(askCents)}</p>
        <p className="text-caption whitespace-nowrap text-secondary">{formatWhen(new Date(createdAt), now)}</p>
      </div>
    </li>
  )
}

const EmailsSkeleton = () => (
  <Card>
    <SkeletonRows
      row={() => (
        <div className="flex items-center gap-3 border-b border-subtle px-4 py-3 last:border-0">
          <Skeleton className="size-7" />
          <div className="flex-1">
            <Skeleton className="mb-2 h-3.5 w-72 max-w-full" />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
        </div>
      )}
    />
  </Card>
)
