import { type OfferFacts, offerDays } from '@loadping/contract/offers/offers'
import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { NoResults } from '../ui/list/no-results.tsx'
import type { Sorting } from '../ui/list/sort-order.ts'
import { BottomDrawer } from '../ui/overlay/dialog.tsx'
import { useIsPhone } from '../ui/use-is-phone.ts'
import { useShortcuts } from '../ui/use-shortcut.ts'
import { AnswerPanel } from './answer-panel.tsx'
import { isShown, OfferCards, OfferChips, type OfferFilter } from './offer-cards.tsx'
import { nameOf, type OfferRow, type OfferSort, sortRows } from './offer-rows.ts'
import { OfferTable } from './offer-table.tsx'
import { useChangeAnswers, useRemoveAnswers } from './offers.data.ts'

const ReplyDialog = lazyPart(async () => (await import('./reply-dialog.tsx')).ReplyDialog)

type OfferListProps = { postingId: string; facts: OfferFacts; rows: OfferRow[] }

/** The answers as a table with the chosen one beside it; on a phone as cards that open it. */
export function OfferList({ postingId, facts, rows }: OfferListProps) {
  const isPhone = useIsPhone()
  const { shown, filter, setFilter, sorting, sortBy } = useShown(rows, isPhone)
  const current = useCurrent(shown)
  const [isOpen, setIsOpen] = useState(false)
  const [replyTo, setReplyTo] = useState<OfferRow>()
  const { star, remove, undo, noteReply } = useActions(postingId, current)
  const { row } = current
  useShortcuts({
    j: () => current.move(1),
    ArrowDown: () => current.move(1),
    k: () => current.move(-1),
    ArrowUp: () => current.move(-1),
    s: () => row && star(row),
    e: () => setReplyTo(row),
    Delete: () => row && remove(row),
    u: undo,
  })
  const close = () => setIsOpen(false)
  const panel = row && (
    <AnswerPanel
      row={row}
      facts={facts}
      onReply={() => setReplyTo(row)}
      onStar={() => star(row)}
      onRemove={() => {
        close()
        remove(row)
      }}
    />
  )
  const shared = { rows: shown, currentId: row?.answer.id, onStar: star }
  return (
    <>
      {isPhone ? (
        <>
          <OfferChips rows={rows} filter={filter} onFilter={setFilter} sorting={sorting} onSort={sortBy} />
          {shown.length === 0 && (
            <NoResults text="No answer matches." clearLabel="Show all" onClear={() => setFilter('all')} />
          )}
          <OfferCards
            {...shared}
            onChoose={(id) => {
              current.choose(id)
              setIsOpen(true)
            }}
          />
          <BottomDrawer label="Answer" isOpen={isOpen && row !== undefined} onClose={close}>
            <div className="p-4">{panel}</div>
          </BottomDrawer>
        </>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-4 max-lg:grid-cols-1 print:block">
          <div ref={current.list} className="min-w-0">
            <OfferTable {...shared} onChoose={current.choose} sorting={sorting} onSort={sortBy} />
            <Foot />
          </div>
          <div className="sticky top-0 max-lg:static print:hidden">{panel}</div>
        </div>
      )}
      {replyTo && (
        <ReplyDialog
          row={replyTo}
          facts={facts}
          onReplied={() => noteReply(replyTo)}
          onClose={() => setReplyTo(undefined)}
        />
      )}
    </>
  )
}

/** The rows in their order; a phone can leave some out. */
function useShown(rows: OfferRow[], isPhone: boolean) {
  const [{ column, isDescending }, setSorting] = useState<Sorting<OfferSort>>({ column: 'ask', isDescending: false })
  const [filter, setFilter] = useState<OfferFilter>('all')
  const filtered = isPhone ? rows.filter((row) => isShown(row, filter)) : rows
  const sortBy = (chosen: OfferSort) => setSorting({ column: chosen, isDescending: chosen === column && !isDescending })
  return {
    shown: sortRows(filtered, column, isDescending),
    filter,
    setFilter,
    sorting: { column, isDescending },
    sortBy,
  }
}

/** What can be done with an answer. */
function useActions(postingId: string, current: ReturnType<typeof useCurrent>) {
  const { mutate: change } = useChangeAnswers(postingId)
  const { mutate: remove, undo } = useRemoveAnswers(postingId)
  return {
    undo,
    star: ({ answer: { id, isStarred } }: OfferRow) =>
      change({ ids: [id], change: { kind: 'star', isStarred: !isStarred } }),
    noteReply: ({ answer: { id } }: OfferRow) => change({ ids: [id], change: { kind: 'reply' } }),
    remove: (row: OfferRow) => {
      current.keepPlace()
      remove({ ids: [row.answer.id], name: nameOf(row) })
    },
  }
}

/** The row that keys act on. When it leaves the list, the next one takes its place and its focus. */
function useCurrent(rows: OfferRow[]) {
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ id: string | undefined; index: number }>({ id: undefined, index: 0 })
  const takesFocus = useRef(false)
  const found = rows.findIndex(({ answer }) => answer.id === chosen.id)
  const index = found >= 0 ? found : Math.min(chosen.index, rows.length - 1)
  const row = rows[index]

  useEffect(() => {
    const wasRemoved =
      chosen.id !== undefined && chosen.id !== row?.answer.id && document.activeElement === document.body
    if (!row || !(takesFocus.current || wasRemoved)) return
    takesFocus.current = false
    const link = list.current?.querySelector<HTMLElement>(`[data-id="${row.answer.id}"] [data-row-link]`)
    link?.focus({ preventScroll: true })
    link?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  })

  function focusAt(next: number) {
    const at = Math.max(0, Math.min(next, rows.length - 1))
    const target = rows[at]
    if (!target) return
    takesFocus.current = true
    setChosen({ id: target.answer.id, index: at })
  }
  return {
    list,
    row,
    choose: (id: string) => setChosen({ id, index: rows.findIndex(({ answer }) => answer.id === id) }),
    /** Moves by rows; the first press from outside the list goes to the current row. */
    move: (step: number) => focusAt(list.current?.contains(document.activeElement) ? index + step : index),
    /** Before the row is removed: the next one takes its place. */
    keepPlace: () => setChosen({ id: row?.answer.id, index }),
  }
}

const keys = [
  { keys: ['J', 'K'], text: 'move' },
  { keys: ['S'], text: 'star' },
  { keys: ['E'], text: 'reply' },
  { keys: ['Del'], text: 'remove' },
]

const Foot = () => (
  <div className="mt-2.5 flex flex-wrap items-center gap-4 text-caption text-secondary">
    {keys.map(({ keys: names, text }) => (
      <span key={text} className="flex items-center gap-1.5 print:hidden">
        {names.map((name) => (
          <kbd key={name} className="rounded-xs border border-default bg-surface px-1.5 py-0.5 font-sans text-micro">
            {name}
          </kbd>
        ))}
        {text}
      </span>
    ))}
    <span className="tabular-nums ml-auto">Seen only by you, kept {offerDays} days</span>
  </div>
)
