import type { Team } from '@loadping/contract/team'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DialogCard } from '../ui/dialog-card.tsx'
import { useToast } from '../ui/toast.tsx'
import {
  errorsOf,
  type OrganizationErrors,
  OrganizationFields,
  type OrganizationText,
  readOrganization,
} from './organization-fields.tsx'
import { errorMessage, useUpdateOrganization } from './team.data.ts'

/** Changes the name and the number of an organization. */
export function EditOrganizationDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const [text, setText] = useState<OrganizationText>({ name: team.name ?? '', dotNumber: team.dotNumber ?? '' })
  const [errors, setErrors] = useState<OrganizationErrors>({})
  const { mutate, error, isPending } = useUpdateOrganization()
  const showToast = useToast()
  const form = useId()

  function save(event: FormEvent) {
    event.preventDefault()
    const read = readOrganization(text)
    if ('errors' in read) return setErrors(read.errors)
    mutate(read.draft, {
      onSuccess: () => {
        showToast('Your organization is saved', 'success')
        onClose()
      },
      onError: (problem) => setErrors(errorsOf(problem) ?? {}),
    })
  }

  return (
    <DialogCard
      title="Edit organization"
      width="w-110"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" isLoading={isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save}>
        <OrganizationFields text={text} errors={errors} onText={setText} onErrors={setErrors} />
        {error && !errorsOf(error) && (
          <p role="alert" className="mt-4 text-table text-danger-text">
            {errorMessage(error)}
          </p>
        )}
      </form>
    </DialogCard>
  )
}
