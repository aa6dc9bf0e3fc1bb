import { formatWhen } from '@loadping/contract/format/instants'
import { formatDollars } from '@loadping/contract/format/money'
import { outcomeLabels } from '@loadping/contract/loads/outcomes'
import type { LoadEvent, LoadPerson } from '@loadping/contract/loads/saved-loads'
import {
  Bookmark,
  CircleDot,
  type LucideIcon,
  Mail,
  MessageSquare,
  Phone,
  Plus,
  StickyNote,
  TrendingUp,
} from 'lucide-react'
import type { Ref } from 'react'
import { WaitingNote } from '../../emails/emails.parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { emailStateDisplay } from '../../ui/contact-state.ts'
import { useNow } from '../../ui/use-now.ts'
import { statusDisplay } from '../load-display.parts.tsx'
import { useSentEmail } from './load-page.data.ts'
import { nameOf } from './send-guard.tsx'

type HistoryCardProps = {
  history: LoadEvent[]
  people: LoadPerson[]
  userId: string
  noteRef: Ref<HTMLSpanElement>
  onNote: () => void
}

/** What happened to the load, newest first, and a button for a note. */
export function HistoryCard({ history, people, userId, noteRef, onNote }: HistoryCardProps) {
  const now = useNow()
  return (
    <Card
      title="History"
      aside={
        <span ref={noteRef} className="inline-flex">
          <Button variant="ghost" icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />} onPress={onNote}>
            Note
          </Button>
        </span>
      }
    >
      <ol className="flex flex-col gap-4 p-4">
        {history.map((event) => (
          <Entry key={event.id} event={event} who={nameOf(event.userId, people, userId)} now={now} />
        ))}
      </ol>
    </Card>
  )
}

const icons: Record<LoadEvent['kind'], LucideIcon> = {
  saved: Bookmark,
  'rate-changed': TrendingUp,
  emailed: Mail,
  called: Phone,
  status: CircleDot,
  outcome: MessageSquare,
  note: StickyNote,
}

function Entry({ event, who, now }: { event: LoadEvent; who: string; now: Date }) {
  const Icon = icons[event.kind]
  const { title, detail } = describe(event, who)
  return (
    <li className="flex gap-3 text-table">
      <span
        aria-hidden="true"
        className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full bg-active text-secondary"
      >
        <Icon size={12} strokeWidth={1.8} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        {detail && <p className="whitespace-pre-line text-secondary wrap-anywhere">{detail}</p>}
        {event.email?.state === 'queued' && who === 'You' && <Waits emailId={event.id} />}
      </div>
      <time dateTime={event.at} className="tabular-nums shrink-0 text-caption text-secondary">
        {formatWhen(new Date(event.at), now)}
      </time>
    </li>
  )
}

/** Why the user's own email waits, if it does. */
function Waits({ emailId }: { emailId: string }) {
  const email = useSentEmail(emailId)
  return email ? <WaitingNote email={email} /> : null
}

function describe(
  { kind, cents, status, outcome, text, email }: LoadEvent,
  who: string,
): { title: string; detail?: string | undefined } {
  const at = cents === null ? '' : ` at ${formatDollars(cents)}`
  switch (kind) {
    case 'saved':
      return {
        title: `Saved by ${who === 'You' ? 'you' : who}`,
        detail: cents === null ? undefined : `Posted at ${formatDollars(cents)}`,
      }
    case 'rate-changed':
      return { title: cents === null ? 'The rate was removed' : `The rate changed to ${formatDollars(cents)}` }
    case 'emailed':
      return {
        title: cents === null ? `${who} emailed` : `${who} asked ${formatDollars(cents)}`,
        detail: email ? `${email.templateName} · ${emailStateDisplay[email.state].label}` : undefined,
      }
    case 'called':
      return { title: cents === null ? `${who} called` : `${who} called, asking ${formatDollars(cents)}` }
    case 'status':
      return { title: `${who} set ${status ? statusDisplay[status].label : 'a status'}` }
    case 'outcome':
      return {
        title: outcome ? `${outcomeLabels[outcome]}${at}` : 'The outcome was removed',
        detail: `By ${who === 'You' ? 'you' : who}`,
      }
    case 'note':
      return { title: who === 'You' ? 'Your note' : `Note by ${who}`, detail: text ?? undefined }
  }
}
