import { countOf, formatCount } from '@loadping/contract/format/counts'
import { isEmailAddress } from '@loadping/contract/format/email-address'
import { roleName } from '@loadping/contract/team/role-name'
import {
  type InviteResult,
  type InviteStatus,
  type Member,
  maxInvitationsPerCall,
  Role,
} from '@loadping/contract/team/team'
import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useForm } from '../use-form.ts'
import { AddressField } from './address-field.tsx'
import { afterSending, type InviteDraft, mergeAddresses, readAddresses } from './invite-draft.ts'
import { takenSeats } from './member-display.tsx'
import { isRefusal, useCopyLink, useInvite } from './members.data.ts'
import { UploadCsvButton } from './upload-csv-button.tsx'

type InviteModalProps = InviteFormProps & { onLink: (url: string) => void }

/** Invites by email, 50 addresses at a time; unsent addresses stay in the draft, also when the modal is closed. */
export function InviteModal({ onLink, ...form }: InviteModalProps) {
  const [results, setResults] = useState<InviteResult[]>()
  const invite = useInvite((emails, sent) => {
    form.onDraft((current) => afterSending(current, emails, sent))
    setResults(sent)
  })
  if (!results) return <InviteForm {...form} invite={invite} />
  return (
    <InviteResults
      results={results}
      members={form.members}
      onLink={onLink}
      onMore={() => setResults(undefined)}
      onClose={form.onClose}
    />
  )
}

type InviteFormProps = {
  members: Member[]
  limitUsers: number
  draft: InviteDraft
  onDraft: (change: (draft: InviteDraft) => InviteDraft) => void
  onClose: () => void
}

function InviteForm({
  members,
  limitUsers,
  draft,
  onDraft,
  onClose,
  invite,
}: InviteFormProps & { invite: ReturnType<typeof useInvite> }) {
  const id = useId()
  const addresses = mergeAddresses(draft.addresses, readAddresses(draft.text)).filter(isEmailAddress)
  const emails = addresses.slice(0, maxInvitationsPerCall)
  const change = (part: Partial<InviteDraft>) => onDraft((current) => ({ ...current, ...part }))
  const add = (more: string[], part: Partial<InviteDraft> = {}) =>
    onDraft((current) => ({ ...current, addresses: mergeAddresses(current.addresses, more), ...part }))
  const form = useForm({ change: invite, read: () => ({ success: true, data: { emails, role: draft.role } }) })

  function send(data: FormData) {
    if (emails.length === 0 || form.isPending) return
    add(readAddresses(draft.text), { text: '' })
    form.onSubmit(data)
  }

  return (
    <DialogCard
      title="Invite Team Members"
      text="Separate addresses with commas, spaces or new lines."
      width="w-140"
      onClose={onClose}
      footer={
        <>
          <UploadCsvButton className="mr-auto max-sm:w-full" onAddresses={(more) => add(more)} />
          <Button className="max-sm:flex-1 max-sm:px-2!" onPress={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            className="max-sm:flex-1 max-sm:px-2!"
            isDisabled={emails.length === 0}
            isLoading={form.isPending}
          >
            {invite.error && !isRefusal(invite.error) ? 'Try again' : sendLabel(emails.length)}
          </Button>
        </>
      }
    >
      <Form id={id} {...form} onSubmit={send}>
        <AddressField
          addresses={draft.addresses}
          text={draft.text}
          note={formatRest(addresses.length - emails.length)}
          onChange={change}
        />
        <div className="mt-4 grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <SelectField
            label="Role"
            name="role"
            value={draft.role}
            onValue={(role) => change({ role: Role.safeParse(role).data ?? draft.role })}
          >
            <option value="USER">{roleName({ role: 'USER' })}</option>
            <option value="MANAGER">{roleName({ role: 'MANAGER' })}</option>
          </SelectField>
          <SeatsAfter seats={seatsAfter(members, emails)} limitUsers={limitUsers} />
        </div>
        <FormError />
      </Form>
    </DialogCard>
  )
}

const sendLabel = (count: number): string => (count === 0 ? 'Send invitations' : `Send ${countOf(count, 'invitation')}`)

const formatRest = (rest: number): string | undefined =>
  rest > 0 ? `${maxInvitationsPerCall} at a time. The other ${formatCount(rest)} stay in the list.` : undefined

/** The seats taken after sending; an address that is a member or already invited takes no other seat. */
function seatsAfter(members: Member[], emails: string[]): number {
  const { active, open } = takenSeats(members)
  const knownAddresses = new Set(
    members.filter(({ status }) => status !== 'expired').map(({ email }) => email.toLowerCase()),
  )
  return active + open + emails.filter((email) => !knownAddresses.has(email)).length
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
        className={`tabular-nums flex h-8 items-center rounded-sm border px-3 max-sm:h-11 ${isOver ? 'border-danger-border bg-danger-subtle text-danger-text' : 'border-subtle bg-sunken'}`}
      >
        {formatCount(seats)} of {formatCount(limitUsers)}
        {isOver && `, ${countOf(seats - limitUsers, 'seat')} short`}
      </output>
    </div>
  )
}

const resultDisplay: Record<InviteStatus, { label: string; tone: Tone }> = {
  invited: { label: 'Invited', tone: 'accent' },
  'already-member': { label: 'Already a member', tone: 'neutral' },
  'already-invited': { label: 'Already invited', tone: 'neutral' },
  invalid: { label: 'Not a valid email address', tone: 'danger' },
  'no-seat': { label: 'No open seats', tone: 'warning' },
}

type InviteResultsProps = {
  results: InviteResult[]
  members: Member[]
  onLink: (url: string) => void
  onMore: () => void
  onClose: () => void
}

/** The result for each address, with the link of each invitation. */
function InviteResults({ results, members, onLink, onMore, onClose }: InviteResultsProps) {
  const { mutate: copyLink } = useCopyLink(onLink)
  const sent = results.filter(({ status }) => status === 'invited').length
  return (
    <DialogCard
      title="Invite Team Members"
      text={
        sent === 0
          ? 'No one new was invited.'
          : `${countOf(sent, 'invitation')} sent. Each link works only for the person invited.`
      }
      width="w-140"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onMore}>Invite more</Button>
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <ul aria-label="Results by address" className="-mx-2">
        {results.map(({ email, status }) => {
          const invitation = members.find((member) => member.inviteId !== null && member.email === email)
          const { label, tone } = resultDisplay[status]
          return (
            <li
              key={email}
              className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-subtle px-2 py-1 text-table last:border-0"
            >
              <span className="min-w-0 flex-1 truncate">{email}</span>
              <Badge tone={tone}>{label}</Badge>
              {(status === 'invited' || status === 'already-invited') && (
                <Button
                  size="sm"
                  aria-label={`Copy link for ${email}`}
                  icon={<Copy size={14} strokeWidth={1.6} aria-hidden="true" />}
                  isDisabled={!invitation}
                  onPress={() => invitation && copyLink(invitation)}
                >
                  Copy link
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </DialogCard>
  )
}
