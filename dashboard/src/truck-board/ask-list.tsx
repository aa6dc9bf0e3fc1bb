import { formatAge } from '@loadping/contract/format/ages'
import { formatDollars } from '@loadping/contract/format/money'
import { hasAmount, OutcomeKind, outcomeKeys, outcomeLabels } from '@loadping/contract/loads/outcomes'
import type { OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { ChevronDown, Phone } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../loads/load-changes.data.ts'
import { EquipmentCode, telOf } from '../loads/load-display.parts.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { Lane } from '../ui/lane-glyph.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { focusNextRow, focusRow } from '../ui/list/row-focus.ts'
import { Menu } from '../ui/overlay/menu.tsx'
import { useShortcutsAround } from '../ui/use-shortcut.ts'
import { placeName } from './board-view.ts'
import { useAskOutcome } from './truck-board.data.ts'
import { AnswerBadge } from './truck-marks.tsx'

const RatePopover = lazyPart(async () => (await import('../loads/row-popover.parts.tsx')).RatePopover)

type AskListProps = {
  asks: readonly OpenAsk[]
  /** The truck whose asks they are, or `none`. */
  truckId: string
  /** The names of the user's trucks by id. */
  names: ReadonlyMap<string, string>
  now: Date
  /** Whether the first ask takes the focus, as in a drawer that opens. */
  takesFocus?: boolean
  /** Whether its keys act while the focus is in no list. */
  isMain?: boolean
  /** Books an ask that names trucks. */
  onBook: (ask: OpenAsk) => void
}

/** The keys of the list. */
export const askHints: (readonly [string, string])[] = [
  ['J K', 'move'],
  ['C', 'call'],
  ...OutcomeKind.options.map(
    (kind) => [outcomeKeys[kind], hasAmount(kind) ? `${outcomeLabels[kind]}…` : outcomeLabels[kind]] as const,
  ),
  ['U', 'undo'],
]

const askLink = '[data-ask]'
const pageSize = 50

/** Open asks, each with its broker and what can come of it, by a menu or by one key for the one with the focus. */
export function AskList({ asks, truckId, names, now, takesFocus = false, isMain = true, onBook }: AskListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(pageSize)
  const outcomes = useOutcomes(list, onBook)
  const call = useCall()
  useEffect(() => {
    if (takesFocus) list.current?.querySelector<HTMLElement>(askLink)?.focus()
  }, [takesFocus])
  const start = ({ loadId: id, facts, askCents }: OpenAsk) => call.start({ id, facts }, askCents ?? undefined)
  useAskKeys({ list, asks, isMain, call: start, ...outcomes })
  return (
    <>
      <ul ref={list} data-asks aria-label="Open asks">
        {asks.slice(0, shown).map((ask) => (
          <AskItem
            key={ask.loadId}
            ask={ask}
            age={formatAge(new Date(ask.askedAt), now)}
            isDue={ask.dueAt !== null && Date.parse(ask.dueAt) <= now.getTime()}
            others={ask.truckIds.flatMap((id) => (id === truckId ? [] : (names.get(id) ?? [])))}
            onCall={() => call.record({ id: ask.loadId, facts: ask.facts }, ask.askCents ?? undefined)}
            onOutcome={outcomes.settle}
          />
        ))}
      </ul>
      {asks.length > shown && (
        <div className="border-t border-subtle p-3 text-center">
          <Button onPress={() => setShown(shown + pageSize)}>Show more</Button>
        </div>
      )}
      {outcomes.question}
    </>
  )
}

type AskKeys = {
  list: RefObject<HTMLElement | null>
  asks: readonly OpenAsk[]
  isMain: boolean
  call: (ask: OpenAsk) => void
  settle: (ask: OpenAsk, kind: OutcomeKind) => void
  undo: () => void
}

/** The keys of a list; those that record something act on the ask with the focus. */
function useAskKeys({ list, asks, isMain, call, settle, undo }: AskKeys): void {
  const move = (step: 1 | -1) => () => {
    const focused = document.activeElement?.closest('[data-asks]')
    if (focused ? focused === list.current : isMain) focusRow(step, askLink)
  }
  const withFocused = (act: (ask: OpenAsk) => void) => () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-asks] > [data-id]')
    const ask = row && list.current?.contains(row) && asks.find(({ loadId }) => loadId === row.dataset.id)
    if (ask) act(ask)
  }
  useShortcutsAround(list, {
    j: move(1),
    ArrowDown: move(1),
    k: move(-1),
    ArrowUp: move(-1),
    c: withFocused(call),
    u: () => isMain && undo(),
    ...Object.fromEntries(
      OutcomeKind.options.map((kind) => [outcomeKeys[kind].toLowerCase(), withFocused((ask) => settle(ask, kind))]),
    ),
  })
}

