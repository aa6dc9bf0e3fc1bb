import { formatCount } from '@loadping/contract/format/counts'
import { formatDollars, readDollars } from '@loadping/contract/format/money'
import type { OpenAsk, TakeBack } from '@loadping/contract/truck-board/truck-board'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useForm } from '../use-form.ts'
import { placeName } from './board-view.ts'
import { type Candidate, nameOf, useBookTruck } from './truck-board.data.ts'

type BookDialogProps = {
  /** The asks to choose from, at least one. */
  asks: readonly OpenAsk[]
  /** The trucks that an ask can be booked for. */
  trucksOf: (ask: OpenAsk) => Candidate[]
  onClose: () => void
  onBooked: (truck: Candidate, takeBack: TakeBack) => void
}

const maxDollars = 100_000

/** Asks which ask was booked, with which truck and at what rate, where there is a choice. */
export function BookDialog({ asks, trucksOf, onClose, onBooked }: BookDialogProps) {
  const formId = useId()
  const [loadId, setLoadId] = useState(asks[0]?.loadId ?? '')
  const ask = asks.find((each) => each.loadId === loadId) ?? asks[0]
  const trucks = ask ? trucksOf(ask) : []
  const [truckId, setTruckId] = useState(trucks[0]?.id ?? '')
  const truck = trucks.find(({ id }) => id === truckId) ?? trucks[0]
  const [typed, setTyped] = useState<string>()
  const rate = typed ?? (ask ? rateOf(ask) : '')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const form = useForm({
    change: useBookTruck(),
    read: () => readBooking(rate, truck, ask?.loadId ?? ''),
    onSuccess: (_draft, takeBack: TakeBack) => truck && onBooked(truck, takeBack),
  })
  return (
    <DialogCard
      title={trucks.length === 1 && truck ? `Book ${truck.name}` : 'Book a truck'}
      text={ask && asks.length === 1 && nameOption(ask)}
      width="w-110"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={form.isPending}>
            {truck ? `Book ${truck.name}` : 'Book'}
          </Button>
        </>
      }
    >
      <Form {...form} id={formId} className="flex flex-col gap-4">
        {asks.length > 1 && (
          <SelectField label="Load" name="loadId" value={loadId} onValue={setLoadId}>
            {asks.map((each) => (
              <option key={each.loadId} value={each.loadId}>
                {nameOption(each)}
              </option>
            ))}
          </SelectField>
        )}
        {trucks.length > 1 && (
          <SelectField label="Truck" name="truckId" value={truck?.id ?? ''} onValue={setTruckId}>
            {trucks.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Booked at"
          name="cents"
          value={rate}
          onValue={setTyped}
          hint="In dollars for the whole trip; blank if you don't know it yet. The truck moves to the delivery, and its asks that still wait are undone."
          inputMode="numeric"
          autoComplete="off"
          inputRef={field}
          autoFocus
        />
        <FormError className="text-table" />
      </Form>
    </DialogCard>
  )
}

/** What the broker offered last, or else what was asked. */
function rateOf({ outcome, askCents }: OpenAsk): string {
  const cents = outcome?.cents ?? askCents
  return cents === null ? '' : String(cents / 100)
}

type Booking = { truck: Candidate; loadId: string; cents: number | undefined }
type Read =
  | { success: true; data: Booking }
  | { success: false; error: { issues: { path: string[]; message: string }[] } }

function readBooking(rate: string, truck: Candidate | undefined, loadId: string): Read {
  const cents = readDollars(rate)
  const isValid = rate.trim() === '' || (cents !== undefined && cents > 0 && cents <= maxDollars * 100)
  if (isValid && truck) return { success: true, data: { truck, loadId, cents } }
  const message = `Enter a rate from $1 to $${formatCount(maxDollars)}, or leave it empty`
  return { success: false, error: { issues: [{ path: ['cents'], message }] } }
}

function nameOption(ask: OpenAsk): string {
  const { facts, askCents } = ask
  const asked = askCents === null ? '' : `, ${formatDollars(askCents)}`
  return `${placeName(facts.origin)} → ${placeName(facts.dest)}, ${nameOf(ask)}${asked}`
}
