import { formatAge } from '@loadping/contract/format/ages'
import { formatMiles } from '@loadping/contract/format/counts'
import { formatDollars, formatPlainDollars } from '@loadping/contract/format/money'
import { ratesOf } from '@loadping/contract/loads/load-rates'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { StickyNote } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { EmptyValue } from '../../ui/figure.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useVirtualRows } from '../../use-virtual-rows.ts'
import { EquipmentCode, StatusBadge, seenAt } from '../load-display.parts.tsx'
import { type CellContext, People } from './load-columns.tsx'
import { type RowActions, shownPlace } from './load-row.tsx'
import type { CurrentRow } from './use-current-row.ts'

type LoadCardsProps = {
  loads: SavedLoad[]
  total: number
  userId: string
  context: CellContext
  onShow: (first: number, last: number) => void
  current: CurrentRow
  actions: RowActions
  /** Set to the page, which scrolls. */
  scroller: RefObject<HTMLElement | null>
  foot: ReactNode
}

const cardHeight = 146

/** The loads as cards in the scrolling page of a phone. */
export function LoadCards(props: LoadCardsProps) {
  const { loads, total, userId, context, onShow, current, actions, scroller, foot } = props
  const { initialOffset } = current
  const list = useRef<HTMLUListElement>(null)
  const [before, setBefore] = useState(0)
  const now = useNow()
  const { rows, height, first, last } = useVirtualRows({
    scroller,
    count: loads.length,
    rowHeight: cardHeight,
    before,
    pinned: current.index,
    initialOffset,
  })

  useLayoutEffect(() => {
    const page = list.current?.closest<HTMLElement>('[data-scroller]')
    if (!page || !list.current) return
    scroller.current = page
    setBefore(list.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop)
    const frame = requestAnimationFrame(() => page.scrollTo(0, initialOffset)) // after a new page starts at its top
    return () => cancelAnimationFrame(frame)
  }, [scroller, initialOffset])
  useEffect(() => onShow(first, last), [onShow, first, last])

  return (
    <>
      <ul ref={list} aria-label={`${total} loads`} className="relative" style={{ height }}>
        {rows.map(({ index, top }) => {
          const load = loads[index]
          return (
            load && (
              <li
                key={load.id}
                data-id={load.id}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${top}px)` }}
              >
                <LoadCard
                  load={load}
                  age={formatAge(seenAt(load), now)}
                  context={context}
                  isOwn={load.userId === userId}
                  actions={actions}
                />
              </li>
            )
          )
        })}
      </ul>
      {foot}
    </>
  )
}

type LoadCardProps = { load: SavedLoad; age: string; context: CellContext; isOwn: boolean; actions: RowActions }

function LoadCard({ load, age, context: { people, targetRpmCents }, isOwn, actions }: LoadCardProps) {
  const { id, facts, status, note } = load
  const { totalCents, rpmCents } = ratesOf(facts)
  const isOnTarget = rpmCents !== null && targetRpmCents !== null && rpmCents >= targetRpmCents
  return (
    <article className="relative h-[138px] rounded-md border border-default bg-surface px-4 py-2 shadow-card">
      <div className="flex h-9 items-center justify-between">
        <span data-anchor className="relative z-10 -my-1 inline-flex">
          {isOwn ? (
            <button
              type="button"
              aria-haspopup="menu"
              className="flex min-h-11 items-center"
              onClick={() => actions.onStatus(id)}
            >
              <StatusBadge status={status} />
            </button>
          ) : (
            <StatusBadge status={status} />
          )}
        </span>
        <span className="tabular-nums flex items-center gap-2 text-caption text-secondary">
          {age}
          <People load={load} people={people} />
        </span>
      </div>
      <div className="flex items-start justify-between gap-3">
        <Link
          to={paths.load(id)}
          aria-label={`${shownPlace(facts.origin)} to ${shownPlace(facts.dest)}`}
          className="min-w-0 text-lead leading-6 font-medium after:absolute after:inset-0"
        >
          <LaneLine isDest={false}>{shownPlace(facts.origin)}</LaneLine>
          <LaneLine isDest>{shownPlace(facts.dest)}</LaneLine>
        </Link>
        <p className="tabular-nums shrink-0 text-right">
          <span className="block text-[18px] leading-6 font-semibold">
            {totalCents === null ? <EmptyValue /> : formatDollars(totalCents)}
          </span>
          {rpmCents !== null && (
            <span className={`text-table ${isOnTarget ? 'font-medium text-accent-text' : 'text-secondary'}`}>
              ${formatPlainDollars(rpmCents)}/mi
            </span>
          )}
        </p>
      </div>
      <div className="tabular-nums flex h-9 items-center gap-2.5 text-table text-secondary">
        {facts.equipment && <EquipmentCode code={facts.equipment} board={facts.board} />}
        {facts.tripMiles !== undefined && <span className="shrink-0">{formatMiles(facts.tripMiles)}</span>}
        {facts.deadheadMiles !== undefined && <span className="shrink-0">+{facts.deadheadMiles} DH</span>}
        <bdi className="min-w-0 flex-1 truncate">{facts.company}</bdi>
        <button
          type="button"
          aria-label={note ? `Note: ${note}` : 'Add a note'}
          onClick={() => actions.onNote(id)}
          className="relative z-10 -mr-3 flex size-11 shrink-0 items-center justify-center"
        >
          <StickyNote size={16} strokeWidth={1.6} aria-hidden="true" className={note ? 'fill-warning-subtle' : ''} />
        </button>
      </div>
    </article>
  )
}

const LaneLine = ({ isDest, children }: { isDest: boolean; children: string }) => (
  <span className="flex items-center gap-2.5">
    <span
      aria-hidden="true"
      className={`size-2.5 shrink-0 rounded-full border-[1.5px] ${isDest ? 'border-accent bg-accent' : 'border-control'}`}
    />
    <span className="truncate">{children}</span>
  </span>
)
