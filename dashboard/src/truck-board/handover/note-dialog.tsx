import { type HandoverTruck, maxTruckNote } from '@loadping/contract/truck-board/truck-board'
import { truckBoardApi } from '@loadping/contract/truck-board/truck-board.api'
import { type KeyboardEvent, useId } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../ui/button.tsx'
import { Form, FormError } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { DialogCard } from '../../ui/overlay/dialog-card.tsx'
import { useDeviceDraft } from '../../use-device-draft.ts'
import { useForm } from '../../use-form.ts'
import { useSetTruckNote } from '../handover.data.ts'

/** Shift and Enter break the line. */
function submitOnEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.closest('form')?.requestSubmit()
}

type NoteDialogProps = { row: HandoverTruck; onClose: () => void }

/** Writes, changes or removes what the next person has to know of a truck. What is not saved stays on this device. */
export function NoteDialog({ row: { truck, note }, onClose }: NoteDialogProps) {
  const formId = useId()
  const { draft, setDraft, clearDraft } = useDeviceDraft({
    place: `truck-note.${truck.id}`,
    schema: z.string(),
    empty: note?.text ?? '',
  })
  const { mutate, isPending } = useSetTruckNote()
  const done = () => {
    clearDraft()
    onClose()
  }
  const form = useForm({
    change: { isPending, mutate: (text: string | null, on) => mutate({ truck, text }, on) },
    read: () => {
      const result = truckBoardApi.setTruckNote.body.safeParse({ text: draft.trim() === '' ? null : draft })
      return result.success ? { success: true as const, data: result.data.text } : result
    },
    onSuccess: done,
  })
  return (
    <DialogCard
      title={`Note for ${truck.name}`}
      text="What the next person has to know. It stays on the truck until you remove it."
      width="w-110"
      onClose={onClose}
      footer={
        <>
          {note && (
            <Button className="mr-auto" onPress={() => mutate({ truck, text: null }, { onSuccess: done })}>
              Remove note
            </Button>
          )}
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isPending}>
            Save note
          </Button>
        </>
      }
    >
      <Form {...form} id={formId}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the keys of the field in it. */}
        <div onKeyDown={submitOnEnter}>
          <TextArea
            label="Note"
            name="text"
            rows={3}
            value={draft}
            onValue={setDraft}
            hint={`${draft.length} of ${maxTruckNote} characters`}
            areaRef={(area) => area?.focus()}
          />
        </div>
        <FormError />
      </Form>
    </DialogCard>
  )
}
