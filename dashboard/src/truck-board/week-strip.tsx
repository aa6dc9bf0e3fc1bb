import { type Day, formatDayAs } from '@loadping/contract/format/new-york-days'
import { type DayState, describeWeek, statesOf } from './board-view.ts'

const hatched =
  'border-default bg-[repeating-linear-gradient(135deg,var(--border-default)_0_2px,transparent_2px_5px)] forced-colors:border-dashed'

const looks: Record<DayState, string> = {
  booked: 'border-accent bg-accent print:bg-black',
  empties: 'border-control bg-[linear-gradient(90deg,var(--accent-solid)_0_40%,transparent_40%)]',
  empty: 'border-control',
  away: hatched,
  unknown: 'border-dashed border-control',
}

const boxStyle = 'rounded-[3px] border [print-color-adjust:exact]'

type WeekStripProps = { week: string; days: readonly Day[]; isWide?: boolean }

/** What a truck does on each of seven days; wide, with the letters of the days above. */
export const WeekStrip = ({ week, days, isWide = false }: WeekStripProps) => (
  <span role="img" aria-label={describeWeek(week, days)} className={isWide ? 'flex gap-0.5' : 'flex gap-[3px]'}>
    {statesOf(week).map((state, index) => (
      <span key={days[index]} className={isWide ? 'flex-1' : ''}>
        {isWide && <DayLetter day={days[index]} isFirst={index === 0} />}
        <span className={`block ${boxStyle} ${looks[state]} ${isWide ? 'h-2' : 'h-3.5 w-3.75'}`} />
      </span>
    ))}
  </span>
)

const DayLetter = ({ day, isFirst }: { day: Day | undefined; isFirst: boolean }) => (
  <span className={`block text-center text-caption ${isFirst ? 'font-semibold text-primary' : 'text-secondary'}`}>
    {day && formatDayAs(day, { weekday: 'narrow' })}
  </span>
)

/** The letters of the days, for the head of a column of strips. */
export const WeekLetters = ({ days }: { days: readonly Day[] }) => (
  <span className="flex gap-[3px]">
    <span className="sr-only">Week</span>
    {days.map((day, index) => (
      <span
        key={day}
        aria-hidden="true"
        className={`w-3.75 text-center ${index === 0 ? 'font-semibold text-primary' : ''}`}
      >
        {formatDayAs(day, { weekday: 'narrow' })}
      </span>
    ))}
  </span>
)

const legend: [DayState, string][] = [
  ['booked', 'Booked'],
  ['empties', 'Empty that day'],
  ['empty', 'Empty'],
  ['away', 'Not available'],
]

/** What the boxes of the strips mean. */
export const WeekLegend = () => (
  <ul aria-label="Days of the week" className="flex flex-wrap gap-x-5 gap-y-1 text-caption text-secondary">
    {legend.map(([state, text]) => (
      <li key={state} className="flex items-center gap-2">
        <span aria-hidden="true" className={`h-3 w-4 ${boxStyle} ${looks[state]}`} />
        {text}
      </li>
    ))}
  </ul>
)
