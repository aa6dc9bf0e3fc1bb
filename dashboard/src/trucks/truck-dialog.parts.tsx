import type { Truck } from '@loadping/contract/trucks/trucks'
import { useState } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useToast } from '../ui/toast.ts'
import { blankTruck, type TruckDraft, toDraft } from './truck-draft.ts'

const TruckDialog = lazyPart(async () => (await import('./truck-dialog.tsx')).TruckDialog)

/** The field that the dialog begins with. */
type FirstField = 'name' | 'place'

/** The draft of a truck that is not in the list yet. */
const added = 'new'

type Editing = { key: string; id: string; initial: TruckDraft; first: FirstField }

/** The dialog that adds and edits trucks. What was typed and not saved shows again when it is opened again. */
export function useTruckDialog(trucks: Truck[]) {
  const [editing, setEditing] = useState<Editing>()
  const [drafts, setDrafts] = useState<Partial<Record<string, TruckDraft>>>({})
  const showToast = useToast()
  const keepDraft = (draft: TruckDraft | undefined) => editing && setDrafts({ ...drafts, [editing.key]: draft })
  return {
    add: () => {
      const initial = { ...blankTruck, isCurrent: trucks.length === 0 }
      setEditing({ key: added, id: crypto.randomUUID(), initial, first: 'name' })
    },
    /** `zone` is that of the truck's place. */
    edit: (truck: Truck, zone: string, first: FirstField = 'name') =>
      setEditing({ key: truck.id, id: truck.id, initial: toDraft(truck, zone), first }),
    dialog: editing && (
      <TruckDialog
        id={editing.id}
        isNew={editing.key === added}
        first={editing.first}
        draft={drafts[editing.key] ?? editing.initial}
        onDraft={keepDraft}
        withTruck={(truck) => putTruck(trucks, truck)}
        onClose={() => setEditing(undefined)}
        onSaved={() => {
          keepDraft(undefined)
          setEditing(undefined)
          showToast('Truck saved', 'success')
        }}
      />
    ),
  }
}

/** Replaces a truck, or adds it. A current one ends that the others are. */
function putTruck(trucks: Truck[], truck: Truck): Truck[] {
  const otherTrucks = trucks.map((one) => (truck.isCurrent ? { ...one, isCurrent: false } : one))
  return otherTrucks.some(({ id }) => id === truck.id)
    ? otherTrucks.map((one) => (one.id === truck.id ? truck : one))
    : [...otherTrucks, truck]
}
