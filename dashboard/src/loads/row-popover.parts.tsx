import { formatCount } from '@loadping/contract/format/counts'
import { readDollars } from '@loadping/contract/format/money'
import { loadsApi } from '@loadping/contract/loads/loads.api'
import { type OutcomeKind, outcomeLabels } from '@loadping/contract/loads/outcomes'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useLoadedTrucks } from '../trucks/trucks.data.ts'
import { Form, FormError } from '../ui/form/form.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { MenuPopover } from '../ui/overlay/menu-popover.tsx'
import { PopoverActions, PopoverCard } from '../ui/overlay/popover-card.tsx'
import { useDeviceDraft } from '../use-device-draft.ts'
import { useForm } from '../use-form.ts'
import { isForTruck, trucksFor } from './booked-truck.ts'
import { type ChangeLoads, useAddNote } from './load-changes.data.ts'
import { statusEntries } from './status-entries.tsx'

/** What a row asks: its status, the rate of an outcome, or a note. */
export type RowQuestion = 'status' | 'booked' | 'countered' | 'note'

type RowPopoverProps = {
  question: RowQuestion
  load: SavedLoad
  anchor: RefObject<Element | null>
  changes: ChangeLoads
  /** Asks another question about the load. */
  onAsk: (question: RowQuestion, id: string) => void
  onClose: () => void
}

export function RowPopover({ question, load, anchor, changes, onAsk, onClose }: RowPopoverProps) {
  const isWithTruck = isForTruck(load)
  const trucks = trucksFor(load, useLoadedTrucks(isWithTruck) ?? [])
  if (question === 'note') return <NotePopover load={load} anchor={anchor} onClose={onClose} />
  if (question === 'status')
    return (
      <MenuPopover
        label="Status"
        chosen={load.status}
        entries={statusEntries((status) =>
          status === 'booked' && isWithTruck ? onAsk('booked', load.id) : changes.setStatus([load.id], status),
        )}
        anchor={anchor}
        onClose={onClose}
      />
    )
  return (
    <RatePopover
      outcome={question}
      askCents={load.askCents}
      {...(question === 'booked' && isWithTruck && { trucks })}
      anchor={anchor}
      onSave={(cents, truck) =>
        question === 'booked' ? changes.book(load.id, cents, truck) : changes.setOutcome([load.id], question, cents)
      }
      onClose={onClose}
    />
  )
}

type RateProps = {
  outcome: OutcomeKind
  askCents: number | null
  /** The trucks that the load can be booked for. */
  trucks?: readonly Truck[]
  anchor: RefObject<Element | null>
  onSave: (cents: number | undefined, truck: Truck | undefined) => void
  onClose: () => void
}

const maxDollars = 100_000
const noTrucks: Truck[] = []

/** Asks for the rate of an outcome; empty is fine, as it is not always known. */
export function RatePopover({ outcome, askCents, trucks = noTrucks, anchor, onSave, onClose }: RateProps) {
  const [truckId, setTruckId] = useState<string>()
  const truck = trucks.find(({ id }) => id === truckId) ?? (truckId === undefined ? trucks[0] : undefined)
  const [rate, setRate] = useState(askCents === null ? '' : String(askCents / 100))
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  function save() {
    const cents = readDollars(rate)
    if (rate.trim() === '') onSave(undefined, truck)
    else if (cents !== undefined && cents > 0 && cents <= maxDollars * 100) onSave(cents, truck)
    else return setError(`Enter a rate from $1 to $${formatCount(maxDollars)}, or leave it empty`)
    onClose()
  }

  return (
    <PopoverCard anchor={anchor} label={outcomeLabels[outcome]} onClose={onClose}>
      <Form onSubmit={save}>
        <TextField
          label={`${outcomeLabels[outcome]} at`}
          name="rate"
          value={rate}
          onValue={setRate}
          error={error}
          hint="In dollars for the whole trip"
          inputMode="numeric"
          autoComplete="off"
          inputRef={field}
        />
        {trucks.length > 0 && (
          <div className="mt-3">
            <SelectField label="Truck" name="truck" value={truck?.id ?? ''} onValue={setTruckId}>
              {trucks.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value="">No truck</option>
            </SelectField>
            <p className="mt-1.5 text-caption text-secondary">
              {truck
                ? 'The truck moves to the delivery, and its asks that still wait are undone.'
                : 'No truck moves, and no ask is undone.'}
            </p>
          </div>
        )}
        <PopoverActions submit="Save" onCancel={onClose} />
      </Form>
    </PopoverCard>
  )
}

/** What was noted last, and a field for a new note: Enter saves, Shift and Enter break the line. */
function NotePopover({ load: { id, note }, anchor, onClose }: Omit<RowPopoverProps, 'question' | 'changes' | 'onAsk'>) {
  const {
    draft: text,
    setDraft: setText,
    clearDraft,
  } = useDeviceDraft({ place: `note.${id}`, schema: z.string(), empty: '' })
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { errors, isPending, onSubmit } = useForm({
    change: useAddNote(id),
    read: () => {
      const result = loadsApi.addLoadNote.body.safeParse({ text: text.trim() })
      return result.success ? { success: true as const, data: result.data.text } : result
    },
    explainIssue: ({ code, message }) => (code === 'too_small' ? 'Enter a note' : message),
    onSuccess: () => {
      clearDraft()
      onClose()
    },
  })

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.closest('form')?.requestSubmit()
  }

  return (
    <PopoverCard anchor={anchor} label="Note" className="w-84" onClose={onClose}>
      <Form errors={errors} isPending={isPending} onSubmit={onSubmit}>
        {note && <p className="mb-3 max-h-32 overflow-y-auto text-table whitespace-pre-wrap wrap-anywhere">{note}</p>}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the keys of the field in it. */}
        <div onKeyDown={onKeyDown}>
          <TextArea
            label={note ? 'New note' : 'Note'}
            name="text"
            rows={3}
            value={text}
            onValue={setText}
            areaRef={field}
          />
        </div>
        <FormError />
        <PopoverActions submit="Add note" isPending={isPending} onCancel={onClose} />
      </Form>
    </PopoverCard>
  )
}
