import type { Team } from '@loadping/contract/team'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DialogCard } from '../ui/dialog-card.tsx'
import { useToast } from '../ui/toast.tsx'
import { faultsOf, type OrganizationFaults, OrganizationFields, type OrganizationText, readOrganization } from './organization-fields.tsx'
import { explain, useUpdateOrganization } from './team.data.ts'

/** Changes the name and the number of an organisation. */
export function EditOrganizationDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const [text, setText] = useState<OrganizationText>({ name: team.name ?? '', dotNumber: team.dotNumber ?? '' })
  const [faults, setFaults] = useState<OrganizationFaults>({})
  const { mutate, error, isPending } = useUpdateOrganization()
  const showToast = useToast()
  const form = useId()

  function save(event: FormEvent) {
    event.preventDefault()
    const read = readOrganization(text)
    if ('faults' in read) return setFaults(read.faults)
    mutate(read.draft, {
      onSuccess: () => {
        showToast('Your organization is saved', 'success')
        onClose()
      },
      onError: (problem) => setFaults(faultsOf(problem) ?? {}),
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
        <OrganizationFields text={text} faults={faults} onText={setText} onFaults={setFaults} />
        {error && !faultsOf(error) && (
          <p role="alert" className="mt-4 text-table text-danger-text">
            {explain(error)}
          </p>
        )}
      </form>
    </DialogCard>
  )
}
