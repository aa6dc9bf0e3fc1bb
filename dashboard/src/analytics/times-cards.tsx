import { formatCount } from '@loadping/contract/format/counts'
import { Card } from '../ui/card.tsx'
import { formatHour } from '../ui/chart-axis.tsx'
import { useAnswer } from './analytics.data.ts'
import type { View } from './period.ts'

const spans = [
  { name: 'Under 5 min', from: 0, to: 300 },
  { name: '5 to 15 min', from: 300, to: 900 },
  { name: '15 to 60 min', from: 900, to: 3_600 },
  { name: '1 to 4 hours', from: 3_600, to: 14_400 },
  { name: 'Over 4 hours', from: 14_400, to: Number.POSITIVE_INFINITY },
]

/** How soon after posting contacts were made. */
export function SpeedCard({ view }: { view: View }) {
  const { data, isBusy } = useAnswer('times', view.query)
  const rows = spans.map(({ name, from, to }) => ({
    name,
    count: data.distribution
      .filter(({ fromSeconds }) => fromSeconds >= from && fromSeconds < to)
      .reduce((total, { count }) => total + count, 0),
  }))
  return (
    <Card title="Time from posting to contact">
      <dl
        aria-busy={isBusy}
        className={`tabular-nums flex flex-col gap-3.5 p-4 text-table ${isBusy ? 'opacity-60' : ''}`}
      >
        {rows.map(({ name, count }) => (
          <div key={name} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5">
            <dt>{name}</dt>
            <dd>
              <span className="font-semibold">{formatCount(count)}</span>{' '}
              <span className="text-secondary">of {formatCount(data.count)}</span>
            </dd>
            <dd aria-hidden="true" className="col-span-2 h-1.5 overflow-hidden rounded-full bg-track">
              <div
                className="h-full rounded-full bg-accent [print-color-adjust:exact]"
                style={{ width: `${data.count === 0 ? 0 : (100 * count) / data.count}%` }}
              />
            </dd>
          </div>
        ))}
      </dl>
      <p className="px-4 pb-4 text-caption text-secondary">
        Contacts about loads whose board shows when they were posted. Median and 90% are exact to the second up to an
        hour, to the minute beyond.
      </p>
    </Card>
  )
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const hourLabels = ['12 AM', '3 AM', '6 AM', '9 AM', '12 PM', '3 PM', '6 PM', '9 PM']

/** At which hours of the week contacts were made. */
export function HoursCard({ view }: { view: View }) {
  const { data, isBusy } = useAnswer('times', view.query)
  const most = Math.max(1, ...data.hours.flat())
  return (
    <Card title="Hours of the week" aside="New York time">
      <div aria-busy={isBusy} className={`overflow-x-auto p-4 ${isBusy ? 'opacity-60' : ''}`}>
        <table
          aria-label="Contacts by weekday and hour"
          className="w-full min-w-150 table-fixed text-micro text-secondary max-sm:min-w-0"
        >
          <thead>
            <tr>
              <th className="w-10 max-sm:w-8" />
              {hourLabels.map((label) => (
                <th key={label} scope="colgroup" colSpan={3} className="pb-1 text-left font-normal whitespace-nowrap">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.hours.map((hours, day) => (
              <tr key={weekdays[day]}>
                <th scope="row" className="text-left font-normal">
                  {weekdays[day]}
                </th>
                {hours.map((count, hour) => (
                  <td key={formatHour(hour)} className="p-px" title={`${weekdays[day]} ${formatHour(hour)}: ${count}`}>
                    <span className="relative block h-5 overflow-hidden rounded-xs bg-sunken">
                      <span
                        aria-hidden="true"
                        className="absolute inset-0 bg-accent [print-color-adjust:exact]"
                        style={{ opacity: count === 0 ? 0 : 0.15 + (0.85 * count) / most }}
                      />
                      <span className="sr-only">{count}</span>
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
