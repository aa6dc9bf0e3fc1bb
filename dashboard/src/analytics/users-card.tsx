import type { AnalyticsPerson } from '@loadping/contract/analytics/analytics'
import { formatPeriod } from '@loadping/contract/analytics/analytics-figures'
import { formatCount } from '@loadping/contract/format/counts'
import { formatSeconds } from '@loadping/contract/format/durations'
import { formatDollars } from '@loadping/contract/format/money'
import { Card } from '../ui/card.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { InitialsBadge } from '../ui/initials-badge.tsx'
import { ColumnHead } from '../ui/list/column-head.tsx'
import { useAnswer } from './analytics.data.ts'
import type { View } from './period.ts'
import { seriesColor } from './series.ts'

/** The contacts and averages of each user. */
export function UsersCard({ view, people }: { view: View; people: AnalyticsPerson[] }) {
  const { data, isBusy } = useAnswer('list', view.query)
  const { data: averages } = useAnswer('averages', view.query)
  const { data: time } = useAnswer('time', view.query)
  const { data: rate } = useAnswer('rate', view.query)
  const byId = new Map(people.map((person) => [person.userId, person]))
  const averageOf = new Map(averages.map((average) => [average.userId, average]))
  const most = data.rows[0]?.totalInquiries ?? 1
  const sum = (count: 'emailSent' | 'phoneCall' | 'totalInquiries') =>
    data.rows.reduce((total, row) => total + row[count], 0)
  return (
    <Card title="Per user" aside={formatPeriod(view.period, view.today)}>
      <div aria-busy={isBusy} className={`overflow-x-auto ${isBusy ? 'opacity-60' : ''}`}>
        <table aria-label="Contacts per user" className="tabular-nums w-full text-table">
          <thead className="bg-sunken text-caption text-secondary">
            <tr className="[&>th]:h-8 [&>th]:px-4 [&>th]:font-medium max-sm:[&>th]:px-2">
              <ColumnHead label="User" />
              <ColumnHead label="Emails" isNumber />
              <ColumnHead label="Calls" isNumber />
              <ColumnHead label="Total" isNumber />
              <th className="w-32 max-md:hidden" />
              <ColumnHead label="Post-to-contact" isNumber className="whitespace-nowrap max-sm:hidden" />
              <ColumnHead label="Avg rate" isNumber className="whitespace-nowrap max-sm:hidden" />
            </tr>
          </thead>
          <tbody>
            {data.rows.map(({ userId, emailSent, phoneCall, totalInquiries }, index) => (
              <tr key={userId} className="border-t border-subtle [&>*]:h-11 [&>*]:px-4 max-sm:[&>*]:px-2">
                <th scope="row" className="text-left font-normal">
                  <Person person={byId.get(userId)} userId={userId} />
                </th>
                <NumberCell>{formatCount(emailSent)}</NumberCell>
                <NumberCell>{formatCount(phoneCall)}</NumberCell>
                <NumberCell isStrong>{formatCount(totalInquiries)}</NumberCell>
                <td aria-hidden="true" className="max-md:hidden">
                  <div className="h-1.5 overflow-hidden rounded-full bg-track">
                    <div
                      className="h-full rounded-full [print-color-adjust:exact]"
                      style={{ width: `${(100 * totalInquiries) / most}%`, backgroundColor: seriesColor(index) }}
                    />
                  </div>
                </td>
                <AverageCell value={averageOf.get(userId)?.postToContactSeconds} format={formatSeconds} />
                <AverageCell value={averageOf.get(userId)?.rateCents} format={formatDollars} />
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-default bg-sunken font-semibold">
            <tr className="[&>*]:h-11 [&>*]:px-4 max-sm:[&>*]:px-2">
              <th scope="row" className="text-left">
                All users
              </th>
              <NumberCell>{formatCount(sum('emailSent'))}</NumberCell>
              <NumberCell>{formatCount(sum('phoneCall'))}</NumberCell>
              <NumberCell>{formatCount(sum('totalInquiries'))}</NumberCell>
              <td aria-hidden="true" className="max-md:hidden" />
              <AverageCell value={time.value} format={formatSeconds} />
              <AverageCell value={rate.value} format={formatDollars} />
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  )
}

const NumberCell = ({ isStrong = false, children }: { isStrong?: boolean; children: string }) => (
  <td className={`text-right ${isStrong ? 'font-semibold' : ''}`}>{children}</td>
)

const AverageCell = ({ value, format }: { value: number | null | undefined; format: (value: number) => string }) => (
  <td className="text-right max-sm:hidden">{value === null || value === undefined ? <EmptyValue /> : format(value)}</td>
)

function Person({ person, userId }: { person: AnalyticsPerson | undefined; userId: string }) {
  const name = person?.name ?? 'Former user'
  return (
    <span className="flex min-w-0 items-center gap-2.5" title={person?.email}>
      <InitialsBadge name={name} toneKey={userId} className="size-6" />
      <span className="min-w-0 truncate">{name}</span>
      {person?.isFormer && <span className="text-caption text-muted">left the team</span>}
    </span>
  )
}
