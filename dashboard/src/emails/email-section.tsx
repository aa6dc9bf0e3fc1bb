import type { EmailCounts, EmailGroup } from '@loadping/contract/emails'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Section } from '../section.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useEmailFilter } from './email-filter.ts'
import { EmailList } from './email-list.tsx'
import { useDismissAll, useEmailCounts } from './mail.data.ts'

type Tab = { group?: EmailGroup; label: string; count?: (counts: EmailCounts) => number }

const tabs: Tab[] = [
  { label: 'All' },
  { group: 'attention', label: 'Needs attention', count: ({ failed, unknown }) => failed + unknown },
  { group: 'waiting', label: 'Waiting', count: ({ waiting }) => waiting },
  { group: 'sent', label: 'Sent' },
  { group: 'failed', label: 'Failed' },
  { group: 'unknown', label: 'Unknown' },
  { group: 'undone', label: 'Undone' },
]

/** What was sent, what waits, and what failed or is unknown, with what to do. */
export function EmailSection() {
  const { filter, setSearch, addressOf } = useEmailFilter()
  const counts = useEmailCounts()
  return (
    <Card title="Mail" aside="New York time">
      <div className="flex flex-wrap items-center gap-3 border-b border-subtle px-4 py-3">
        <ul aria-label="Groups of mail" className="flex flex-wrap gap-1.5">
          {tabs.map(({ group, label, count }) => (
            <TabLink
              key={label}
              to={addressOf(group)}
              isCurrent={group === filter.group}
              count={counts && count?.(counts)}
            >
              {label}
            </TabLink>
          ))}
        </ul>
        <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full">
          {filter.group === 'attention' && <DismissAll counts={counts} />}
          <SearchField label="Search mail" className="w-65 max-sm:w-full" value={filter.search} onValue={setSearch} />
        </div>
      </div>
      <Section key={filter.group} what="your emails" skeleton={<EmailListSkeleton />}>
        <EmailList filter={filter} onClear={() => setSearch('')} />
      </Section>
    </Card>
  )
}

const TabLink = ({
  to,
  isCurrent,
  count,
  children,
}: {
  to: string
  isCurrent: boolean
  count: number | undefined
  children: ReactNode
}) => (
  <li className="flex">
    <Link
      to={to}
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className={`figures inline-flex h-7 items-center gap-1.5 rounded-full border px-3 text-table font-medium max-sm:h-9 ${
        isCurrent
          ? 'border-accent bg-accent-subtle text-accent-text'
          : 'border-default text-secondary hover:bg-hover hover:text-primary'
      }`}
    >
      {children}
      {count !== undefined && count > 0 && <span>{count.toLocaleString('en-US')}</span>}
    </Link>
  </li>
)

function DismissAll({ counts }: { counts: EmailCounts | undefined }) {
  const { mutate, isPending } = useDismissAll()
  if (!counts || counts.failed + counts.unknown === 0) return null
  return (
    <Button isLoading={isPending} onPress={() => mutate()}>
      Dismiss all
    </Button>
  )
}

const EmailListSkeleton = () => (
  <>
    {[1, 2, 3, 4, 5].map((row) => (
      <div key={row} className="flex items-center gap-3 border-b border-subtle px-4 py-3 last:border-0">
        <Skeleton className="size-7" />
        <div className="flex-1">
          <Skeleton className="mb-2 h-3.5 w-72 max-w-full" />
          <Skeleton className="h-3 w-48 max-w-full" />
        </div>
        <Skeleton className="h-3.5 w-14" />
      </div>
    ))}
  </>
)
