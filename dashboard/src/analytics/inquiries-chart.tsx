import type { AnalyticsPerson, GraphBucket } from '@loadping/contract/analytics/analytics'
import { formatCount } from '@loadping/contract/format/counts'
import type { Day } from '@loadping/contract/format/new-york-days'
import { formatDayAs } from '@loadping/contract/format/new-york-days'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ChartGrid, formatHour, ticksFor } from '../ui/chart-axis.tsx'
import { useIsPhone } from '../ui/use-is-phone.ts'
import { useAnswer } from './analytics.data.ts'
import { ChartTable } from './chart-table.tsx'
import { bucketOf, formatBucket, type View } from './period.ts'
import { type Bar, type Chart, chartByType, chartByUser, shortNames } from './series.ts'

type InquiriesChartProps = {
  view: View
  people: AnalyticsPerson[]
  isByType: boolean
  onByType: (isByType: boolean) => void
}

/** The contacts of each hour, day, week or month as stacked bars, and the same numbers as a table. */
export function InquiriesChart({ view, people, isByType, onByType }: InquiriesChartProps) {
  const asked = bucketOf(view.period)
  const { data, isBusy } = useAnswer('graph', { ...view.query, bucket: asked })
  const bucket = asked === 'hour' && data.days[0]?.hour === undefined ? 'day' : asked // old days have no hours
  const [isTable, setIsTable] = useState(false)
  const chart = isByType ? chartByType(data) : chartByUser(data, shortNames(people))
  return (
    <Card
      title={`Inquiries per ${bucket}`}
      aside={
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 print:hidden">
          <Choice isByType={isByType} onByType={onByType} />
          <Button size="sm" onPress={() => setIsTable(!isTable)}>
            {isTable ? 'View as chart' : 'View as table'}
          </Button>
        </div>
      }
    >
      <div aria-busy={isBusy} className={isBusy ? 'opacity-60' : ''}>
        {isTable ? (
          <ChartTable chart={chart} bucket={bucket} isCompared={view.isCompared} />
        ) : (
          <>
            <Legend chart={chart} isCompared={view.isCompared} />
            <Bars
              key={`${view.period.start} ${view.period.end}`}
              chart={chart}
              bucket={bucket}
              isCompared={view.isCompared}
            />
          </>
        )}
      </div>
    </Card>
  )
}

const Choice = ({ isByType, onByType }: { isByType: boolean; onByType: (isByType: boolean) => void }) => (
  <fieldset className="flex rounded-sm bg-active p-0.5 max-sm:hidden">
    <legend className="sr-only">Colors</legend>
    {[
      { label: 'By user', value: false },
      { label: 'Emails and calls', value: true },
    ].map(({ label, value }) => (
      <button
        key={label}
        type="button"
        aria-pressed={isByType === value}
        onClick={() => onByType(value)}
        className={`h-7 rounded-xs px-2.5 text-table ${isByType === value ? 'bg-surface font-medium text-primary shadow-card' : 'text-secondary hover:text-primary'}`}
      >
        {label}
      </button>
    ))}
  </fieldset>
)

const Legend = ({ chart, isCompared }: { chart: Chart; isCompared: boolean }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 pt-3 text-caption text-secondary">
    {chart.series.map(
      ({ id, name, color }, index) =>
        chart.bars.some(({ counts }) => counts[index]) && (
          <li key={id} className="flex items-center gap-1.5">
            <Swatch color={color} />
            {name}
          </li>
        ),
    )}
    {isCompared && linePoints(chart.bars).length > 1 && (
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-[var(--chart-previous)]" />
        Previous period
      </li>
    )}
  </ul>
)

const Swatch = ({ color }: { color: string }) => (
  <span
    aria-hidden="true"
    className="size-2.5 shrink-0 rounded-xs [print-color-adjust:exact]"
    style={{ backgroundColor: color }}
  />
)

type BarsProps = { chart: Chart; bucket: GraphBucket; isCompared: boolean }

function Bars({ chart, bucket, isCompared }: BarsProps) {
  const [active, setActive] = useState<number>()
  const { bars } = chart
  const ticks = ticksFor(
    Math.max(0, ...bars.flatMap(({ total, oldTotal }) => [total, isCompared ? (oldTotal ?? 0) : 0])),
  )
  const top = ticks.at(-1) ?? 1
  const last = bars.length - 1
  const activeBar = active === undefined ? undefined : bars[active]
  const keys: Record<string, number | undefined> = {
    ArrowLeft: Math.max(0, (active ?? last + 1) - 1),
    ArrowRight: Math.min(last, (active ?? -1) + 1),
    Home: 0,
    End: last,
    Escape: undefined,
  }
  return (
    <div className="px-4 pt-6 pb-4">
      <div className="relative ml-9 h-54">
        <ChartGrid ticks={ticks} />
        <div
          role="slider"
          tabIndex={0}
          aria-label={`Inquiries of each ${bucket}`}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={(active ?? last) + 1}
          aria-valuetext={describe(chart, bars[active ?? last], bucket)}
          onFocus={(event) => event.target.matches(':focus-visible') && setActive((now) => now ?? last)}
          onBlur={() => setActive(undefined)}
          onPointerLeave={() => setActive(undefined)}
          onKeyDown={(event) => {
            if (!(event.key in keys)) return
            event.preventDefault()
            setActive(keys[event.key])
          }}
          className="absolute inset-0 flex rounded-xs outline-offset-4 focus-visible:outline-2 focus-visible:outline-focus"
        >
          {bars.map((bar, index) => (
            <Column
              key={`${bar.date} ${bar.hour}`}
              bar={bar}
              chart={chart}
              top={top}
              hasTotal={bars.length <= 31}
              isActive={index === active}
              onPoint={() => setActive(index)}
            />
          ))}
        </div>
        {isCompared && <PreviousLine bars={bars} top={top} />}
        {activeBar && active !== undefined && (
          <Tooltip
            chart={chart}
            bar={activeBar}
            bucket={bucket}
            isCompared={isCompared}
            position={(active + 0.5) / bars.length}
          />
        )}
      </div>
      <DateLabels bars={bars} bucket={bucket} />
    </div>
  )
}

