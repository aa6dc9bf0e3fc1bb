import { formatAge } from '@loadping/contract/format/ages'
import { formatDollars } from '@loadping/contract/format/money'
import type { BoardTruck, OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { formatClock, formatSoon } from '../../freight-text/load-times.ts'
import { telOf } from '../../loads/load-display.parts.tsx'
import { paths } from '../../paths.ts'
import { useTimeZone } from '../../places/places.data.ts'
import { EmptyValue } from '../../ui/figure.tsx'
import { Lane } from '../../ui/lane-glyph.tsx'
import { placeName } from '../board-view.ts'
import { nameOf } from '../truck-board.data.ts'

type DueTableProps = {
  label: string
  asks: readonly OpenAsk[]
  /** Whether they have a time to call back instead of an age. */
  isLater: boolean
  trucks: readonly BoardTruck[]
  now: Date
  current: OpenAsk | undefined
  onCurrent: (id: string) => void
  onCall: (ask: OpenAsk) => void
  /** What is known of the current ask, below its row in a narrow window. */
  detail: ReactNode
}

/** The element of a row that takes its focus. */
export const dueLink = '[data-due]'

const gridStyle =
  'grid grid-cols-[minmax(0,2.2fr)_minmax(124px,1.2fr)_minmax(72px,1fr)_72px_minmax(84px,auto)] items-center gap-x-3 px-4 max-sm:grid-cols-[minmax(0,1fr)_auto]'

/** Asks with their phone numbers, the longest waiting first. */
export function DueTable({ label, asks, isLater, trucks, detail, ...shared }: DueTableProps) {
  const names = useMemo(() => new Map(trucks.map(({ truck }) => [truck.id, truck.name])), [trucks])
  return (
    <div className="overflow-hidden rounded-md border border-default bg-surface shadow-card">
      <table aria-label={label} className="tabular-nums block text-left text-table">
        <thead className={`block bg-sunken text-caption text-secondary ${isLater ? 'sr-only' : 'max-sm:sr-only'}`}>
          <tr className={`${gridStyle} h-8 [&>th]:font-medium`}>
            <th scope="col">Broker, lane</th>
            <th scope="col">Phone</th>
            <th scope="col">Truck</th>
            <th scope="col" className="text-right">
              Ask
            </th>
            <th scope="col" className="text-right">
              {isLater ? 'Call back' : 'Waiting'}
            </th>
          </tr>
        </thead>
        <tbody className="block">
          {asks.map((ask) => (
            <DueRows
              key={ask.loadId}
              ask={ask}
              isLater={isLater}
              truckNames={ask.truckIds.flatMap((id) => names.get(id) ?? []).join(', ')}
              detail={detail}
              {...shared}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type DueRowsProps = Pick<DueTableProps, 'isLater' | 'now' | 'current' | 'onCurrent' | 'onCall' | 'detail'> & {
  ask: OpenAsk
  truckNames: string
}

const rowStyle =
  'min-h-13 gap-y-0.5 border-b border-subtle py-1.5 last:border-0 focus-within:outline focus-within:-outline-offset-1 focus-within:outline-focus focus-within:shadow-[inset_2px_0_var(--focus-ring),inset_-2px_0_var(--focus-ring)] max-sm:py-2.5 print:break-inside-avoid'

function DueRows({ ask, isLater, truckNames, now, current, onCurrent, onCall, detail }: DueRowsProps) {
  const { loadId, facts, askCents, askedBy } = ask
  const isCurrent = current?.loadId === loadId
  const from = placeName(facts.origin)
  const to = placeName(facts.dest)
  const choose = () => onCurrent(loadId)
  return (
    <>
      <tr
        data-due-row
        data-id={loadId}
        aria-selected={isCurrent}
        onFocus={choose}
        onClick={choose}
        className={`${gridStyle} ${rowStyle} ${isCurrent ? 'bg-selected print:bg-transparent' : 'hover:bg-hover'}`}
      >
        <td className="min-w-0">
          <bdi className="block truncate font-medium">{nameOf(ask)}</bdi>
          <Link
            data-due
            to={paths.load(loadId)}
            className="block truncate text-caption text-secondary outline-none hover:underline"
          >
            <Lane from={from} to={to} />
          </Link>
          {askedBy && <span className="block truncate text-caption text-secondary">asked by {askedBy}</span>}
        </td>
        <td className="min-w-0 max-sm:order-3">
          {facts.phone ? (
            <a
              href={telOf(facts.phone)}
              onClick={() => onCall(ask)}
              className="block w-fit max-w-full truncate text-body text-accent-text hover:underline max-sm:min-h-9 max-sm:content-center"
            >
              {facts.phone}
            </a>
          ) : (
            <span className="text-caption text-secondary">No phone posted</span>
          )}
        </td>
        <td className="min-w-0 truncate max-sm:hidden">{truckNames || <EmptyValue />}</td>
        <td className="text-right font-semibold max-sm:order-4">
          {askCents === null ? <EmptyValue /> : formatDollars(askCents)}
        </td>
        <td className="text-right text-secondary">
          {isLater ? <CallBackTime ask={ask} now={now} /> : formatAge(new Date(ask.askedAt), now)}
        </td>
      </tr>
      {isCurrent && detail && (
        <tr className="block border-b border-subtle print:hidden">
          <td className="block">{detail}</td>
        </tr>
      )}
    </>
  )
}

/** When to call back, in the zone of the pickup: at its hours, or as chosen if the pickup is over by then. */
function CallBackTime({ ask, now }: { ask: OpenAsk; now: Date }) {
  const zone = useTimeZone(ask.facts.origin)
  const chosen = ask.dueAt ?? ask.callBackAt
  if (!chosen) return <EmptyValue />
  const at = Date.parse(chosen)
  return <>{isSameDay(at, now.getTime(), zone) ? formatClock(at, zone) : formatSoon(at, zone, now.getTime())}</>
}

const isSameDay = (one: number, other: number, zone: string): boolean =>
  formatSoon(one, zone, 0).split(', ')[1] === formatSoon(other, zone, 0).split(', ')[1]
