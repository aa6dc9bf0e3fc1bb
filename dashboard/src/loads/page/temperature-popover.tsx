import { formatTemperature } from '@loadping/contract/format/temperature'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import type { RefObject } from 'react'
import { readTemperatureText, wantedTemperature } from '../../freight-text/pasted-draft.ts'
import { Form, FormError } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PopoverActions, PopoverCard } from '../../ui/overlay/popover-card.tsx'
import { useForm } from '../../use-form.ts'
import { useCorrectLoad } from './load-page.data.ts'

type TemperaturePopoverProps = { load: SavedLoad; anchor: RefObject<Element | null>; onClose: () => void }

/** Changes the temperature of a load as a person writes it, or removes it. */
export function TemperaturePopover({ load: { id, facts }, anchor, onClose }: TemperaturePopoverProps) {
  const known = facts.temperature ? formatTemperature(facts.temperature) : ''
  const { errors, isPending, onSubmit } = useForm({
    read: (data) => {
      const text = String(data.get('temperature')).trim()
      const temperature = text ? readTemperatureText(text) : null
      return temperature === undefined
        ? { success: false, error: { issues: [{ message: wantedTemperature, path: ['temperature'] }] } }
        : { success: true, data: { temperature } }
    },
    change: useCorrectLoad(id),
    onSuccess: onClose,
  })
  return (
    <PopoverCard anchor={anchor} label="Temperature" onClose={onClose}>
      <Form errors={errors} isPending={isPending} onSubmit={onSubmit}>
        <TextField
          label="Temperature"
          name="temperature"
          defaultValue={known}
          hint="Such as 34-36, or -10 continuous"
          autoComplete="off"
          autoFocus
        />
        <FormError />
        <PopoverActions submit="Save" isPending={isPending} onCancel={onClose} />
      </Form>
    </PopoverCard>
  )
}
