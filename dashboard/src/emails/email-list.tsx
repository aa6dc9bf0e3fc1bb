import type { EmailCounts } from '@loadping/contract/emails/email-state'
import { EmailGroup, type SentEmail } from '@loadping/contract/emails/emails'
import { formatCount } from '@loadping/contract/format/counts'
import { CircleCheck, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { NoResults } from '../ui/list/no-results.tsx'
import { useFocusAfterRemoval } from '../ui/list/row-focus.ts'
import { SearchField } from '../ui/list/search-field.tsx'
import { SkeletonRows } from '../ui/list/skeleton-rows.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { useSettled } from '../use-settled.ts'
import { choiceOf, searchText, useUrlFilter } from '../use-url-filter.ts'
import { EmailRow } from './email-row.tsx'
import { useDismissAll, useEmailCounts, useEmailList } from './emails.data.ts'

const EmailDialog = lazyPart(async () => (await import('./email-dialog.tsx')).EmailDialog)

const EmailFilter = z.object({ search: searchText, group: choiceOf(EmailGroup.options) })
type EmailFilter = z.infer<typeof EmailFilter>

type Tab = { group: EmailFilter['group']; label: string; count?: (counts: EmailCounts) => number }

const tabs: Tab[] = [
  { group: 'all', label: 'All' },
  { group: 'attention', label: 'Needs attention', count: ({ failed, unknown }) => failed + unknown },
  { group: 'waiting', label: 'Waiting to send', count: ({ waiting }) => waiting },
  { group: 'sent', label: 'Sent' },
  { group: 'failed', label: 'Failed' },
  { group: 'unknown', label: 'May have been sent' },
  { group: 'undone', label: 'Undone' },
]

/** The user's emails by group, with a search and what can be done about each. */
export function EmailsCard() {
  const { filter, setFilter, linkTo } = useUrlFilter(EmailFilter)
  const counts = useEmailCounts()
  return (
    <Card title="Emails" aside="New York time">
      <div className="flex flex-wrap items-center gap-3 border-b border-subtle px-4 py-3">
        <ul aria-label="Email filters" className="flex flex-wrap gap-1.5">
          {tabs.map(({ group, label, count }) => (
            <TabLink
              key={group}
              to={linkTo({ group })}
              isCurrent={group === filter.group}
              count={counts && count?.(counts)}
            >
              {label}
            </TabLink>
          ))}
        </ul>
        <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full">
          {filter.group === 'attention' && <DismissAll counts={counts} />}
          <SearchField
            label="Search emails"
            className="w-65 max-sm:w-full"
            value={filter.search}
            onValue={(search) => setFilter({ search })}
          />
        </div>
      </div>
      <Section key={filter.group} what="your emails" skeleton={<EmailListSkeleton />}>
        <EmailList filter={filter} onClear={() => setFilter({ search: '' })} />
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
      className={`tabular-nums inline-flex h-7 items-center gap-1.5 rounded-full border px-3 text-table font-medium max-sm:h-9 ${
        isCurrent
          ? 'border-accent bg-accent-subtle text-accent-text'
          : 'border-default text-secondary hover:bg-hover hover:text-primary'
      }`}
    >
      {children}
      {count !== undefined && count > 0 && <span>{formatCount(count)}</span>}
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

function EmailList({ filter, onClear }: { filter: EmailFilter; onClear: () => void }) {
  const { settled: search } = useSettled(filter.search.trim())
  const { emails, more } = useEmailList({ group: filter.group, search })
  const [opened, setOpened] = useState<SentEmail>()
  const now = useNow()
  const list = useFocusAfterRemoval<HTMLUListElement>(emails.length)
  return (
    <>
      {emails.length === 0 &&
        (search === '' ? (
          <NoEmails group={filter.group} />
        ) : (
          <NoResults
            text="No email matches that recipient, subject or company."
            clearLabel="Clear search"
            onClear={onClear}
          />
        ))}
      <ul ref={list} tabIndex={-1} aria-label="Emails" className="outline-none">
        {emails.map((email) => (
          <EmailRow key={email.id} email={email} group={filter.group} now={now} onOpen={() => setOpened(email)} />
        ))}
      </ul>
      <LoadMore failure="Couldn't load more emails." {...more} />
      {opened && <EmailDialog email={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function NoEmails({ group }: { group: EmailFilter['group'] }) {
  if (group === 'attention')
    return (
      <EmptyState
        icon={<CircleCheck size={24} strokeWidth={1.6} aria-hidden="true" />}
        title="You're all caught up"
        text="Emails that failed or may not have gone out show up here."
      />
    )
  return (
    <EmptyState
      icon={<Send size={24} strokeWidth={1.6} aria-hidden="true" />}
      title={group === 'all' ? 'No emails yet' : 'No emails here'}
      text={
        <>
          Click Email on your load board and it shows up here. Try it first on the{' '}
          <a href={paths.practice} className="text-accent-text underline underline-offset-3">
            practice board
          </a>
          ; its emails go only to you.
        </>
      }
    />
  )
}

const EmailListSkeleton = () => (
  <SkeletonRows
    row={() => (
      <div className="flex items-center gap-3 border-b border-subtle px-4 py-3 last:border-0">
        <Skeleton className="size-7" />
        <div className="flex-1">
          <Skeleton className="mb-2 h-3.5 w-72 max-w-full" />
          <Skeleton className="h-3 w-48 max-w-full" />
        </div>
        <Skeleton className="h-3.5 w-14" />
      </div>
    )}
  />
)
