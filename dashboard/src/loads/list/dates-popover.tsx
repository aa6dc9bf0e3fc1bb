import type { Day } from '@loadping/contract/format/new-york-days'
import { type RefObject, useState } from 'react'
import { Form, noErrors } from '../../ui/form/form.tsx'
import { fieldStyle } from '../../ui/form/text-field.tsx'
import { PopoverActions, PopoverCard } from '../../ui/overlay/popover-card.tsx'

type DatesPopoverProps = {
  anchor: RefObject<Element | null>
  pickupFrom?: Day
  pickupUntil?: Day
  onRange: (range: string) => void
  onClose: () => void
}

/** Chooses the first and the last day of pickup; one of them may stay open. */
export function DatesPopover({ anchor, pickupFrom = '', pickupUntil = '', onRange, onClose }: DatesPopoverProps) {
  const [from, setFrom] = useState(pickupFrom)
  const [until, setUntil] = useState(pickupUntil)
  const [first, last] = from && until && from > until ? [until, from] : [from, until]

  function choose() {
    onRange(first || last ? `${first}_${last}` : '')
    onClose()
  }

  return (
    <PopoverCard anchor={anchor} label="Pickup days" onClose={onClose}>
      <Form errors={noErrors} onSubmit={choose}>
        <div className="grid gap-3">
          <DayField label="From" value={from} onValue={setFrom} />
          <DayField label="Until" value={until} onValue={setUntil} />
        </div>
        <PopoverActions submit="Show loads" onCancel={onClose} />
      </Form>
    </PopoverCard>
  )
}

const DayField = ({ label, value, onValue }: { label: string; value: string; onValue: (value: string) => void }) => (
  <label className="block text-table font-medium">
    {label}
    <input
      type="date"
      min="2000-01-01"
      max="2100-12-31"
      value={value}
      onChange={(event) => onValue(event.target.value)}
      className={`mt-1.5 h-8 max-sm:h-11 ${fieldStyle(false)}`}
    />
  </label>
)
