import type { Place } from '@loadping/contract/boards/posted-load'
import { countOf } from '@loadping/contract/format/counts'
import { formatDollars } from '@loadping/contract/format/money'
import { callReasonTexts, withdrawalTexts } from '@loadping/contract/truck-board/take-back-texts'
import {
  maxWithdrawalText,
  type OpenAsk,
  type TakeBackAsk,
  type UndoneAsk,
} from '@loadping/contract/truck-board/truck-board'
import { CircleCheck, type LucideIcon, Phone, Reply, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { telOf } from '../../loads/load-display.parts.tsx'
import { EmptyValue } from '../../ui/figure.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Lane } from '../../ui/lane-glyph.tsx'
import { placeName } from '../board-view.ts'
import { nameOf } from '../truck-board.data.ts'
import { AnswerBadge } from '../truck-marks.tsx'

type GroupProps = { Icon: LucideIcon; title: string; count: number; aside: string; children: ReactNode }

const Group = ({ Icon, title, count, aside, children }: GroupProps) => (
  <section aria-label={title}>
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h3 className="flex items-center gap-2 font-semibold">
        <Icon size={16} strokeWidth={1.6} aria-hidden="true" className="text-secondary" />
        {title} <span className="tabular-nums font-normal text-secondary">{count}</span>
      </h3>
      <p className="text-caption text-secondary">{aside}</p>
    </div>
    <div className="overflow-hidden rounded-md border border-default bg-surface">{children}</div>
  </section>
)

const rowStyle =
  'tabular-nums grid min-h-10 items-center gap-x-4 gap-y-0.5 border-b border-subtle px-4 py-2 text-table last:border-0 max-sm:grid-cols-[1fr_auto]'

type CellsProps = { asked: Asked; isStruck?: boolean; children: ReactNode }
type Asked = { name: string; origin: Place; dest: Place; askCents: number | null }

const askedOf = (ask: OpenAsk): Asked => ({ ...ask.facts, name: nameOf(ask), askCents: ask.askCents })

/** The broker, the lane and the ask of a row, with what else it says between. */
const AskCells = ({ asked: { name, origin, dest, askCents }, isStruck = false, children }: CellsProps) => (
  <>
    <bdi className="min-w-0 truncate font-medium">{name}</bdi>
    <span className="min-w-0 truncate text-secondary max-sm:order-2 max-sm:col-span-2">
      <Lane from={placeName(origin)} to={placeName(dest)} />
    </span>
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-caption text-secondary max-sm:order-3 max-sm:col-span-2">
      {children}
    </span>
    <span className={`text-right ${isStruck ? 'text-secondary line-through' : 'font-semibold'}`}>
      {askCents === null ? <EmptyValue /> : formatDollars(askCents)}
    </span>
  </>
)

const columns = 'grid-cols-[minmax(0,1.1fr)_minmax(0,1.3fr)_minmax(0,1.2fr)_auto]'

export const UndoneGroup = ({ asks }: { asks: readonly UndoneAsk[] }) =>
  asks.length > 0 && (
    <Group Icon={Undo2} title="Not sent" count={asks.length} aside="Undone the moment you booked. Nothing to do.">
      <ul>
        {asks.map(({ company, ...ask }) => (
          <li key={`${ask.to} ${ask.askedAt}`} className={`${rowStyle} ${columns}`}>
            <AskCells asked={{ ...ask, name: company ?? ask.to }} isStruck>
              <bdi className="truncate">had not left for {ask.to}</bdi>
            </AskCells>
          </li>
        ))}
      </ul>
    </Group>
  )

type ReadyGroupProps = {
  entries: readonly TakeBackAsk[]
  leftOut: ReadonlySet<string>
  onToggle: (loadId: string) => void
  text: string
  onText: (text: string) => void
  ageOf: (at: string) => string
}

/** The withdrawals that can be sent, with their text. The first one takes the focus. */
export function ReadyGroup({ entries, leftOut, onToggle, text, onText, ageOf }: ReadyGroupProps) {
  const list = useRef<HTMLUListElement>(null)
  const hasEntries = entries.length > 0
  useEffect(() => {
    if (hasEntries) list.current?.querySelector('input')?.focus()
  }, [hasEntries])
  if (!hasEntries) return null
  return (
    <Group
      Icon={Reply}
      title="Withdrawals ready"
      count={entries.length}
      aside="Each answers in the thread of its first email."
    >
      <WithdrawalText text={text} onText={onText} />
      <ul ref={list}>
        {entries.map(({ ask }) => (
          <li
            key={ask.loadId}
            data-id={ask.loadId}
            className="border-b border-subtle last:border-0 focus-within:bg-selected"
          >
            <label
              className={`${rowStyle} cursor-pointer border-0 grid-cols-[16px_minmax(0,1.1fr)_minmax(0,1.3fr)_minmax(0,1.2fr)_auto] max-sm:grid-cols-[16px_1fr_auto]`}
            >
              <input
                type="checkbox"
                data-withdraw
                checked={!leftOut.has(ask.loadId)}
                onChange={() => onToggle(ask.loadId)}
                aria-label={`Withdraw from ${nameOf(ask)}`}
                className="size-4 accent-accent outline-offset-2 focus-visible:outline-2 focus-visible:outline-focus"
              />
              <AskCells asked={askedOf(ask)}>
                {ask.status === 'contacted' ? 'No answer' : <AnswerBadge {...ask} />}
                <span className="ml-auto max-sm:ml-0">asked {ageOf(ask.askedAt)} ago</span>
              </AskCells>
            </label>
          </li>
        ))}
      </ul>
    </Group>
  )
}

/** The text of the withdrawals, which a click opens for changes. */
function WithdrawalText({ text, onText }: { text: string; onText: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isOpen) area.current?.focus()
  }, [isOpen])
  if (isOpen)
    return (
      <div className="border-b border-default bg-sunken px-4 py-3">
        <TextArea
          label="Text"
          name="text"
          rows={3}
          value={text}
          onValue={(value) => onText(value.slice(0, maxWithdrawalText))}
          error={text.trim() === '' && 'Write a text'}
          hint={`${countOf(text.length, 'character')} of ${maxWithdrawalText}. Your signature follows.`}
          areaRef={area}
        />
      </div>
    )
  return (
    <p className="flex items-center gap-4 border-b border-default bg-sunken px-4 py-2.5">
      <span className="text-caption text-secondary">Text</span>
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      <button
        type="button"
        className="min-h-6 font-medium text-accent-text hover:underline"
        onClick={() => setOpen(true)}
      >
        Change<span className="sr-only"> the text</span>
      </button>
    </p>
  )
}

