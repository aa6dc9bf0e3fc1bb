import type { BillingInterval, ChangePreview } from '@loadping/contract/billing/billing'
import { formatDate } from '@loadping/contract/format/instants'
import { formatBill } from '@loadping/contract/format/money'
import { Button } from '../ui/button.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useBilling, useChangePlan, usePlanPreview } from './billing.data.ts'
import { formatSum, PriceLines } from './price-lines.tsx'

type IntervalDialogProps = { interval: BillingInterval; onClose: () => void }

/** Changes how often a plan is paid, and shows what that costs before. */
export function IntervalDialog({ interval: wanted, onClose }: IntervalDialogProps) {
  const { plan, seats, seatCents, interval } = useBilling()
  const { preview, error } = usePlanPreview({ plan: plan ?? 'PRO', interval: wanted })
  const { mutate, isPending } = useChangePlan(onClose)
  if (plan === null || seatCents === null || interval === null) return null
  const isKept = wanted === interval
  const adverb = wanted === 'year' ? 'yearly' : 'monthly'
  const title = `${isKept ? 'Keep' : 'Pay'} ${adverb}`
  return (
    <DialogCard
      title={title}
      width="w-[520px]"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={preview === undefined}
            isLoading={isPending}
            onPress={() => preview && mutate({ plan, interval: wanted, pricedAt: preview.pricedAt })}
          >
            {preview && preview.dueCents > 0 ? `${title}, ${formatBill(preview.dueCents)}` : title}
          </Button>
        </>
      }
    >
      {error === null ? (
        <PriceLines
          now={seats === null ? `${formatBill(seatCents)} a ${interval}` : formatSum(seats, seatCents, interval)}
          from={
            preview && (preview.isAtRenewal || isKept) ? `From ${formatDate(new Date(preview.renewsAt))}` : 'From today'
          }
          then={preview ? `${formatBill(preview.thenCents)} a ${preview.thenInterval}` : '…'}
          preview={preview}
        />
      ) : (
        <p className="text-table text-danger-text">{error}</p>
      )}
      {preview && <p className="mt-4 text-caption text-secondary">{describe(preview, isKept)}</p>}
    </DialogCard>
  )
}

function describe({ isAtRenewal, renewsAt, thenInterval }: ChangePreview, isKept: boolean): string {
  const day = formatDate(new Date(renewsAt))
  if (isKept) return `It renews on ${day} as it did before.`
  if (isAtRenewal) return `What you paid for lasts until ${day}. You can take this back until then.`
  return `What is left of the paid month is taken off. The next renewal is ${day}. If the card is declined, you go on by the month and can pay the open invoice. A ${thenInterval} is not paid back.`
}
