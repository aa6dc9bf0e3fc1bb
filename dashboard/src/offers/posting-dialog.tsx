import { equipmentCodes } from '@loadping/contract/boards/equipment'
import { formatCount } from '@loadping/contract/format/counts'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { OfferFacts, type OfferPosting } from '@loadping/contract/offers/offers'
import { type ClipboardEvent, useId, useState } from 'react'
import {
  type DraftField,
  type DraftTexts,
  draftFields,
  factsToTexts,
  readDraft,
  toDraftTexts,
} from '../freight-text/pasted-draft.ts'
import { readPastedLoads } from '../freight-text/pasted-load.ts'
import { useDeadhead } from '../places/places.data.ts'
import { Button } from '../ui/button.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useForm } from '../use-form.ts'
import { useSavePosting } from './offers.data.ts'

type PostingDialogProps = {
  /** Undefined for a new one. */
  posting: OfferPosting | undefined
  onClose: () => void
  onSaved: (id: string) => void
}

const noTexts = Object.fromEntries(draftFields.map((field) => [field, ''])) as DraftTexts // Object.fromEntries widens the names.

/** Adds or changes a posting. A posting's text that is pasted into it fills the fields. */
export function PostingDialog({ posting, onClose, onSaved }: PostingDialogProps) {
  const formId = useId()
  const [id] = useState(() => posting?.id ?? crypto.randomUUID())
  const [today] = useState(() => newYorkDay(new Date()))
  const [texts, setTexts] = useState(() => (posting ? { ...noTexts, ...factsToTexts(posting.facts, today) } : noTexts))
  const save = useSavePosting()
  const { facts } = readDraft(texts, today)
  const miles = useDeadhead((facts.dest && facts.origin) ?? null, facts.dest ?? noPlace)?.miles
  const isEstimated = !texts.tripMiles.trim() && typeof miles === 'number' && facts.dest !== undefined
  const form = useForm({
    change: {
      isPending: save.isPending,
      mutate: (draft: OfferFacts, on) => save.mutate({ id, facts: draft, isNew: !posting }, on),
    },
    read: () => readPosting(isEstimated ? { ...texts, tripMiles: formatCount(miles) } : texts, today),
    onSuccess: () => onSaved(id),
  })

  function paste(event: ClipboardEvent) {
    const [load] = readPastedLoads(event.clipboardData.getData('text/plain').slice(0, 20_000), { today }).loads
    if (!load?.fields.origin || !load.fields.dest) return
    event.preventDefault()
    setTexts(toDraftTexts(load, today))
  }
  const line = (
    field: DraftField,
    label: string,
    extra: { hint?: string; placeholder?: string; autoFocus?: boolean } = {},
  ) => (
    <TextField
      label={label}
      name={field}
      autoComplete="off"
      value={texts[field]}
      onValue={(value) => setTexts((before) => ({ ...before, [field]: value }))}
      {...extra}
    />
  )
  return (
    <DialogCard
      title={posting ? 'Edit posting' : 'New posting'}
      text="What carriers answer to. Paste a posting's text into a field to fill all of them."
      width="w-140"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={form.isPending}>
            Save posting
          </Button>
        </>
      }
    >
      <div onPaste={paste}>
        <Form {...form} id={formId} className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          {line('origin', 'Origin', { placeholder: 'Kansas City, MO', autoFocus: true })}
          {line('dest', 'Destination', { placeholder: 'Chicago, IL' })}
          {line('pickup', 'Pickup', { placeholder: '11/24 8 AM' })}
          <SelectField
            label="Equipment"
            name="equipment"
            value={texts.equipment}
            onValue={(equipment) => setTexts((before) => ({ ...before, equipment }))}
          >
            <option value="">Not set</option>
            {equipmentCodes.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          {line('lengthFeet', 'Length (ft)', { placeholder: '53' })}
          {line('tripMiles', 'Trip miles', isEstimated ? { hint: `Blank: ${formatCount(miles)}, estimated` } : {})}
          {line('rate', 'Posted rate', { placeholder: '$1,225' })}
          {line('reference', 'Reference', { placeholder: 'B20417' })}
          <FormError className="col-span-full text-table" />
        </Form>
      </div>
    </DialogCard>
  )
}

/** Where no way leads to. */
const noPlace = { city: '', state: '' }

function readPosting(texts: DraftTexts, today: string) {
  const { facts, errors } = readDraft(texts, today)
  const wrong = Object.entries(errors).map(([field, message]) => ({ path: [field], message }))
  if (wrong.length > 0) return { success: false as const, error: { issues: wrong } }
  const { origin, dest, pickupDay, pickupTime, equipment, lengthFeet, tripMiles, rate, reference } = facts
  const known = { origin, dest, pickupDay, pickupTime, equipment, lengthFeet, tripMiles, rate, reference }
  return OfferFacts.safeParse(Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)))
}