/** Records what came of asks, after a question for the rate where there is one. */
function useOutcomes(list: RefObject<HTMLElement | null>, onBook: (ask: OpenAsk) => void) {
  const { mutate, undo } = useAskOutcome()
  const [asked, setAsked] = useState<{ ask: OpenAsk; kind: OutcomeKind; anchor: RefObject<Element | null> }>()
  function settle(ask: OpenAsk, kind: OutcomeKind) {
    if (kind === 'booked' && ask.truckIds.length > 0) return onBook(ask)
    if (hasAmount(kind)) {
      const anchor = list.current?.querySelector(`[data-id="${ask.loadId}"] [data-anchor]`)
      if (anchor) setAsked({ ask, kind, anchor: { current: anchor } })
      return
    }
    focusNextRow(askLink)
    mutate({ ask, kind })
  }
  return {
    settle,
    undo,
    question: asked && (
      <RatePopover
        outcome={asked.kind}
        askCents={asked.ask.askCents}
        anchor={asked.anchor}
        onSave={(cents) => mutate({ ask: asked.ask, kind: asked.kind, ...(cents !== undefined && { cents }) })}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}

type AskItemProps = {
  ask: OpenAsk
  age: string
  isDue: boolean
  /** The other trucks that it was asked for. */
  others: string[]
  onCall: () => void
  onOutcome: (ask: OpenAsk, kind: OutcomeKind) => void
}

const AskItem = ({ ask, age, isDue, others, onCall, onOutcome }: AskItemProps) => {
  const { loadId, facts, askCents, note, askedBy } = ask
  const from = placeName(facts.origin)
  const to = placeName(facts.dest)
  return (
    <li
      data-id={loadId}
      className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-subtle px-6 py-2.5 text-table [contain-intrinsic-size:auto_68px] [content-visibility:auto] last:border-0 focus-within:bg-selected max-sm:px-4 max-sm:py-3"
    >
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <Link data-ask to={paths.load(loadId)} className="rounded-xs font-medium hover:underline">
          <Lane from={from} to={to} />
        </Link>
        {facts.equipment && <EquipmentCode code={facts.equipment} board={facts.board} />}
        <AnswerBadge {...ask} />
      </p>
      <p className="tabular-nums flex items-center justify-end gap-2">
        <span className={isDue ? 'font-medium text-warning-text' : 'text-secondary'}>
          {isDue ? `due, ${age}` : age}
        </span>
        <span className="min-w-14 text-right font-semibold">
          {askCents === null ? <EmptyValue /> : formatDollars(askCents)}
        </span>
      </p>
      <p className="tabular-nums flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-caption text-secondary">
        <bdi className="truncate">{facts.company ?? 'Company not posted'}</bdi>
        {facts.phone ? (
          <a
            href={telOf(facts.phone)}
            onClick={onCall}
            className="inline-flex min-h-6 items-center gap-1.5 text-table text-accent-text hover:underline max-sm:min-h-9"
          >
            <Phone size={14} strokeWidth={1.6} aria-hidden="true" />
            {facts.phone}
          </a>
        ) : (
          <span>No phone posted</span>
        )}
        {askedBy && <span>asked by {askedBy}</span>}
        {others.length > 0 && <span>also asked for {others.join(', ')}</span>}
        {note && <bdi className="min-w-0 basis-full truncate">Note: {note}</bdi>}
      </p>
      <span data-anchor className="justify-self-end print:hidden">
        <OutcomeMenu name={`${from} to ${to}`} onChoose={(kind) => onOutcome(ask, kind)} />
      </span>
    </li>
  )
}

/** What can come of an ask, with the key of each. */
const OutcomeMenu = ({ name, onChoose }: { name: string; onChoose: (kind: OutcomeKind) => void }) => (
  <Menu
    label={`Outcome of ${name}`}
    entries={OutcomeKind.options.map((kind) => ({
      id: kind,
      label: outcomeLabels[kind],
      aside: outcomeKeys[kind],
      onChoose: () => onChoose(kind),
    }))}
    trigger={(opener) => (
      <button
        {...opener}
        type="button"
        aria-label={`Outcome of ${name}`}
        className="inline-flex h-7 items-center gap-1 rounded-sm border border-default bg-surface px-2 text-caption font-medium hover:bg-hover max-sm:h-9"
      >
        Outcome
        <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    )}
  />
)
