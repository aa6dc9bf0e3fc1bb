import type { SeatPreview } from '@loadping/contract/billing/billing'
import { maxSeats, minSeats } from '@loadping/contract/billing/plans'
import { countOf } from '@loadping/contract/format/counts'
import { formatDate } from '@loadping/contract/format/instants'
import { formatBill } from '@loadping/contract/format/money'
import { useDeferredValue, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { NumberStepper } from '../ui/form/number-stepper.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useBilling, useChangeSeats, useSeatPreview } from './billing.data.ts'

/** Changes the seats of a team that pays for its plan, and shows what that costs before. */
export function SeatsDialog({ onClose }: { onClose: () => void }) {
  const { seats: now, seatCents, interval, paidBy } = useBilling()
  const [text, setText] = useState(String(now ?? minSeats))
  const seats = useDeferredValue(Number(text))
  const { preview, error } = useSeatPreview(seats)
  const { mutate, isPending } = useChangeSeats(onClose)
  if (now === null || seatCents === null || interval === null) return null
  const lowest = Math.max(minSeats, preview?.inUse ?? minSeats)
  const isWrong = seats < lowest || seats > maxSeats
  const isReady = !isWrong && seats !== now && preview !== undefined
  return (
    <DialogCard
      title="Change seats"
      text={preview && `${preview.inUse} of ${countOf(now, 'seat')} are taken by members and open invitations.`}
      width="w-[520px]"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={!isReady} isLoading={isPending} onPress={() => mutate(seats)}>
            {labelOf(now, seats, preview)}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        <NumberStepper label="Seats" name="seats" min={lowest} max={maxSeats} value={text} onValue={setText} />
        {seats !== now && !isWrong && (
          <Badge tone={seats > now ? 'accent' : 'warning'}>
            {Math.abs(seats - now)} {seats > now ? 'more' : 'fewer'} than now
          </Badge>
        )}
        {isWrong && (
          <p className="text-table text-danger-text">
            Enter {lowest} to {maxSeats} seats.
          </p>
        )}
      </div>
      {error !== undefined && <p className="mt-4 text-table text-danger-text">{error}</p>}
      {preview && !isWrong && (
        <dl className="tabular-nums mt-4 flex flex-col gap-3 rounded-sm bg-sunken p-3.5 text-table">
          <Line name="Now" value={sumOf(now, seatCents, interval)} />
          <Line name={`From ${formatDate(new Date(preview.renewsAt))}`} value={sumOf(seats, seatCents, interval)} />
          <div className="flex items-baseline justify-between gap-4 border-t border-default pt-3">
            <dt className="font-semibold">Due today</dt>
            <dd className="text-kpi">{formatBill(preview.dueCents)}</dd>
          </div>
          <p className="text-right text-caption text-secondary">{paidBy ?? 'Your card'}, before tax</p>
        </dl>
      )}
      <p className="mt-4 text-caption text-secondary">
        More seats open when the payment is through. If the card is declined, you keep {now} and can pay the open
        invoice. Fewer seats begin with the next renewal, and never below those in use. Nobody is removed.
      </p>
    </DialogCard>
  )
}

const sumOf = (seats: number, seatCents: number, interval: string): string =>
  `${seats} × ${formatBill(seatCents)} = ${formatBill(seats * seatCents)} a ${interval}`

function labelOf(now: number, seats: number, preview: SeatPreview | undefined): string {
  if (!preview || seats === now) return 'Change seats'
  if (seats > now) return `Add ${countOf(seats - now, 'seat')}, ${formatBill(preview.dueCents)}`
  return `Change to ${countOf(seats, 'seat')} at renewal`
}

const Line = ({ name, value }: { name: string; value: string }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="text-secondary">{name}</dt>
    <dd className="text-right font-medium">{value}</dd>
  </div>
)
