import { type CalendarDate, parseDate } from '@internationalized/date'
import { maxAnalyticsDays } from '@loadping/contract/analytics/analytics'
import { formatPeriod, type Period, previousPeriod } from '@loadping/contract/analytics/analytics-figures'
import { countOf } from '@loadping/contract/format/counts'
import { daysBetween } from '@loadping/contract/format/new-york-days'
import { Check, ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar'
import { Button } from '../ui/button.tsx'
import { iconButtonStyle } from '../ui/button-style.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { PopoverCard } from '../ui/overlay/popover-card.tsx'
import { useIsStacked } from '../ui/use-is-phone.ts'
import { type AnalyticsFilter, describeOddDays, lastRange, periodOf, presets, type View } from './period.ts'

type PeriodPopoverProps = {
  anchor: RefObject<Element | null>
  filter: AnalyticsFilter
  view: View
  onFilter: (change: Partial<AnalyticsFilter>) => void
  onClose: () => void
}

/** Chooses a preset or any range of days up to today, and whether it is compared with the one before. */
export function PeriodPopover({ anchor, filter, view, onFilter, onClose }: PeriodPopoverProps) {
  const { today } = view
  const [text, setText] = useState(filter.period)
  const [isCompared, setIsCompared] = useState(view.isCompared)
  const period = periodOf(text, today)
  const [last] = useState(lastRange.read)
  const choices = choicesOf(last, today)
  const isListed = choices.some(({ id }) => id === text)

  function apply() {
    lastRange.keep(text)
    onFilter({ period: text === 'today' ? '' : text, compare: isCompared ? 'all' : 'off' })
    onClose()
  }

  return (
    <PopoverCard anchor={anchor} label="Period" className="w-[700px] max-md:w-80 [&>section]:p-0" onClose={onClose}>
      <div className="flex max-md:flex-col">
        <ul className="flex w-41 shrink-0 flex-col gap-0.5 border-subtle p-2 max-md:w-full max-md:flex-row max-md:flex-wrap max-md:border-b md:border-r">
          {choices.map(({ id, label }) => (
            <li key={id}>
              <PresetButton isChosen={text === id} onChoose={() => setText(id)}>
                {label}
              </PresetButton>
            </li>
          ))}
          {!isListed && (
            <li>
              <PresetButton isChosen onChoose={() => undefined}>
                Custom
              </PresetButton>
            </li>
          )}
        </ul>
        <div className="min-w-0 flex-1">
          <Days
            period={period}
            previous={isCompared ? previousPeriod(period) : undefined}
            today={today}
            onPeriod={({ start, end }) => setText(`${start}_${end}`)}
          />
          <div className="flex items-end justify-between gap-3 border-t border-subtle p-4 max-md:flex-col max-md:items-stretch">
            <div>
              <Checkbox isChecked={isCompared} onChange={() => setIsCompared(!isCompared)} className="text-table">
                Compare with previous period
              </Checkbox>
              <p className="tabular-nums mt-1 text-caption text-secondary">{describe(period, isCompared, today)}</p>
            </div>
            <div className="flex justify-end gap-2">
              <Button onPress={onClose}>Cancel</Button>
              <Button variant="primary" onPress={apply}>
                Apply
              </Button>
            </div>
          </div>
        </div>
      </div>
    </PopoverCard>
  )
}

/** The presets, after the range that was last chosen on this device. */
function choicesOf(last: string | undefined, today: string): { id: string; label: string }[] {
  if (last === undefined) return [...presets]
  const label = presets.find(({ id }) => id === last)?.label ?? formatPeriod(periodOf(last, today), today)
  return [{ id: last, label }, ...presets.filter(({ id }) => id !== last)]
}

/** `Oct 24 – Nov 6, 14 days. Nov 1 has 25 hours.` */
function describe(period: Period, isCompared: boolean, today: string): string {
  const described = isCompared ? previousPeriod(period) : period
  const days = countOf(daysBetween(described.start, described.end) + 1, 'day')
  const odd = describeOddDays({ start: described.start, end: period.end })
  return `${formatPeriod(described, today)}, ${days}.${odd ? ` ${odd}.` : ''}`
}

const PresetButton = ({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean
  onChoose: () => void
  children: string
}) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onChoose}
    className={`flex h-8 w-full items-center justify-between gap-2 rounded-sm px-2.5 text-table max-md:h-9 ${isChosen ? 'bg-hover font-semibold' : 'hover:bg-hover'}`}
  >
    {children}
    {isChosen && <Check size={14} strokeWidth={1.6} aria-hidden="true" className="max-md:hidden" />}
  </button>
)

