import { formatCount } from '@loadping/contract/format/counts'
import { type Day, formatDayAs, newYorkHour } from '@loadping/contract/format/new-york-days'
import type { DayBeside } from '@loadping/contract/home/home'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { ChartGrid, formatHour, ticksFor } from '../ui/chart-axis.tsx'

type HoursChartProps = { figures: Pick<DayBeside, 'hours' | 'hoursBefore'>; dayBefore: Day; asOf: Date }

/** With more hours, every third has a label. */
const maxLabels = 14

/** The usual hours of work, which are always shown. */
const usualHours = { first: 6, last: 17 }

/** Inquiries of each hour today as bars, and those of the same weekday before as a line. */
export function HoursChart({ figures: { hours, hoursBefore }, dayBefore, asOf }: HoursChartProps) {
  const weekday = formatDayAs(dayBefore, { weekday: 'long' })
  const current = newYorkHour(asOf)
  const shown = shownHours(hours, hoursBefore)
  const ticks = ticksFor(Math.max(...hours, ...hoursBefore))
  const top = ticks.at(-1) ?? 1
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  return (
    <Card title="Inquiries by the hour" className="flex flex-col">
      <ul className="tabular-nums flex flex-wrap gap-x-4 gap-y-1 px-4 pt-3 text-caption text-secondary">
        <Key swatch="bg-[var(--chart-1)]">Today, {formatCount(sum(hours))}</Key>
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-[var(--chart-previous)]" />
          Last {weekday}, {formatCount(sum(hoursBefore))} in all
        </li>
        <Key swatch="bg-[var(--chart-1)] opacity-50">This hour, so far</Key>
      </ul>
      <div aria-hidden="true" className="flex-1 px-4 pt-6 pb-3">
        <div className="relative ml-7 h-48">
          <ChartGrid ticks={ticks} />
          <div className="absolute inset-0 flex">
            {shown.map((hour) => (
              <Bar key={hour} count={hours[hour] ?? 0} top={top} isCurrent={hour === current} />
            ))}
          </div>
          {sum(hoursBefore) > 0 && <LineBefore counts={shown.map((hour) => hoursBefore[hour] ?? 0)} top={top} />}
        </div>
        <div className="tabular-nums mt-1.5 ml-7 flex text-micro text-secondary">
          {shown.map((hour, index) => (
            <span
              key={hour}
              className={`min-w-0 flex-1 text-center whitespace-nowrap ${shown.length > maxLabels && hour % 3 !== 0 ? 'invisible' : 'max-sm:even:invisible'}`}
            >
              {index === 0 || hour === 12 ? formatHour(hour) : formatHour(hour).replace(/ [AP]M/, '')}
            </span>
          ))}
        </div>
      </div>
      <table className="sr-only">
        <caption>Inquiries by the hour</caption>
        <thead>
          <tr>
            <th scope="col">Hour</th>
            <th scope="col">Today</th>
            <th scope="col">Last {weekday}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((hour) => (
            <tr key={hour}>
              <th scope="row">{formatHour(hour)}</th>
              <td>{hours[hour]}</td>
              <td>{hoursBefore[hour]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** The usual hours, and others back to the first and on to the last with an inquiry. */
function shownHours(hours: number[], hoursBefore: number[]): number[] {
  const used = hours.flatMap((count, hour) => (count + (hoursBefore[hour] ?? 0) > 0 ? [hour] : []))
  const first = Math.min(usualHours.first, ...used)
  const last = Math.max(usualHours.last, ...used)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const Key = ({ swatch, children }: { swatch: string; children: ReactNode }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-xs ${swatch}`} />
    <span>{children}</span>
  </li>
)

const Bar = ({ count, top, isCurrent }: { count: number; top: number; isCurrent: boolean }) => (
  <div className="flex min-w-0 flex-1 flex-col items-center justify-end">
    <div className="relative w-3/5 max-w-6" style={{ height: `${(100 * count) / top}%` }}>
      {count > 0 && (
        <span className="tabular-nums absolute bottom-full left-1/2 -translate-x-1/2 text-micro font-semibold">
          {formatCount(count)}
        </span>
      )}
      <div className={`h-full rounded-t-[3px] bg-[var(--chart-1)] ${isCurrent ? 'opacity-50' : ''}`} />
    </div>
  </div>
)

const LineBefore = ({ counts, top }: { counts: number[]; top: number }) => (
  <svg
    aria-hidden="true"
    viewBox={`0 0 ${counts.length} ${top}`}
    preserveAspectRatio="none"
    className="pointer-events-none absolute inset-0 size-full overflow-visible"
  >
    <polyline
      points={counts.map((count, index) => `${index + 0.5},${top - count}`).join(' ')}
      fill="none"
      stroke="var(--chart-previous)"
      strokeWidth={1.5}
      strokeDasharray="4 3"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)
