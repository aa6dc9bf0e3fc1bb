import { formatAgoOrOnDay } from '@loadping/contract/format/instants'
import { formatMoney } from '@loadping/contract/format/money'
import type { LoadPerson } from '@loadping/contract/loads/saved-loads'
import { formerTeammate } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { CircleAlert, Users } from 'lucide-react'
import { Link } from 'react-router'
import { errorMessage } from '../../error-message.ts'
import { paths } from '../../paths.ts'
import { useNow } from '../../ui/use-now.ts'
import type { RecentContact } from './recent-contacts.ts'

type SendGuardProps = { contacts: RecentContact[]; people: LoadPerson[]; userId: string }

/** Says who contacted the broker about the load before: a second email may cost the load. */
export function SendGuard({ contacts, people, userId }: SendGuardProps) {
  const now = useNow()
  if (contacts.length === 0) return null
  return (
    <div role="status" className="flex gap-2 text-table text-warning-text">
      <Users size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0" />
      <ul>
        {contacts.slice(0, 3).map((contact) => (
          <li key={`${contact.by} ${contact.at}`}>
            {`${nameOf(contact.by, people, userId)} ${contact.type === 'EMAIL' ? 'emailed' : 'called'} about this load ${formatAgoOrOnDay(new Date(contact.at), now)}${contact.askCents === null ? '' : `, asking ${formatMoney(contact.askCents)}`}.`}
          </li>
        ))}
        {contacts.length > 3 && <li>{`And ${contacts.length - 3} more in the last 24 hours.`}</li>}
      </ul>
    </div>
  )
}

/** Names who did something, from the user's view. */
export const nameOf = (by: string, people: LoadPerson[], userId: string): string =>
  by === userId ? 'You' : (people.find((person) => person.userId === by)?.name ?? formerTeammate)

/** Says why nothing was sent, and where to go from there. */
export function SendError({ error }: { error: Error | null }) {
  if (!error || (error instanceof Problem && error.code === 'already-contacted')) return null
  const next = error instanceof Problem ? nextSteps[error.code] : undefined
  return (
    <div role="alert" className="flex gap-2 text-table text-danger-text">
      <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0" />
      <p>
        {errorMessage(error, 'Not sent. Check your connection and try again: it is sent once.')}{' '}
        {error instanceof Problem && error.code === 'price-changed' && 'Check the new price and send again.'}
        {next && (
          <Link to={next.to} className="font-medium underline">
            {next.label}
          </Link>
        )}
      </p>
    </div>
  )
}

const nextSteps: Partial<Record<string, { to: string; label: string }>> = {
  'plan-limit': { to: paths.pricing, label: 'See plans' },
  'not-allowed': { to: paths.email, label: 'Open mailboxes' },
}