type DaysProps = { period: Period; previous: Period | undefined; today: string; onPeriod: (period: Period) => void }

function Days({ period, previous, today, onPeriod }: DaysProps) {
  const months = useIsStacked() ? 1 : 2
  const value = { start: parseDate(period.start), end: parseDate(period.end) }
  const shownFrom = (end: CalendarDate) => (months === 2 ? end.subtract({ months: 1 }) : end)
  return (
    <I18nProvider locale="en-US">
      <RangeCalendar
        key={`${period.start} ${period.end}`}
        aria-label="Days"
        firstDayOfWeek="mon"
        value={value}
        onChange={({ start, end }) => {
          const first = end.compare(start) < maxAnalyticsDays ? start : end.subtract({ days: maxAnalyticsDays - 1 })
          onPeriod({ start: first.toString(), end: end.toString() })
        }}
        defaultFocusedValue={shownFrom(value.end)}
        visibleDuration={{ months }}
        pageBehavior="single"
        minValue={parseDate('2020-01-01')}
        maxValue={parseDate(today)}
        className="p-4"
      >
        <header className="mb-2 flex items-center justify-between">
          <AriaButton slot="previous" className={iconButtonStyle}>
            <ChevronLeft size={16} strokeWidth={1.6} aria-hidden="true" />
          </AriaButton>
          {[0, 1].slice(0, months).map((offset) => (
            <CalendarHeading
              key={offset}
              offset={{ months: offset }}
              className="flex-1 text-center text-table font-semibold"
            />
          ))}
          <AriaButton slot="next" className={`${iconButtonStyle} disabled:text-disabled`}>
            <ChevronRight size={16} strokeWidth={1.6} aria-hidden="true" />
          </AriaButton>
        </header>
        <div className="flex gap-6">
          {[0, 1].slice(0, months).map((offset) => (
            <CalendarGrid
              key={offset}
              offset={{ months: offset }}
              weekdayStyle="short"
              className="flex-1 border-separate border-spacing-x-0 border-spacing-y-0.5"
            >
              <CalendarGridHeader>
                {(day) => (
                  <CalendarHeaderCell className="h-7 text-caption font-normal text-secondary">
                    {day.slice(0, 2)}
                  </CalendarHeaderCell>
                )}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => (
                  <CalendarCell
                    date={date}
                    className={({
                      isSelected,
                      isSelectionStart,
                      isSelectionEnd,
                      isDisabled,
                      isOutsideMonth,
                      isFocusVisible,
                    }) =>
                      cellStyle({
                        isHidden: isOutsideMonth,
                        isEnd: isSelectionStart || isSelectionEnd,
                        isSelected,
                        isDisabled,
                        isPrevious: previous !== undefined && isWithin(date.toString(), previous),
                        isFocusVisible,
                      })
                    }
                  />
                )}
              </CalendarGridBody>
            </CalendarGrid>
          ))}
        </div>
      </RangeCalendar>
    </I18nProvider>
  )
}

const isWithin = (day: string, { start, end }: Period): boolean => day >= start && day <= end

type CellState = {
  isHidden: boolean
  isEnd: boolean
  isSelected: boolean
  isDisabled: boolean
  isPrevious: boolean
  isFocusVisible: boolean
}

function cellStyle({ isHidden, isEnd, isSelected, isDisabled, isPrevious, isFocusVisible }: CellState): string {
  const look = isEnd
    ? 'rounded-sm bg-accent font-semibold text-accent-on'
    : isSelected
      ? 'bg-accent-subtle'
      : isDisabled
        ? 'text-disabled'
        : isPrevious
          ? 'bg-[repeating-linear-gradient(135deg,var(--bg-active)_0_3px,transparent_3px_6px)]'
          : 'rounded-sm hover:bg-hover'
  const focus = isFocusVisible ? 'outline-2 outline-offset-1 outline-focus' : 'outline-none'
  return `tabular-nums flex h-8 cursor-default items-center justify-center text-table ${look} ${focus} ${isHidden ? 'invisible' : ''}`
}
