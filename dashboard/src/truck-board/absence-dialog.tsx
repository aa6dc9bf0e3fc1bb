import { addDays, type Day, formatDay } from '@loadping/contract/format/new-york-days'
import { Absence } from '@loadping/contract/truck-board/truck-board'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useForm } from '../use-form.ts'
import { useSetAbsence } from './truck-board.data.ts'

type AbsenceDialogProps = { truck: Truck; absence: Absence | null; today: Day; onClose: () => void }

/** Sets from when until when a truck takes no loads, or ends it. */
export function AbsenceDialog({ truck, absence, today, onClose }: AbsenceDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState({
    from: absence?.from ?? today,
    until: absence?.until ?? addDays(today, 1),
    note: absence?.note ?? '',
  })
  const { mutate, isPending } = useSetAbsence()
  const set = (next: Absence | null) => {
    mutate({ truck, absence: next, before: absence })
    onClose()
  }
  const form = useForm({ change: { isPending, mutate: set }, read: () => readAbsence(draft, today) })
  const field = (name: keyof typeof draft) => ({
    name,
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  return (
    <DialogCard
      title={`${truck.name} is not available`}
      text="The strip of the week shows these days, and the truck is not counted as empty."
      width="w-110"
      onClose={onClose}
      footer={
        <>
          {absence && (
            <Button className="mr-auto" onPress={() => set(null)}>
              It is available again
            </Button>
          )}
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isPending}>
            Save days
          </Button>
        </>
      }
    >
      <Form {...form} id={formId} className="grid grid-cols-2 gap-4">
        <TextField {...field('from')} label="From" type="date" autoFocus />
        <TextField {...field('until')} label="Until, with this day" type="date" />
        <TextField
          {...field('note')}
          label="Why"
          className="col-span-2"
          placeholder="In the shop"
          maxLength={60}
          autoComplete="off"
        />
        <FormError className="col-span-2 text-table" />
      </Form>
    </DialogCard>
  )
}

type Draft = { from: string; until: string; note: string }
type Read =
  | { success: true; data: Absence }
  | { success: false; error: { issues: { path: string[]; message: string }[] } }

function readAbsence({ from, until, note }: Draft, today: Day): Read {
  const { data } = Absence.safeParse({ from, until, ...(note.trim() && { note: note.trim() }) })
  const wrong = (path: string, message: string): Read => ({
    success: false,
    error: { issues: [{ path: [path], message }] },
  })
  if (!data) return wrong(Absence.shape.from.safeParse(from).success ? 'until' : 'from', 'Enter a day')
  if (data.until < data.from) return wrong('until', `Enter a day from ${formatDay(data.from)} on`)
  return data.until < today ? wrong('until', 'Enter today or a later day') : { success: true, data }
}
