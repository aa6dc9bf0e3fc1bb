import { formatCount } from '@loadping/contract/format/counts'
import { mailLimits, toleratedBounceShare, warningShare } from '@loadping/contract/mailboxes/mail-limits'
import type { Mailbox } from '@loadping/contract/mailboxes/mailboxes'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'

/** What a mailbox sent in the last 24 hours of what its service allows, and what to do near the limit. */
export function DailyUse({ mailbox: { kind, address, use, bounceShare } }: { mailbox: Mailbox }) {
  const { sent, cap } = use
  const { name, allowed, counts } = mailLimits[use.service]
  const isFull = sent >= cap
  const isNear = sent >= cap * warningShare
  const what = counts === 'new-recipients' ? ' new recipients' : ''
  const text =
    use.isLearned || allowed === null
      ? `Today ${formatCount(sent)} of ${formatCount(cap)}${what}`
      : `Today ${formatCount(sent)} of about ${formatCount(allowed)}${what}`
  return (
    <div className="mt-2 max-w-105 text-caption text-secondary">
      <p className="tabular-nums mb-1" title="In the last 24 hours">
        {text}
      </p>
      <ProgressBar
        label={`Daily limit of ${address}`}
        percent={cap === 0 ? 100 : (sent / cap) * 100}
        valueText={text}
        tone={isFull ? 'danger' : isNear ? 'warning' : 'accent'}
      />
      {isNear && (
        <Note tone={isFull ? 'text-danger-text' : 'text-warning-text'}>
          {isFull
            ? 'Limit reached. Emails from this mailbox wait until it can send again, and fail once they are too late. '
            : `We stop at ${formatCount(cap)}${allowed === null ? '' : ', so that your own emails still go out'}. `}
          <ConnectAnother>Connect another mailbox</ConnectAnother> to send more today.
        </Note>
      )}
      {use.isLearned && <Note>{name} refused more emails, so we stop here for a day.</Note>}
      {bounceShare !== null && bounceShare > toleratedBounceShare && (
        <Note tone="text-warning-text">
          {(bounceShare * 100).toFixed(1)}% of its emails bounced, and services block mailboxes above{' '}
          {toleratedBounceShare * 100}%. Check addresses before you send, and leave out those that bounced.
        </Note>
      )}
      {use.service === 'onmicrosoft' && (
        <Note>
          Microsoft lets an onmicrosoft.com address email {allowed} people a day outside your company. Add your own
          domain in Microsoft 365 and connect again.
        </Note>
      )}
      {kind === 'relay' && (
        <Note>
          Recipients compare the sender's domain with your company's, so emails from a relay get fewer answers.{' '}
          <ConnectAnother>Connect your own mailbox</ConnectAnother>.
        </Note>
      )}
    </div>
  )
}

const ConnectAnother = ({ children }: { children: string }) => (
  <Link to={paths.connect} className="text-accent-text underline underline-offset-3">
    {children}
  </Link>
)

const Note = ({ tone = 'text-secondary', children }: { tone?: string; children: ReactNode }) => (
  <p className={`mt-1.5 flex gap-1.5 ${tone}`}>
    <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" className="mt-px shrink-0" />
    <span className="min-w-0">{children}</span>
  </p>
)
