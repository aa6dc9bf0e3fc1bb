import { countOf } from '@loadping/contract/format/counts'
import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { templatesApi } from '@loadping/contract/templates/templates.api'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Form, FormError } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { DialogCard } from '../../ui/overlay/dialog-card.tsx'
import { useForm } from '../../use-form.ts'
import { readList } from '../files/template-file-format.ts'
import { useLabelTemplates } from '../template-changes.data.ts'

type LabelDialogProps = { templates: ListedTemplate[]; labels: string[]; onClose: () => void }

/** Adds and removes labels on several templates. A label that only some have stays as it is until it is clicked. */
export function LabelDialog({ templates, labels, onClose }: LabelDialogProps) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const change = useLabelTemplates()
  const { errors, isPending, onSubmit } = useForm({
    change,
    onSuccess: onClose,
    read: (data) =>
      templatesApi.labelTemplates.body.safeParse({
        ids: templates.map(({ id }) => id),
        add: [...labels.filter((label) => changed.get(label)), ...readList(String(data.get('add')))],
        remove: labels.filter((label) => changed.get(label) === false),
      }),
  })

  function stateOf(label: string): boolean | 'mixed' {
    const count = templates.filter((template) => template.labels.includes(label)).length
    return changed.get(label) ?? (count === templates.length ? true : count > 0 ? 'mixed' : false)
  }

  return (
    <DialogCard
      title={`Labels of ${countOf(templates.length, 'template')}`}
      width="w-100"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form="labels" variant="primary" isLoading={isPending}>
            Save
          </Button>
        </>
      }
    >
      <Form id="labels" errors={errors} isPending={isPending} onSubmit={onSubmit}>
        <TextField label="New labels" name="add" hint="Separate them with commas." autoComplete="off" />
        {labels.length > 0 && (
          <ul aria-label="Labels" className="mt-4 flex max-h-60 flex-col overflow-y-auto">
            {labels.map((label) => (
              <li key={label}>
                <Checkbox
                  className="min-h-8 max-sm:min-h-11"
                  isChecked={stateOf(label)}
                  onChange={() => setChanged(new Map(changed).set(label, stateOf(label) !== true))}
                >
                  <bdi className="min-w-0 truncate">{label}</bdi>
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
        <FormError />
      </Form>
    </DialogCard>
  )
}
