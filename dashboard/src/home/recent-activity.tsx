import { formatWhen } from '@loadping/contract/format/instants'
import { formatDollars } from '@loadping/contract/format/money'
import type { RecentContact } from '@loadping/contract/home/home'
import { type OutcomeKind, outcomeLabels } from '@loadping/contract/loads/outcomes'
import { Ban, Check, CircleHelp, type LucideIcon, MessageSquare, Send, X } from 'lucide-react'
import { Link } from 'react-router'
import { useUserType } from '../account/account.data.ts'
import { FailureText } from '../emails/emails.parts.tsx'
import { paths } from '../paths.ts'
import { type Tone, tones } from '../ui/badge.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { callDisplay, emailStateDisplay } from '../ui/contact-state.ts'
import { EmptyValue } from '../ui/figure.tsx'
import { Lane } from '../ui/lane-glyph.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { useHome } from './home.data.ts'

/** How many contacts are shown; the others are among all emails. */
const maxShown = 8

/** The newest contacts with their state. */
export function RecentActivity({ now }: { now: Date }) {
  const { recentContacts } = useHome()
  return (
    <Card
      title="Recent activity"
      aside={
        <div className="flex items-center gap-3">
          New York time
          <Link to={paths.email} className={buttonStyle('secondary', 'sm')}>
            All emails
          </Link>
        </div>
      }
    >
      {recentContacts.length === 0 ? (
        <NoInquiries />
      ) : (
        <ul>
          {recentContacts.slice(0, maxShown).map((contact) => (
            <Contact key={contact.id} contact={contact} now={now} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function NoInquiries() {
  const isBroker = useUserType() === 'broker'
  return (
    <EmptyState
      icon={<Send size={24} strokeWidth={1.6} aria-hidden="true" />}
      title={isBroker ? 'No emails yet' : 'No inquiries yet'}
      text={
        <>
          Click Email on a {isBroker ? 'truck' : 'load'} and it shows up here. Try it on the{' '}
          <a href={paths.practice} className="text-accent-text underline underline-offset-3">
            practice board
          </a>
          ; no real {isBroker ? 'carrier' : 'broker'} is emailed.
        </>
      }
    />
  )
}

/** What came of a contact if that is known, else the state of its email, or a call. */
function displayOf({ email, load }: RecentContact) {
  if (load?.outcome) return { label: outcomeLabels[load.outcome.kind], ...outcomeDisplay[load.outcome.kind] }
  return email ? emailStateDisplay[email.state] : callDisplay
}

const outcomeDisplay: Record<OutcomeKind, { Icon: LucideIcon; tone: Tone }> = {
  booked: { Icon: Check, tone: 'accent' },
  countered: { Icon: MessageSquare, tone: 'warning' },
  covered: { Icon: Ban, tone: 'neutral' },
  declined: { Icon: X, tone: 'danger' },
  'no-answer': { Icon: CircleHelp, tone: 'neutral' },
}

function Contact({ contact, now }: { contact: RecentContact; now: Date }) {
  const { email, origin, dest, company, rateCents, rateIs, contactTime, load } = contact
  const outcome = load?.outcome ?? null
  const { label, Icon, tone } = displayOf(contact)
  const agreedCents = outcome?.cents ?? null
  const about = [
    company,
    email ? `Template “${email.templateName}”` : outcome && 'Call',
    agreedCents !== null && rateCents !== null && `${rateIs} ${formatDollars(rateCents)}`,
  ]
    .filter(Boolean)
    .join(' · ')
  const cents = agreedCents ?? rateCents
  return (
    <li className="flex items-start gap-3 border-b border-subtle px-4 py-2.5 last:border-0">
      <span
        aria-hidden="true"
        className={`mt-1 flex size-7 shrink-0 items-center justify-center rounded-sm ${tones[tone]}`}
      >
        <Icon size={16} strokeWidth={1.6} />
      </span>
      <div className="min-w-0 flex-1 text-table">
        <p>
          <strong className="font-semibold max-sm:block">{label}</strong>
          <span aria-hidden="true" className="max-sm:hidden">
            {' · '}
          </span>
          <Lane from={`${origin.city}, ${origin.state}`} to={`${dest.city}, ${dest.state}`} />
        </p>
        <p className="text-caption text-secondary">{about}</p>
        {email?.failure && <FailureText state={email.state}>{email.failure}</FailureText>}
      </div>
      <div className="tabular-nums text-right text-table">
        <p className="font-medium">{cents === null ? <EmptyValue /> : formatDollars(cents)}</p>
        <p className="text-caption whitespace-nowrap text-secondary">{formatWhen(new Date(contactTime), now)}</p>
      </div>
    </li>
  )
}
