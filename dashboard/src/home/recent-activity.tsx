import type { RecentContact } from '@loadping/contract/home'
import { formatMoney } from '@loadping/contract/rules/money'
import { Send } from 'lucide-react'
import { Link } from 'react-router'
import { callDisplay, emailStateDisplay, FailureText } from '../emails/emails.parts.tsx'
import { paths } from '../paths.ts'
import { tones } from '../ui/badge.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { formatWhen } from '../ui/format-date.ts'
import { Lane } from '../ui/lane-glyph.tsx'
import { useHome } from './home.data.ts'

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
          {recentContacts.map((contact) => (
            <Contact key={contact.id} contact={contact} now={now} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const NoInquiries = () => (
  <EmptyState
    icon={<Send size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="No inquiries yet"
    text={
      <>
        Click Email on a load and it shows up here. Try it on the{' '}
        <a href={paths.demoBoard} className="text-accent-text underline underline-offset-3">
          demo board
        </a>
        ; no real broker is emailed.
      </>
    }
  />
)

function Contact({ contact, now }: { contact: RecentContact; now: Date }) {
  const { email, origin, dest, company, rateCents, contactTime } = contact
  const { label, Icon, tone } = email ? emailStateDisplay[email.state] : callDisplay
  const about = [company, email && `Template “${email.templateName}”`].filter(Boolean).join(' · ')
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
        <p className="font-medium">{rateCents === null ? <EmptyValue /> : formatMoney(rateCents)}</p>
        <p className="text-caption whitespace-nowrap text-secondary">{formatWhen(new Date(contactTime), now)}</p>
      </div>
    </li>
  )
}