export const CallGroup = ({ entries }: { entries: readonly TakeBackAsk[] }) =>
  entries.length > 0 && (
    <Group Icon={Phone} title="Call these" count={entries.length} aside="No email goes to them.">
      <ul>
        {entries.map(({ ask, callReason }) => (
          <li key={ask.loadId} className={`${rowStyle} ${columns}`}>
            <AskCells asked={askedOf(ask)}>
              {callReason && callReasonTexts[callReason]}
              {ask.facts.phone ? (
                <a
                  href={telOf(ask.facts.phone)}
                  className="text-table text-accent-text hover:underline max-sm:ml-auto max-sm:min-h-9 max-sm:content-center"
                >
                  {ask.facts.phone}
                </a>
              ) : (
                <span className="max-sm:ml-auto">No phone posted</span>
              )}
            </AskCells>
          </li>
        ))}
      </ul>
    </Group>
  )

export const WithdrawnGroup = ({ entries }: { entries: readonly TakeBackAsk[] }) =>
  entries.length > 0 && (
    <Group Icon={CircleCheck} title="Taken back" count={entries.length} aside="The Email page has each one.">
      <ul>
        {entries.map(({ ask, to, withdrawal }) => (
          <li key={ask.loadId} className={`${rowStyle} ${columns}`}>
            <AskCells asked={askedOf(ask)} isStruck>
              <span className={withdrawal?.state === 'failed' ? 'text-danger-text' : ''}>
                {withdrawal && withdrawalTexts[withdrawal.state]}
              </span>
              {to && <bdi className="min-w-0 truncate">{to}</bdi>}
            </AskCells>
          </li>
        ))}
      </ul>
    </Group>
  )
