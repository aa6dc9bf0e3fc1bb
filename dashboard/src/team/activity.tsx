import type { ActivityEntry, Member } from '@loadping/contract/team'
import { Download, History } from 'lucide-react'
import { Section } from '../section.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatWhen, useNow } from '../ui/format-date.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ActivityText } from './activity-text.tsx'
import { useExportLog, useTeamLog } from './team-activity.data.ts'

/** What was changed in the team, by whom and when. */
export function Activity({ members }: { members: Member[] }) {
  const { mutate: exportLog, isPending } = useExportLog()
  return (
    <>
      <div className="mt-5 mb-3 flex items-center justify-between gap-3">
        <p className="text-caption text-secondary">New York time</p>
        <Button
          icon={<Download size={16} strokeWidth={1.6} aria-hidden="true" />}
          isLoading={isPending}
          onPress={() => exportLog()}
        >
          Export CSV
        </Button>
      </div>
      <Section what="your team's activity" skeleton={<LogSkeleton />}>
        <Log members={members} />
      </Section>
    </>
  )
}

function Log({ members }: { members: Member[] }) {
  const { entries, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useTeamLog()
  const now = useNow()
  const byAddress = new Map(members.map((member) => [member.email, member]))
  if (entries.length === 0) return <NothingYet />

  return (
    <Card>
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.number} entry={entry} members={byAddress} now={now} />
        ))}
      </ol>
      {hasNextPage && (
        <div className="flex flex-wrap items-center justify-center gap-3 border-t border-subtle bg-sunken p-3">
          {isFetchNextPageError && (
            <p role="alert" className="text-caption text-danger-text">
              The earlier activity could not be loaded.
            </p>
          )}
          <Button isLoading={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {isFetchNextPageError ? 'Try again' : 'Show more'}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Entry({ entry, members, now }: { entry: ActivityEntry; members: Map<string, Member>; now: Date }) {
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-subtle px-4 py-2.5 text-table last:border-0">
      <span className="min-w-0 wrap-anywhere">
        <ActivityText entry={entry} members={members} />
      </span>
      <time dateTime={entry.at} className="figures shrink-0 text-caption text-secondary">
        {formatWhen(new Date(entry.at), now)}
      </time>
    </li>
  )
}

const NothingYet = () => (
  <Card>
    <EmptyState
      icon={<History size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="Nothing has changed yet"
      text="Who is invited, who joins, who gets another role or is removed: it shows here, with who did it."
    />
  </Card>
)

const LogSkeleton = () => (
  <Card>
    {[1, 2, 3, 4, 5].map((row) => (
      <div key={row} className="flex h-10 items-center justify-between border-b border-subtle px-4 last:border-0">
        <Skeleton className="h-3.5 w-72 max-w-[60%]" />
        <Skeleton className="h-3 w-20" />
      </div>
    ))}
  </Card>
)
