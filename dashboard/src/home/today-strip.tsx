import { changeOf } from '@loadping/contract/analytics/analytics-figures'
import { countOf, formatCount } from '@loadping/contract/format/counts'
import { formatSeconds } from '@loadping/contract/format/durations'
import { formatTime } from '@loadping/contract/format/instants'
import { formatDollars } from '@loadping/contract/format/money'
import { type Day, formatDay, formatDayAs } from '@loadping/contract/format/new-york-days'
import type { DayBeside, DayFigures } from '@loadping/contract/home/home'
import type { ReactNode } from 'react'
import { useUserType } from '../account/account.data.ts'
import { Change, Duration, EmptyValue } from '../ui/figure.tsx'
import { cell, Strip } from './today-cells.tsx'

type TodayStripProps = { figures: DayBeside; dayBefore: Day; asOf: Date }

/** Today's figures beside those of the same weekday a week before, until the same time. */
export function TodayStrip({ figures: { now, before }, dayBefore, asOf }: TodayStripProps) {
  const isCarrier = useUserType() !== 'broker'
  const time = formatTime(asOf)
  const then = `by ${time} last ${formatDayAs(dayBefore, { weekday: 'long' })}`
  return (
    <Strip isCarrier={isCarrier} context={`beside ${formatDay(dayBefore)} by ${time}`}>
      <Inquiries now={now} before={before} then={then} />
      <PostToContact now={now} before={before} then={then} />
      {isCarrier && <Answers now={now} before={before} then={then} />}
      {isCarrier && <Booked now={now} before={before} then={then} />}
    </Strip>
  )
}

type FigureProps = { now: DayFigures; before: DayFigures; then: string }

function Inquiries({ now, before, then }: FigureProps) {
  const none = now.inquiries === 0 && before.inquiries === 0
  return (
    <Figure
      label="Inquiries"
      change={changeOf(now.inquiries, before.inquiries)}
      note={none ? 'Emails and calls count here' : `${countOrNone(before.inquiries)} ${then}`}
    >
      {formatCount(now.inquiries)}
    </Figure>
  )
}

function PostToContact({ now, before, then }: FigureProps) {
  const seconds = now.avgPostToContactSeconds
  const earlier = before.avgPostToContactSeconds
  return (
    <Figure
      label="Avg post-to-contact"
      change={changeOf(seconds, earlier)}
      isLessBetter
      note={earlier === null ? 'From posting to your email or call' : `${formatSeconds(earlier)} ${then}`}
    >
      {seconds === null ? <EmptyValue /> : <Duration seconds={seconds} />}
    </Figure>
  )
}

/** Fewer asks say nothing as a percentage. */
const minForShare = 30

function Answers({ now, before, then }: FigureProps) {
  const mayCompare = now.asked >= minForShare && before.asked >= minForShare
  const shareOf = ({ answered, asked }: DayFigures) => (100 * answered) / asked
  const points = mayCompare ? Number((shareOf(now) - shareOf(before)).toFixed(1)) : undefined
  return (
    <Figure
      label="Answers"
      change={points === undefined ? undefined : points === 0 ? 'No change' : `${signed(points)} pts`}
      note={before.asked === 0 ? 'Outcomes that you record' : `${countsOf(before)} ${then}`}
    >
      {formatCount(now.answered)} <small>of {formatCount(now.asked)}</small>
    </Figure>
  )
}

const countsOf = ({ answered, asked }: DayFigures): string => `${formatCount(answered)} of ${formatCount(asked)}`

function Booked({ now, before, then }: FigureProps) {
  const more = now.bookedCents - before.bookedCents
  return (
    <Figure
      label="Booked"
      change={before.booked === 0 || more === 0 ? undefined : `${more > 0 ? '+' : '−'}${formatDollars(Math.abs(more))}`}
      note={
        now.booked + before.booked === 0
          ? 'Loads that you mark Booked'
          : `${countOf(now.booked, 'load')}, ${countOrNone(before.booked)} ${then}`
      }
    >
      {formatDollars(now.bookedCents)}
    </Figure>
  )
}

const countOrNone = (count: number): string => (count === 0 ? 'none' : formatCount(count))
const signed = (value: number): string => `${value > 0 ? '+' : '−'}${formatCount(Math.abs(value))}`

type CellProps = {
  label: string
  change: string | undefined
  isLessBetter?: boolean
  note: string
  children: ReactNode
}

function Figure({ label, change, isLessBetter = false, note, children }: CellProps) {
  return (
    <section aria-label={label} className={cell}>
      <h3 className="text-table text-secondary">{label}</h3>
      <p className="tabular-nums text-kpi [&_small]:text-lead [&_small]:font-medium [&_small]:tracking-normal [&_small]:text-secondary">
        {children}
      </p>
      <p className="tabular-nums flex flex-wrap items-center gap-x-1.5 text-caption text-secondary">
        {change && <Change change={change} isMoreBetter={!isLessBetter} />}{' '}
        {note.charAt(0).toUpperCase() + note.slice(1)}
      </p>
    </section>
  )
}
