import type { InviteResult, InviteStatus, Member } from '@loadping/contract/team'
import { Copy } from 'lucide-react'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DialogCard } from '../ui/dialog-card.tsx'
import { formatCount } from '../ui/format-count.ts'
import { useCopyLink } from './inviting.data.ts'

const looks: Record<InviteStatus, { label: string; tone: Tone }> = {
  invited: { label: 'Invited', tone: 'accent' },
  'already-member': { label: 'Already a member', tone: 'neutral' },
  'already-invited': { label: 'Already invited', tone: 'neutral' },
  invalid: { label: 'Not a valid email address', tone: 'danger' },
  'no-seat': { label: 'No free seat', tone: 'warning' },
}

type InviteResultsProps = {
  results: InviteResult[]
  members: Member[]
  onLink: (url: string) => void
  onMore: () => void
  onClose: () => void
}

/** What became of each address; who is invited can also be given the link. */
export function InviteResults({ results, members, onLink, onMore, onClose }: InviteResultsProps) {
  const { mutate: copy } = useCopyLink(onLink)
  const sent = results.filter(({ status }) => status === 'invited').length
  return (
    <DialogCard
      title="Invite Team Members"
      text={
        sent === 0
          ? 'Nobody new was invited.'
          : `${formatCount(sent, 'invitation')} sent. The link of each works for the invited person only.`
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
      <ul aria-label="What became of each address" className="-mx-2">
        {results.map(({ email, status }) => {
          const invitation = members.find((member) => member.inviteId !== null && member.email === email)
          return (
            <li
              key={email}
              className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-subtle px-2 py-1 text-table last:border-0"
            >
              <span className="min-w-0 flex-1 truncate">{email}</span>
              <Badge tone={looks[status].tone}>{looks[status].label}</Badge>
              {(status === 'invited' || status === 'already-invited') && (
                <Button
                  size="sm"
                  aria-label={`Copy link for ${email}`}
                  icon={<Copy size={14} strokeWidth={1.6} aria-hidden="true" />}
                  isDisabled={!invitation}
                  onPress={() => invitation && copy(invitation)}
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
