import { type Member, normalizeName, type Team } from '@loadping/contract/team'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DialogCard } from '../ui/dialog-card.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { nameOf } from './member-display.ts'
import { useTransferOwnership } from './members.data.ts'

type TransferOwnershipDialogProps = {
  team: Team
  eligibleOwners: Member[]
  to: Member | undefined
  onClose: () => void
}

/** Makes somebody else the owner, once the organization's name was typed. */
export function TransferOwnershipDialog({ team, eligibleOwners, to, onClose }: TransferOwnershipDialogProps) {
  const [heirId, setHeirId] = useState(to?.id ?? '')
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useTransferOwnership()
  const form = useId()
  const heir = eligibleOwners.find(({ id }) => id === heirId)
  const isTyped = normalizeName(typed) === normalizeName(team.name ?? '')
  const isMeant = heir !== undefined && isTyped

  function transferOwnership(event: FormEvent) {
    event.preventDefault()
    if (isMeant) mutate(heir, { onSettled: onClose })
  }

  return (
    <DialogCard
      title="Transfer ownership"
      text="The new owner can do all that you can, and nobody but the owner can hand the team over again. You stay a manager."
      width="w-120"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="danger" isDisabled={!isMeant} isLoading={isPending}>
            Hand over
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="flex flex-col gap-5" onSubmit={transferOwnership}>
        <SelectField label="New owner" name="heir" value={heir?.id ?? ''} onValue={setHeirId}>
          <option value="" disabled>
            Choose somebody
          </option>
          {eligibleOwners.map((member) => (
            <option key={member.id} value={member.id}>
              {member.name ? `${nameOf(member)} (${member.email})` : member.email}
            </option>
          ))}
        </SelectField>
        <TextField
          label={
            <>
              Type <strong className="font-semibold">{team.name}</strong> to confirm
            </>
          }
          name="confirmation"
          autoComplete="off"
          hint={
            typed.trim() !== '' &&
            !isTyped &&
            'Not the same yet. Capital letters and punctuation count, extra spaces do not.'
          }
          value={typed}
          onValue={setTyped}
        />
      </form>
    </DialogCard>
  )
}
