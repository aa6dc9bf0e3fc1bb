import type { Member, Team } from '@loadping/contract/team'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog.tsx'
import { DialogCard } from '../ui/dialog-card.tsx'
import { fieldStyle } from '../ui/text-field.tsx'
import { BusinessPlanModal } from './business-plan-modal.tsx'
import { EditOrganizationDialog } from './edit-organization-dialog.tsx'
import { useLeaveTeam } from './members.data.ts'
import type { TeamDialog } from './team-dialog.ts'
import { TransferOwnershipDialog } from './transfer-ownership-dialog.tsx'

type TeamDialogsProps = { dialog: TeamDialog; team: Team; eligibleOwners: Member[]; onClose: () => void }

/** The one dialog that is open. */
export function TeamDialogs({ dialog, team, eligibleOwners, onClose }: TeamDialogsProps) {
  if (dialog.kind === 'edit') return <EditOrganizationDialog team={team} onClose={onClose} />
  if (dialog.kind === 'transfer-ownership')
    return <TransferOwnershipDialog team={team} eligibleOwners={eligibleOwners} to={dialog.to} onClose={onClose} />
  if (dialog.kind === 'leave') return <LeaveDialog name={team.name ?? ''} onClose={onClose} />
  if (dialog.kind === 'close') return <CloseDialog name={team.name ?? ''} onClose={onClose} />
  if (dialog.kind === 'link') return <LinkDialog url={dialog.url} onClose={onClose} />
  return <BusinessPlanModal onClose={onClose} />
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
          <Button onPress={onClose}>Stay</Button>
          <Button variant="danger" isLoading={isPending} onPress={() => mutate(undefined, { onSettled: onClose })}>
            Leave team
          </Button>
        </>
      }
    >
      You lose the plan and the people of this team at once. Your templates and loads stay with you. To come back you
      need a new invitation.
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
          <Button onPress={onClose}>Keep it</Button>
          <Button variant="danger" isLoading={isPending} onPress={() => mutate(undefined, { onSettled: onClose })}>
            Close team
          </Button>
        </>
      }
    >
      The team and its activity are gone at once. Your plan stays yours, and you can make another team or join one.
    </AlertDialog>
  )
}

const LinkDialog = ({ url, onClose }: { url: string; onClose: () => void }) => (
  <DialogCard
    title="Copy this link"
    text="This browser does not let us copy for you. The link works once, for the invited person only."
    width="w-120"
    onClose={onClose}
    footer={<Button onPress={onClose}>Done</Button>}
  >
    <input
      readOnly
      // biome-ignore lint/a11y/noAutofocus: the dialog is there to copy this.
      autoFocus
      aria-label="Link of the invitation"
      value={url}
      onFocus={({ currentTarget }) => currentTarget.select()}
      className={`${fieldStyle(false)} h-8 max-sm:h-11`}
    />
  </DialogCard>
)