type ColumnProps = { bar: Bar; chart: Chart; top: number; hasTotal: boolean; isActive: boolean; onPoint: () => void }

const Column = ({ bar, chart, top, hasTotal, isActive, onPoint }: ColumnProps) => (
  <div
    onPointerEnter={onPoint}
    onPointerDown={onPoint}
    className={`flex min-w-0 flex-1 flex-col items-center justify-end ${isActive ? 'bg-hover' : ''}`}
  >
    <div className="relative w-3/5 max-w-10 min-w-[2px]" style={{ height: `${(100 * bar.total) / top}%` }}>
      {hasTotal && bar.total > 0 && (
        <span
          aria-hidden="true"
          className="tabular-nums absolute bottom-full left-1/2 -translate-x-1/2 text-micro font-semibold max-sm:hidden"
        >
          {formatCount(bar.total)}
        </span>
      )}
      <div className="flex h-full flex-col-reverse gap-px overflow-hidden rounded-t-[3px]">
        {bar.counts.map((count, index) => {
          const series = chart.series[index]
          return (
            series &&
            count > 0 && (
              <span
                key={series.id}
                className="[print-color-adjust:exact]"
                style={{ flex: `${count} 0 0`, backgroundColor: series.color }}
              />
            )
          )
        })}
      </div>
    </div>
  </div>
)

/** The bars over which the line of the period before goes. */
const linePoints = (bars: Bar[]) => bars.flatMap(({ oldTotal }, x) => (oldTotal === undefined ? [] : { x, oldTotal }))

const PreviousLine = ({ bars, top }: { bars: Bar[]; top: number }) => (
  <svg
    aria-hidden="true"
    viewBox={`0 0 ${bars.length} ${top}`}
    preserveAspectRatio="none"
    className="pointer-events-none absolute inset-0 size-full overflow-visible"
  >
    <polyline
      points={linePoints(bars)
        .map(({ x, oldTotal }) => `${x + 0.5},${top - oldTotal}`)
        .join(' ')}
      fill="none"
      stroke="var(--chart-previous)"
      strokeWidth={1.5}
      strokeDasharray="4 3"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)

type TooltipProps = BarsProps & { bar: Bar; position: number }

const Tooltip = ({ chart, bar, bucket, isCompared, position }: TooltipProps) => (
  <div
    aria-hidden="true"
    className="tabular-nums pointer-events-none absolute top-0 z-10 w-41 rounded-md border border-default bg-raised p-3 text-caption shadow-pop"
    style={
      position > 0.5 ? { right: `calc(${100 * (1 - position)}% + 24px)` } : { left: `calc(${100 * position}% + 24px)` }
    }
  >
    <p className="mb-2 font-semibold">{formatBucket(bar, bucket)}</p>
    <dl className="flex flex-col gap-1.5">
      {chart.series.map(({ id, name, color }, index) => (
        <div key={id} className="flex items-center gap-2">
          <dt className="flex min-w-0 flex-1 items-center gap-2 text-secondary">
            <Swatch color={color} />
            <span className="truncate">{name}</span>
          </dt>
          <dd className="font-medium">{formatCount(bar.counts[index] ?? 0)}</dd>
        </div>
      ))}
      <div className="flex justify-between border-t border-subtle pt-1.5">
        <dt className="text-secondary">Total</dt>
        <dd className="font-semibold">{formatCount(bar.total)}</dd>
      </div>
      {isCompared && bar.oldTotal !== undefined && (
        <div className="flex justify-between">
          <dt className="text-secondary">Previous</dt>
          <dd>{formatCount(bar.oldTotal)}</dd>
        </div>
      )}
    </dl>
  </div>
)

function DateLabels({ bars, bucket }: { bars: Bar[]; bucket: GraphBucket }) {
  const every = Math.ceil(bars.length / (useIsPhone() ? 4 : 14))
  return (
    <div aria-hidden="true" className="mt-2 ml-9 flex text-micro text-secondary">
      {bars.map(({ date, hour }, index) => (
        <span key={`${date} ${hour}`} className="relative h-8 flex-1">
          {index % every === 0 && (
            <span className="absolute left-1/2 -translate-x-1/2 text-center whitespace-nowrap">
              {hour === undefined ? shortLabel(date, bucket) : formatHour(hour)}
              {bucket === 'day' && (
                <span className="block max-sm:hidden">{formatDayAs(date, { weekday: 'short' })}</span>
              )}
            </span>
          )}
        </span>
      ))}
    </div>
  )
}

const shortLabel = (day: Day, bucket: GraphBucket): string =>
  formatDayAs(day, bucket === 'month' ? { month: 'short', year: '2-digit' } : { month: 'short', day: 'numeric' })

function describe({ series }: Chart, bar: Bar | undefined, bucket: GraphBucket): string {
  if (!bar) return 'No contacts'
  const parts = series.flatMap(({ name }, index) => (bar.counts[index] ? `${name} ${bar.counts[index]}` : []))
  return `${formatBucket(bar, bucket)}: ${[...parts, `total ${bar.total}`].join(', ')}`
}
