import { useMe } from '../account/account.data.ts'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { useChangeWeeklySummary, useWeeklySummary } from './analytics.data.ts'

/** Lets managers turn the weekly summary by email on or off. */
export function WeeklySummary() {
  const { role, email } = useMe().data
  return role === 'MANAGER' && <WeeklySummaryCard email={email} />
}

function WeeklySummaryCard({ email }: { email: string }) {
  const { isOn } = useWeeklySummary()
  const change = useChangeWeeklySummary()
  const isChecked = change.isPending ? change.variables : isOn
  return (
    <Card title="Weekly summary" className="print:hidden">
      <div className="p-4 text-table">
        <Checkbox isChecked={isChecked} onChange={() => change.mutate(!isChecked)}>
          Email me each week's figures
        </Checkbox>
        <p className="mt-2 text-caption text-secondary">
          On Mondays at 6 AM New York time, to {email}. A week without contacts sends nothing.
        </p>
      </div>
    </Card>
  )
}
