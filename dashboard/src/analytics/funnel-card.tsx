import type { AnalyticsPerson, FunnelCounts } from '@loadping/contract/analytics/analytics'
import { formatNear } from '@loadping/contract/analytics/analytics-figures'
import { formatCount } from '@loadping/contract/format/counts'
import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import { ChoiceMenu } from '../ui/list/choice-menu.tsx'
import { ColumnHead } from '../ui/list/column-head.tsx'
import { useAnswer } from './analytics.data.ts'
import type { View } from './period.ts'

type By = 'people' | 'templates' | 'brokers'

const choices = [
  { id: 'people', label: 'user' },
  { id: 'templates', label: 'template' },
  { id: 'brokers', label: 'broker' },
] as const

/** How many loads were asked about, answered and booked. */
export function FunnelCard({ view, people }: { view: View; people: AnalyticsPerson[] }) {
  const { data, isBusy } = useAnswer('funnel', view.query)
  const [by, setBy] = useState<By>('people')
  const nameOf = (userId: string) => people.find((person) => person.userId === userId)?.name ?? 'Former user'
  const rows: (FunnelCounts & { id: string; name: string })[] = {
    people: data.people.map((row) => ({ ...row, id: row.userId, name: nameOf(row.userId) })),
    templates: data.templates.map((row) => ({ ...row, id: `name ${row.name}`, name: row.name ?? 'Calls' })),
    brokers: data.brokers.map((row) => ({ ...row, id: `company ${row.company}`, name: row.company ?? 'No company' })),
  }[by]
  return (
    <Card
      title="Asked, answered, booked"
      aside={<ChoiceMenu label="By" choices={[...choices]} chosen={by} onChoose={setBy} />}
    >
      <div aria-busy={isBusy} className={`max-h-96 overflow-auto print:max-h-none ${isBusy ? 'opacity-60' : ''}`}>
        <table aria-label="Loads asked about, answered and booked" className="tabular-nums w-full text-table">
          <thead className="sticky top-0 bg-sunken text-caption text-secondary">
            <tr className="[&>th]:h-8 [&>th]:px-4 [&>th]:font-medium max-sm:[&>th]:px-2">
              <ColumnHead label={{ people: 'User', templates: 'Template', brokers: 'Broker' }[by]} />
              <ColumnHead label="Asked" isNumber />
              <ColumnHead label="Answered" isNumber />
              <ColumnHead label="Booked" isNumber />
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, ...row }) => (
              <Row key={id} {...row} />
            ))}
          </tbody>
          <tfoot className="border-t border-default bg-sunken font-semibold">
            <Row name="All loads" {...data.total} />
          </tfoot>
        </table>
      </div>
      <p className="border-t border-subtle px-4 py-3 text-caption text-secondary">
        Loads that were emailed or called about in this period, with what became of them until now. A share is shown
        from {minForShare} loads on.
        {data.beginsOn !== null &&
          ` Counted from ${formatNear(data.beginsOn, view.today)} on: older contacts and loads were removed.`}
      </p>
    </Card>
  )
}

const minForShare = 30

const Row = ({ name, asked, answered, booked }: FunnelCounts & { name: string }) => (
  <tr className="border-t border-subtle [&>*]:h-9 [&>*]:px-4 max-sm:[&>*]:px-2">
    <th scope="row" className="max-w-60 truncate text-left [font-weight:inherit]">
      {name}
    </th>
    <td className="text-right">{formatCount(asked)}</td>
    <td className="text-right">
      <Part count={answered} of={asked} />
    </td>
    <td className="text-right">
      <Part count={booked} of={asked} />
    </td>
  </tr>
)

const Part = ({ count, of }: { count: number; of: number }) => (
  <>
    {formatCount(count)}
    {of >= minForShare && <span className="ml-1.5 text-secondary">{Math.round((100 * count) / of)}%</span>}
  </>
)
