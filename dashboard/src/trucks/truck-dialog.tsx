import { EquipmentClass, equipmentClassNames } from '@loadping/contract/boards/equipment'
import { clockIn } from '@loadping/contract/format/time-zones'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { useId } from 'react'
import { readPlace } from '../freight-text/typed-place.ts'
import { PlaceField } from '../places/place-field.parts.tsx'
import { useTimeZone } from '../places/places.data.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useForm } from '../use-form.ts'
import { readTruck, type TruckDraft } from './truck-draft.ts'
import { useSaveTrucks } from './trucks.data.ts'

type TruckDialogProps = {
  /** Of the truck that is edited, or of a new one. */
  id: string
  isNew: boolean
  first: 'name' | 'place'
  draft: TruckDraft
  onDraft: (draft: TruckDraft) => void
  /** The user's trucks once this one is saved. */
  withTruck: (truck: Truck) => Truck[]
  onClose: () => void
  onSaved: () => void
}

/** Adds or changes a truck: what it is, where and when it is empty, and its driver's hours. */
export function TruckDialog({ id, isNew, first, draft, onDraft, withTruck, onClose, onSaved }: TruckDialogProps) {
  const formId = useId()
  const place = readPlace(draft.place)
  const zone = useTimeZone(place ?? null)
  const save = useSaveTrucks()
  const form = useForm({
    change: {
      isPending: save.isPending,
      mutate: (truck: Truck, on) => save.mutate(withTruck(truck), on),
    },
    read: () => readTruck(id, draft, zone),
    onSuccess: onSaved,
  })
  const field = (name: Exclude<keyof TruckDraft, 'isCurrent'>) => ({
    name,
    value: draft[name],
    onValue: (value: string) => onDraft({ ...draft, [name]: value }),
  })
  const { letters } = clockIn(zone, Date.now())
  return (
    <DialogCard
      title={isNew ? 'Add a truck' : `Edit “${draft.name}”`}
      width="w-140"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={form.isPending}>
            Save truck
          </Button>
        </>
      }
    >
      <Form {...form} id={formId} className="grid grid-cols-6 gap-4 *:col-span-3 max-sm:*:col-span-6">
        <TextField
          {...field('name')}
          label="Name"
          placeholder="104 Ray"
          autoComplete="off"
          maxLength={40}
          autoFocus={first === 'name'}
        />
        <SelectField {...field('equipment')} label="Equipment">
          <option value="">Not set</option>
          {EquipmentClass.options.map((option) => (
            <option key={option} value={option}>
              {equipmentClassNames[option]}
            </option>
          ))}
        </SelectField>
        <PlaceField {...field('place')} label="Empty in" autoFocus={first === 'place'} />
        <TextField
          {...field('emptyAt')}
          label="Empty at"
          type="datetime-local"
          hint={`${place ? `${place.city} time` : 'Your time'} (${letters}). Without it, no email names this truck.`}
        />
        <fieldset className="!col-span-6 grid grid-cols-3 gap-4">
          <legend className="mb-1.5 text-table text-secondary">
            Driver's hours left when it is empty, as 8:30. Loads without them show no arrival.
          </legend>
          <TextField {...field('drive')} label="Driving, of 11 h" placeholder="11:00" autoComplete="off" />
          <TextField {...field('window')} label="Window, of 14 h" placeholder="14:00" autoComplete="off" />
          <TextField {...field('cycle')} label="Cycle, of 70 h" placeholder="70:00" autoComplete="off" />
        </fieldset>
        <div className="!col-span-6">
          <Checkbox isChecked={draft.isCurrent} onChange={() => onDraft({ ...draft, isCurrent: !draft.isCurrent })}>
            Current truck: fills place, equipment and deadhead of emails
          </Checkbox>
        </div>
        <FormError className="!col-span-6 text-table" />
      </Form>
    </DialogCard>
  )
}
