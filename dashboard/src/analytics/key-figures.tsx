import type { RateAverage } from '@loadping/contract/analytics/analytics'
import { changeOf, formatInPeriod, previousPeriod } from '@loadping/contract/analytics/analytics-figures'
import { countOf, formatCount } from '@loadping/contract/format/counts'
import { formatSeconds } from '@loadping/contract/format/durations'
import { formatDollars } from '@loadping/contract/format/money'
import type { ReactNode } from 'react'
import { Section } from '../section.tsx'
import { Change, Duration, EmptyValue } from '../ui/figure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAnswer, useTotals } from './analytics.data.ts'
import type { View } from './period.ts'

/** The three figures of a period, each with its change against the period before. */
export const KeyFigures = ({ view }: { view: View }) => (
  <div className="grid grid-cols-3 gap-4 max-md:grid-cols-1 max-sm:gap-3 print:!grid-cols-3">
    <Section what="the total" skeleton={<FigureSkeleton label="Total inquiries" />}>
      <Total view={view} />
    </Section>
    <Section what="the median time" skeleton={<FigureSkeleton label="Median post-to-contact time" />}>
      <Time view={view} />
    </Section>
    <Section what="the average rate" skeleton={<FigureSkeleton label="Avg rate" />}>
      <Rate view={view} />
    </Section>
  </div>
)

function Total({ view }: { view: View }) {
  const { data, isBusy } = useTotals(view.query, view.period.end === view.today)
  return (
    <Figure
      label="Total inquiries"
      view={view}
      isBusy={isBusy}
      now={data.totalInquiries}
      before={data.old.totalInquiries}
      format={(count) => formatCount(count)}
      isMoreBetter
      note={`${countOf(data.emailSent, 'email')}, ${countOf(data.phoneCall, 'call')}`}
    >
      {formatCount(data.totalInquiries)}
    </Figure>
  )
}

function Time({ view }: { view: View }) {
  const { data: times, isBusy } = useAnswer('times', view.query)
  const { data: average } = useAnswer('time', view.query)
  const note =
    average.value === null || times.p90Seconds === null
      ? 'No contact with a known posting time'
      : `Average ${formatSeconds(average.value)}, 90% within ${formatSeconds(times.p90Seconds)}`
  return (
    <Figure
      label="Median post-to-contact time"
      view={view}
      isBusy={isBusy}
      now={times.medianSeconds}
      before={times.old.medianSeconds}
      format={formatSeconds}
      isMoreBetter={false}
      note={note}
    >
      {times.medianSeconds === null ? <EmptyValue /> : <Duration seconds={times.medianSeconds} />}
    </Figure>
  )
}

function Rate({ view }: { view: View }) {
  const { data, isBusy } = useAnswer('rate', view.query)
  return (
    <Figure
      label="Avg rate"
      view={view}
      isBusy={isBusy}
      now={data.value}
      before={data.old.value}
      format={formatDollars}
      isMoreBetter
      note={data.count === 0 ? 'No contact with a rate' : `Of ${formatCount(data.count)} with a rate`}
      more={data.count === 0 ? undefined : describeRates(data)}
    >
      {data.value === null ? <EmptyValue /> : formatDollars(data.value)}
    </Figure>
  )
}

/** `12 asked, avg $2,450; 3 posted with no ask, avg $2,300`. */
const describeRates = ({ asked, posted }: Pick<RateAverage, 'asked' | 'posted'>): string =>
  [
    asked.value !== null && `${formatCount(asked.count)} asked, avg ${formatDollars(asked.value)}`,
    posted.value !== null && `${formatCount(posted.count)} posted with no ask, avg ${formatDollars(posted.value)}`,
  ]
    .filter(Boolean)
    .join('; ')

type FigureProps = {
  label: string
  view: View
  isBusy: boolean
  now: number | null
  before: number | null
  format: (value: number) => string
  isMoreBetter: boolean
  note: string
  /** What the note says on hover, and to screen readers. */
  more?: string | undefined
  children: ReactNode
}

function Figure({ label, view, isBusy, now, before, format, isMoreBetter, note, more, children }: FigureProps) {
  const change = view.isCompared ? changeOf(now, before) : undefined
  return (
    <section
      aria-label={label}
      aria-busy={isBusy}
      className={`rounded-md border border-default bg-surface p-5 shadow-card max-sm:p-4 ${isBusy ? 'opacity-60' : ''}`}
    >
      <h2 className="text-table text-secondary">{label}</h2>
      <p className="tabular-nums mt-2 flex items-baseline gap-3">
        <span className="text-kpi [&_small]:text-lead [&_small]:font-medium [&_small]:tracking-normal [&_small]:text-secondary">
          {children}
        </span>
        {change && <Change change={change} isMoreBetter={isMoreBetter} />}
      </p>
      <p className="tabular-nums mt-1 text-caption text-secondary" title={more}>
        {note}
        {more && <span className="sr-only">: {more}</span>}
      </p>
      {view.isCompared && (
        <p className="tabular-nums text-caption text-secondary">
          {before === null || before === 0 ? 'None' : format(before)}{' '}
          {formatInPeriod(previousPeriod(view.period), view.today)}
        </p>
      )}
    </section>
  )
}

const FigureSkeleton = ({ label }: { label: string }) => (
  <section aria-label={label} aria-busy="true" className="rounded-md border border-default bg-surface p-5 shadow-card">
    <h2 className="text-table text-secondary">{label}</h2>
    <Skeleton className="mt-3 mb-1.5 h-7 w-24" />
    <Skeleton className="mt-2 h-3 w-36" />
    <Skeleton className="mt-2 h-3 w-32" />
  </section>
)
