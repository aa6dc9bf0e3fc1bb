import type { BillingInterval, ChangePreview } from '@loadping/contract/billing/billing'
import { formatBill } from '@loadping/contract/format/money'
import { useBilling } from './billing.data.ts'

/** Writes what seats cost, such as `3 × $22.00 = $66.00 a month`. */
export const formatSum = (seats: number, seatCents: number, interval: BillingInterval): string =>
  `${seats} × ${formatBill(seatCents)} = ${formatBill(seats * seatCents)} a ${interval}`

type PriceLinesProps = {
  now: string
  /** When the change begins, such as `From today`, and what it costs from then on. */
  from: string
  then: string
  /** Undefined while it loads. */
  preview: ChangePreview | undefined
}

/** What a change of a plan costs: now, from when on, and what is due today. */
export function PriceLines({ now, from, then, preview }: PriceLinesProps) {
  const { paidBy } = useBilling()
  const card = paidBy ?? 'Your card'
  return (
    <dl className="tabular-nums mt-4 flex first:mt-0 flex-col gap-3 rounded-sm bg-sunken p-3.5 text-table">
      <Line name="Now" value={now} />
      <Line name={from} value={then} />
      <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-t border-default pt-3">
        <dt className="font-semibold">Due today</dt>
        <dd className="text-kpi">{preview ? formatBill(preview.dueCents) : '…'}</dd>
        <dd className="col-span-2 text-right text-caption text-secondary">
          {preview !== undefined && preview.taxCents > 0 ? `${card}, ${formatBill(preview.taxCents)} of it tax` : card}
        </dd>
      </div>
    </dl>
  )
}

const Line = ({ name, value }: { name: string; value: string }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="text-secondary">{name}</dt>
    <dd className="text-right font-medium">{value}</dd>
  </div>
)
