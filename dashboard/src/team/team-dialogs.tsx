import { type Member, normalizeName, type Team } from '@loadping/contract/team/team'
import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { fieldStyle, TextField } from '../ui/form/text-field.tsx'
import { AlertDialog } from '../ui/overlay/dialog.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useForm } from '../use-form.ts'
import { BusinessPlanModal } from './business-plan-modal.tsx'
import { nameOf } from './member-display.tsx'
import { useLeaveTeam, useTransferOwnership } from './members.data.ts'
import { explainOrganization, OrganizationFields, readOrganization } from './organization-fields.tsx'
import { useUpdateOrganization } from './team.data.ts'

/** The dialogs of the team page, of which one is open at a time. */
export type TeamDialog =
  | { kind: 'edit' }
  | { kind: 'leave' }
  | { kind: 'close' }
  | { kind: 'business-plan' }
  | { kind: 'transfer-ownership'; to?: Member }
  | { kind: 'link'; url: string }

type TeamDialogsProps = { dialog: TeamDialog; team: Team; eligibleOwners: Member[]; onClose: () => void }

export function TeamDialogs({ dialog, team, eligibleOwners, onClose }: TeamDialogsProps) {
  if (dialog.kind === 'edit') return <EditOrganizationDialog team={team} onClose={onClose} />
  if (dialog.kind === 'transfer-ownership')
    return <TransferOwnershipDialog team={team} eligibleOwners={eligibleOwners} to={dialog.to} onClose={onClose} />
  if (dialog.kind === 'leave') return <LeaveDialog name={team.name ?? ''} onClose={onClose} />
  if (dialog.kind === 'close') return <CloseDialog name={team.name ?? ''} onClose={onClose} />
  if (dialog.kind === 'link') return <LinkDialog url={dialog.url} onClose={onClose} />
  return <BusinessPlanModal onClose={onClose} />
}

function EditOrganizationDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const id = useId()
  const form = useForm({
    change: useUpdateOrganization(),
    read: readOrganization,
    explainIssue: explainOrganization,
    onSuccess: onClose,
  })
  return (
    <DialogCard
      title="Edit organization"
      width="w-110"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" isLoading={form.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Form id={id} {...form}>
        <OrganizationFields organization={team} />
        <FormError />
      </Form>
    </DialogCard>
  )
}

type TransferOwnershipDialogProps = {
  team: Team
  eligibleOwners: Member[]
  to: Member | undefined
  onClose: () => void
}

/** Makes another member the owner, once the name of the organization was typed. */
function TransferOwnershipDialog({ team, eligibleOwners, to, onClose }: TransferOwnershipDialogProps) {
  const [newOwnerId, setNewOwnerId] = useState(to?.id ?? '')
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useTransferOwnership()
  const form = useId()
  const newOwner = eligibleOwners.find(({ id }) => id === newOwnerId)
  const isTyped = normalizeName(typed) === normalizeName(team.name ?? '')
  const isConfirmed = newOwner !== undefined && isTyped

  return (
    <DialogCard
      title="Transfer ownership"
      text="The new owner gets full control; only they can transfer it back. You stay a manager."
      width="w-120"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="danger" isDisabled={!isConfirmed} isLoading={isPending}>
            Transfer ownership
          </Button>
        </>
      }
    >
      <Form
        id={form}
        className="flex flex-col gap-5"
        onSubmit={() => isConfirmed && mutate(newOwner, { onSettled: onClose })}
      >
        <SelectField label="New owner" name="newOwner" value={newOwner?.id ?? ''} onValue={setNewOwnerId}>
          <option value="" disabled>
            Choose a member
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
          hint={typed.trim() !== '' && !isTyped && "Doesn't match. Check capitalization and punctuation."}
          value={typed}
          onValue={setTyped}
        />
      </Form>
    </DialogCard>
  )
}

function LeaveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { mutate, isPending } = useLeaveTeam('You left the team')
  return (
    <AlertDialog
      title={`Leave ${name}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" isLoading={isPending} onPress={() => mutate(undefined, { onSettled: onClose })}>
            Leave team
          </Button>
        </>
      }
    >
      You'll lose the team's plan right away. You keep your templates and loads. You need a new invitation to rejoin.
    </AlertDialog>
  )
}

function CloseDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { mutate, isPending } = useLeaveTeam(`${name} is closed`)
  return (
    <AlertDialog
      title={`Close ${name}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" isLoading={isPending} onPress={() => mutate(undefined, { onSettled: onClose })}>
            Close team
          </Button>
        </>
      }
    >
      The team and its activity log are deleted right away. You keep your plan and can create or join another team.
    </AlertDialog>
  )
}

const LinkDialog = ({ url, onClose }: { url: string; onClose: () => void }) => (
  <DialogCard
    title="Copy this link"
    text="Your browser blocked copying. The link works once, only for the person invited."
    width="w-120"
    onClose={onClose}
    footer={<Button onPress={onClose}>Done</Button>}
  >
    <input
      readOnly
      // biome-ignore lint/a11y/noAutofocus: the dialog exists to copy this link.
      autoFocus
      aria-label="Invitation link"
      value={url}
      onFocus={({ currentTarget }) => currentTarget.select()}
      className={`${fieldStyle(false)} h-8 max-sm:h-11`}
    />
  </DialogCard>
)
