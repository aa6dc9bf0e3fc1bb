import { EquipmentClass, equipmentClassNames } from '@loadping/contract/boards/equipment'
import type { Template } from '@loadping/contract/templates/templates'
import { templatesApi } from '@loadping/contract/templates/templates.api'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useForm } from '../use-form.ts'
import { useSetTemplateEquipment } from './template-changes.data.ts'
import { useLoadedTemplates } from './templates.data.ts'

type StandardDialogProps = { template: Pick<Template, 'id' | 'name' | 'isDefault' | 'equipment'>; onClose: () => void }

/** Chooses the equipment for which the Email button sends a template instead of the Default template. */
export function StandardDialog({ template, onClose }: StandardDialogProps) {
  const [chosen, setChosen] = useState<readonly EquipmentClass[]>(template.equipment ?? [])
  const others = (useLoadedTemplates() ?? []).filter(({ id }) => id !== template.id)
  const { errors, isPending, onSubmit } = useForm({
    change: useSetTemplateEquipment(template.id),
    onSuccess: onClose,
    read: () => templatesApi.setTemplateEquipment.body.safeParse({ equipment: chosen }),
  })
  return (
    <DialogCard
      title="Standard for equipment"
      width="w-100"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form="standard" variant="primary" isLoading={isPending}>
            Save
          </Button>
        </>
      }
    >
      <Form id="standard" errors={errors} isPending={isPending} onSubmit={onSubmit}>
        <p className="text-table text-secondary">
          The Email button sends “<bdi>{template.name}</bdi>” for loads with this equipment
          {template.isDefault ? ', and for all that have no standard.' : ' instead of the Default template.'}
        </p>
        <ul aria-label="Equipment" className="mt-3 grid grid-cols-2 gap-x-3">
          {EquipmentClass.options.map((each) => {
            const other = others.find(({ equipment }) => equipment?.includes(each))
            return (
              <li key={each}>
                <Checkbox
                  className="min-h-8 max-sm:min-h-11"
                  isChecked={chosen.includes(each)}
                  onChange={() =>
                    setChosen(chosen.includes(each) ? chosen.filter((one) => one !== each) : [...chosen, each])
                  }
                >
                  <span className="min-w-0 truncate">
                    {equipmentClassNames[each]}
                    {other && <bdi className="text-caption text-secondary"> now “{other.name}”</bdi>}
                  </span>
                </Checkbox>
              </li>
            )
          })}
        </ul>
        <FormError />
      </Form>
    </DialogCard>
  )
}
