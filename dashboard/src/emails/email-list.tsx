import type { EmailGroup, SentEmail } from '@loadping/contract/emails'
import { CircleCheck, SearchX, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useNow } from '../ui/format-date.ts'
import { type EmailFilter, useSettledSearch } from './email-filter.ts'
import { EmailRow } from './email-row.tsx'
import { useEmailList } from './mail.data.ts'
import { useFocusAfterRow } from './row-focus.ts'

const MessageDialog = lazy(async () => ({ default: (await import('./email-dialog.tsx')).MessageDialog }))

/** The messages of a group that a search finds, the newest first. */
export function EmailList({ filter: { group, search: typed }, onClear }: { filter: EmailFilter; onClear: () => void }) {
  const search = useSettledSearch(typed)
  const { emails, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useEmailList({
    group,
    search,
  })
  const [opened, setOpened] = useState<SentEmail>()
  const now = useNow()
  const list = useFocusAfterRow(emails.length)
  return (
    <>
      {emails.length === 0 && (search === '' ? <NothingHere group={group} /> : <NothingFound onClear={onClear} />)}
      <ul ref={list} tabIndex={-1} aria-label="Messages" className="outline-none">
        {emails.map((email) => (
          <EmailRow key={email.id} email={email} group={group} now={now} onOpen={() => setOpened(email)} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex flex-wrap items-center justify-center gap-3 border-t border-subtle bg-sunken p-3">
          {isFetchNextPageError && (
            <p role="alert" className="text-caption text-danger-text">
              The earlier mail could not be loaded.
            </p>
          )}
          <Button isLoading={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {isFetchNextPageError ? 'Try again' : 'Show more'}
          </Button>
        </div>
      )}
      {opened && (
        <Suspense>
          <MessageDialog email={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function NothingHere({ group }: { group: EmailGroup | undefined }) {
  if (group === 'attention')
    return (
      <EmptyState
        icon={<CircleCheck size={24} strokeWidth={1.6} aria-hidden="true" />}
        title="Nothing needs you"
        text="Mail that was not sent, or may have been sent, shows here with what to do."
      />
    )
  return (
    <EmptyState
      icon={<Send size={24} strokeWidth={1.6} aria-hidden="true" />}
      title={group === undefined ? 'No mail yet' : 'Nothing here'}
      text={
        <>
          Click Email on a load, and it shows here with its state. The{' '}
          <a href={paths.demoBoard} className="text-accent-text underline underline-offset-3">
            demo board
          </a>{' '}
          is a safe place to try it.
        </>
      }
    />
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={<SearchX size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="Nothing matches"
    text="No recipient, subject or company of this mail is like this."
  >
    <Button onPress={onClear}>Clear search</Button>
  </EmptyState>
)
