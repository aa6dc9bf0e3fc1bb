import type { Member, Team } from '@loadping/contract/team'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { formatCount } from '../ui/format-count.ts'
import { formatFullDate } from '../ui/format-date.ts'
import { initialsOf } from '../ui/initials.ts'
import { SegmentBar } from '../ui/segment-bar.tsx'
import { takenSeats } from './seats.ts'
import { supportMail } from './support-mail.ts'
import type { TeamDialog } from './team-dialog.ts'

type CardProps = { team: Team; isManager: boolean; onDialog: (dialog: TeamDialog) => void }

export const OrganizationCards = ({ members, ...props }: CardProps & { members: Member[] }) => (
  <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1 max-sm:gap-3">
    <OrganizationCard {...props} />
    <SeatsCard {...props} members={members} />
  </div>
)

function OrganizationCard({ team: { name, dotNumber, createdAt }, isManager, onDialog }: CardProps) {
  const facts = [dotNumber && `USDOT ${dotNumber}`, createdAt && `since ${formatFullDate(new Date(createdAt))}`]
    .filter(Boolean)
    .join(' · ')
  return (
    <Card className="flex items-center gap-3 p-4">
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-md border border-accent-border bg-accent-subtle font-semibold text-accent-text"
      >
        {initialsOf(name ?? '')}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold wrap-anywhere">{name}</h2>
        <p className="figures text-caption text-secondary">{facts}</p>
      </div>
      {isManager && (
        <Button size="sm" aria-label="Edit organization" onPress={() => onDialog({ kind: 'edit' })}>
          Edit
        </Button>
      )}
    </Card>
  )
}

function SeatsCard({ team: { name, limitUsers }, members, isManager, onDialog }: CardProps & { members: Member[] }) {
  const { people, open } = takenSeats(members)
  const counts = [formatCount(people, 'member'), open > 0 ? formatCount(open, 'open invitation') : '']
    .filter(Boolean)
    .join(', ')
  if (limitUsers === null)
    return (
      <SeatsFrame title="No Business Plan" text="Everybody here stays, but nobody new can be invited.">
        {isManager && (
          <Button size="sm" onPress={() => onDialog({ kind: 'business-plan' })}>
            Business Plan
          </Button>
        )}
      </SeatsFrame>
    )

  const title = `${(people + open).toLocaleString('en-US')} of ${formatCount(limitUsers, 'seat')}`
  return (
    <SeatsFrame
      title={title}
      text={counts}
      bar={<SegmentBar label="Seats" valueText={title} filled={people} hatching={open} total={limitUsers} />}
      warning={warnOfSeats(people, open, limitUsers)}
    >
      {isManager && (
        <a href={supportMail(`More seats for ${name}`)} className={buttonStyle('secondary', 'sm')}>
          Add seats
        </a>
      )}
    </SeatsFrame>
  )
}

/** What is wrong when more seats are taken than there are. */
function warnOfSeats(people: number, open: number, limitUsers: number): string | undefined {
  if (people > limitUsers) return 'There are more members than seats. Nobody new can join.'
  const more = people + open - limitUsers
  return more > 0
    ? `${more.toLocaleString('en-US')} more than your plan has seats for. Open invitations cannot all be accepted.`
    : undefined
}

type SeatsFrameProps = {
  title: string
  text: string
  bar?: ReactNode
  warning?: string | undefined
  children: ReactNode
}

const SeatsFrame = ({ title, text, bar, warning, children }: SeatsFrameProps) => (
  <Card className="p-4">
    <div className="flex items-start justify-between gap-3">
      <div>
        <h2 className="figures text-table font-semibold">{title}</h2>
        <p className="figures text-caption text-secondary">{text}</p>
      </div>
      {children}
    </div>
    {bar && <div className="mt-3">{bar}</div>}
    {warning && (
      <p className="mt-2 flex gap-1.5 text-caption text-warning-text">
        <TriangleAlert size={14} strokeWidth={1.6} aria-hidden="true" className="mt-px shrink-0" />
        {warning}
      </p>
    )}
  </Card>
)
