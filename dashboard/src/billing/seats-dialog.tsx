import type { Billing, SeatPreview } from '@loadping/contract/billing/billing'
import { maxSeats, minSeats } from '@loadping/contract/billing/plans'
import { countOf, formatCount } from '@loadping/contract/format/counts'
import { formatDate } from '@loadping/contract/format/instants'
import { formatBill } from '@loadping/contract/format/money'
import { useDeferredValue, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { NumberStepper } from '../ui/form/number-stepper.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useBilling, useChangeSeats, useSeatPreview } from './billing.data.ts'
import { formatSum, PriceLines } from './price-lines.tsx'

/** Changes the seats of a team that pays for its plan, and shows what that costs before. */
export function SeatsDialog({ onClose }: { onClose: () => void }) {
  const billing = useBilling()
  const { seats: now, seatCents, interval } = billing
  const [text, setText] = useState(String(now ?? minSeats))
  const seats = useDeferredValue(Number(text))
  const { preview, isCurrent, error } = useSeatPreview(seats)
  const { mutate, isPending } = useChangeSeats(onClose)
  if (now === null || seatCents === null || interval === null) return null
  const lowest = Math.max(minSeats, preview?.inUse ?? minSeats)
  const isWrong = !Number.isInteger(seats) || seats < lowest || seats > maxSeats
  const isReady = !isWrong && seats !== now && isCurrent && preview !== undefined
  return (
    <DialogCard
      title="Change seats"
      text={preview && `${preview.inUse} of ${countOf(now, 'seat')} are taken by members and open invitations.`}
      width="w-[520px]"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={!isReady}
            isLoading={isPending}
            onPress={() => isReady && mutate({ seats, pricedAt: preview.pricedAt })}
          >
            {labelOf(now, seats, isCurrent ? preview : undefined)}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        <NumberStepper label="Seats" name="seats" min={lowest} max={maxSeats} value={text} onValue={setText} />
        <div className="flex h-8.5 items-center max-sm:h-11.5">
          {seats !== now && !isWrong && (
            <Badge tone={seats > now ? 'accent' : 'warning'}>
              {Math.abs(seats - now)} {seats > now ? 'more' : 'fewer'} than now
            </Badge>
          )}
          {isWrong && (
            <p role="alert" className="text-table text-danger-text">
              Enter {lowest} to {formatCount(maxSeats)} seats.
            </p>
          )}
        </div>
      </div>
      {error && <p className="mt-4 text-table text-danger-text">{error}</p>}
      {preview && !isWrong && (
        <PriceLines
          now={formatSum(now, seatCents, interval)}
          preview={isCurrent ? preview : undefined}
          from={`From ${formatDate(new Date(preview.renewsAt))}`}
          then={thenOf(seats, seatCents, billing)}
        />
      )}
      <p className="mt-4 text-caption text-secondary">
        More seats open when the payment is through. If the card is declined, you keep {now} and can pay the open
        invoice. Fewer seats begin with the next renewal, and never below those in use. Nobody is removed.
      </p>
    </DialogCard>
  )
}

const thenOf = (seats: number, seatCents: number, { interval, nextInterval }: Billing): string =>
  nextInterval === null && interval !== null
    ? formatSum(seats, seatCents, interval)
    : `${countOf(seats, 'seat')} by the ${nextInterval}`

function labelOf(now: number, seats: number, preview: SeatPreview | undefined): string {
  if (!preview || seats === now) return 'Change seats'
  if (seats > now) return `Add ${countOf(seats - now, 'seat')}, ${formatBill(preview.dueCents)}`
  return `Change to ${countOf(seats, 'seat')} at renewal`
}
