import { isEmailAddress } from '@loadping/contract/rules/email-address'
import { roleName } from '@loadping/contract/rules/role-name'
import { type InviteResult, type Member, maxInvitationsPerCall, Role } from '@loadping/contract/team'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DialogCard } from '../ui/dialog-card.tsx'
import { formatCount } from '../ui/format-count.ts'
import { SelectField } from '../ui/select-field.tsx'
import { AddressField } from './address-field.tsx'
import { mergeAddresses, readAddresses } from './address-list.ts'
import { afterSending, type InviteDraft } from './invite-draft.ts'
import { InviteResults } from './invite-results.tsx'
import { isRefusal, useInvite } from './inviting.data.ts'
import { takenSeats } from './seats.ts'
import { errorMessage } from './team.data.ts'
import { UploadCsvButton } from './upload-csv-button.tsx'

type InviteModalProps = {
  members: Member[]
  limitUsers: number
  draft: InviteDraft
  onDraft: (change: (draft: InviteDraft) => InviteDraft) => void
  onLink: (url: string) => void
  onClose: () => void
}

/** Invites people by their addresses, 50 at a time; what is typed stays until it is sent, also when it is closed. */
export function InviteModal({ members, limitUsers, draft, onDraft, onLink, onClose }: InviteModalProps) {
  const [results, setResults] = useState<InviteResult[]>()
  const form = useId()
  const { mutate, error, isPending } = useInvite((emails, answer) => {
    onDraft((current) => afterSending(current, emails, answer))
    setResults(answer)
  })
  if (results)
    return (
      <InviteResults
        results={results}
        members={members}
        onLink={onLink}
        onMore={() => setResults(undefined)}
        onClose={onClose}
      />
    )

  const addresses = mergeAddresses(draft.addresses, readAddresses(draft.text)).filter(isEmailAddress)
  const emails = addresses.slice(0, maxInvitationsPerCall)
  const seats = seatsAfter(members, emails)

  function send(event: FormEvent) {
    event.preventDefault()
    if (emails.length === 0 || isPending) return
    onDraft((current) => ({
      ...current,
      addresses: mergeAddresses(current.addresses, readAddresses(current.text)),
      text: '',
    }))
    mutate({ emails, role: draft.role })
  }

  return (
    <DialogCard
      title="Invite Team Members"
      text="Paste a list. Commas, spaces and new lines all work."
      width="w-140"
      onClose={onClose}
      footer={
        <>
          <UploadCsvButton
            className="mr-auto max-sm:w-full"
            onAddresses={(more) =>
              onDraft((current) => ({ ...current, addresses: mergeAddresses(current.addresses, more) }))
            }
          />
          <Button className="max-sm:flex-1 max-sm:px-2!" onPress={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            className="max-sm:flex-1 max-sm:px-2!"
            isDisabled={emails.length === 0}
            isLoading={isPending}
          >
            {error && !isRefusal(error)
              ? 'Try again'
              : emails.length === 0
                ? 'Send invitations'
                : `Send ${formatCount(emails.length, 'invitation')}`}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send}>
        <AddressField
          addresses={draft.addresses}
          text={draft.text}
          note={
            addresses.length > maxInvitationsPerCall ? formatRest(addresses.length - maxInvitationsPerCall) : undefined
          }
          onChange={(change) => onDraft((current) => ({ ...current, ...change }))}
        />
        <div className="mt-4 grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <SelectField
            label="Role"
            name="role"
            value={draft.role}
            onValue={(role) => onDraft((current) => ({ ...current, role: Role.safeParse(role).data ?? current.role }))}
          >
            <option value="USER">{roleName({ role: 'USER' })}</option>
            <option value="MANAGER">{roleName({ role: 'MANAGER' })}</option>
          </SelectField>
          <SeatsAfter seats={seats} limitUsers={limitUsers} />
        </div>
        {error && (
          <p role="alert" className="mt-4 text-table text-danger-text">
            {errorMessage(error)}
          </p>
        )}
      </form>
    </DialogCard>
  )
}

const formatRest = (rest: number): string =>
  `${maxInvitationsPerCall} at a time. The other ${rest.toLocaleString('en-US')} stay here.`

/** Who is in the team or invited already takes no other seat. */
function seatsAfter(members: Member[], emails: string[]): number {
  const { people, open } = takenSeats(members)
  const known = new Set(members.filter(({ status }) => status !== 'expired').map(({ email }) => email.toLowerCase()))
  return people + open + emails.filter((email) => !known.has(email)).length
}

function SeatsAfter({ seats, limitUsers }: { seats: number; limitUsers: number }) {
  const id = useId()
  const isOver = seats > limitUsers
  return (
    <div>
      <p id={id} className="mb-1.5 text-table font-medium">
        Seats after sending
      </p>
      <output
        aria-labelledby={id}
        className={`figures flex h-8 items-center rounded-sm border px-3 max-sm:h-11 ${isOver ? 'border-danger-border bg-danger-subtle text-danger-text' : 'border-subtle bg-sunken'}`}
      >
        {seats.toLocaleString('en-US')} of {limitUsers.toLocaleString('en-US')}
        {isOver && `, ${formatCount(seats - limitUsers, 'seat')} short`}
      </output>
    </div>
  )
}
