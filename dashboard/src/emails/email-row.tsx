import { type EmailGroup, type SentEmail, undoSeconds } from '@loadping/contract/emails/emails'
import { describeWaiting } from '@loadping/contract/emails/waiting'
import { formatWhen } from '@loadping/contract/format/instants'
import { formatDollars } from '@loadping/contract/format/money'
import { sentCopies } from '../mailboxes/sent-copy.ts'
import { AddressText } from '../ui/address-text.tsx'
import { tones } from '../ui/badge.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { Lane } from '../ui/lane-glyph.tsx'
import { useNow } from '../ui/use-now.ts'
import { EmailActions } from './email-actions.tsx'
import { displayOf, FailureText, WaitingNote } from './emails.parts.tsx'

type EmailRowProps = { email: SentEmail; group: EmailGroup | 'all'; now: Date; onOpen: () => void }

/** One email: its state, recipient and load, its error, and what can be done about it. */
export function EmailRow({ email, group, now, onOpen }: EmailRowProps) {
  const { state, to, subject, askCents, createdAt, failure, templateName, origin, dest, company } = email
  const { mailbox, resentAs, resendUndoneAt } = email
  const { label, Icon, tone } = displayOf(email)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-start gap-x-3 gap-y-2 border-b border-subtle px-4 py-3 last:border-0 max-sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span
        aria-hidden="true"
        className={`mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-sm ${tones[tone]}`}
      >
        <Icon size={16} strokeWidth={1.6} />
      </span>
      <div className="text-table">
        <p className="wrap-anywhere">
          <strong className="font-semibold max-sm:block">{label}</strong>
          <span aria-hidden="true" className="max-sm:hidden">
            {' · '}
          </span>
          <span className="sr-only">, to </span>
          <AddressText>{to}</AddressText>
        </p>
        <button type="button" className="text-left font-medium wrap-anywhere hover:underline" onClick={onOpen}>
          {subject}
        </button>
        <p className="text-caption text-secondary wrap-anywhere">
          <Lane from={`${origin.city}, ${origin.state}`} to={`${dest.city}, ${dest.state}`} />
          {[company, `Template “${templateName}”`].map((fact) => fact && ` · ${fact}`)}
        </p>
        {failure && <FailureText state={state}>{failure}</FailureText>}
        {state === 'unknown' && resentAs === null && (
          <FailureText state={state}>{sentCopies[mailbox.kind].check}</FailureText>
        )}
        {state === 'queued' && <DueTime email={email} />}
        {resentAs !== null && <p className="text-caption text-secondary">Resent</p>}
        {resendUndoneAt !== null && (
          <p className="tabular-nums text-caption text-secondary">
            You undid the resend, {formatWhen(new Date(resendUndoneAt), now)}. It can be resent.
          </p>
        )}
      </div>
      <EmailActions email={email} group={group} />
      <div className="tabular-nums col-start-4 text-right text-table max-sm:col-start-3 max-sm:row-start-1 max-sm:max-w-18 sm:min-w-16">
        <p className="font-medium">{askCents === null ? <EmptyValue /> : formatDollars(askCents)}</p>
        <p className="text-caption text-secondary sm:whitespace-nowrap">
          {formatWhen(new Date(createdAt), now).replace(/ (?=[AP]M$)/, '\u00a0')}
        </p>
      </div>
    </li>
  )
}

/**
 * When an email is sent or tried next; never more seconds than there are to undo, even if the device's clock is off.
 */
function DueTime({ email }: { email: SentEmail }) {
  const { dueAt, sellBy, createdAt, failure, waitsFor } = email
  const now = useNow(1000)
  if (dueAt === null) return null
  if (describeWaiting(email, now)) return <WaitingNote email={email} />
  const until = sellBy ? ` Waits until ${formatWhen(new Date(sellBy), now)}; after that it is not sent.` : ''
  const due = new Date(dueAt)
  const seconds = Math.ceil((due.getTime() - now.getTime()) / 1000)
  const isFirstTry = failure === null && due.getTime() - new Date(createdAt).getTime() <= undoSeconds * 2000
  return (
    <p className="tabular-nums text-caption text-secondary">
      {isFirstTry ? formatSendsIn(seconds) : formatNextTry(due, now, { isRetry: failure !== null, sellBy })}
      {waitsFor === 'retry' && dueAt !== sellBy && `.${until}`}
    </p>
  )
}

const formatSendsIn = (seconds: number): string =>
  seconds > 0 ? `Sends in ${Math.min(seconds, undoSeconds)} s` : 'Sending now'

function formatNextTry(due: Date, now: Date, { isRetry, sellBy }: { isRetry: boolean; sellBy: string | null }): string {
  if (due <= now) return isRetry ? 'Retrying now' : 'Sending now'
  if (isRetry && sellBy !== null && due >= new Date(sellBy))
    return `No more automatic tries. It fails at ${formatWhen(due, now)}.`
  return `${isRetry ? 'Next try' : 'Sends at'} ${formatWhen(due, now)}`
}
