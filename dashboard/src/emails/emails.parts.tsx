import type { EmailState } from '@loadping/contract/emails/email-state'
import type { SentEmail } from '@loadping/contract/emails/emails'
import { describeWaiting } from '@loadping/contract/emails/waiting'
import { Link } from 'react-router'
import { Badge, type Tone } from '../ui/badge.tsx'
import { emailStateDisplay, type StateDisplay } from '../ui/contact-state.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useNow } from '../ui/use-now.ts'

export const VerifyEmailDialog = lazyPart(async () => (await import('./verify-email-dialog.tsx')).VerifyEmailDialog)

/** Returns how to show an email's state, and that it was too late. */
export const displayOf = ({ state, failureCode }: Pick<SentEmail, 'state' | 'failureCode'>): StateDisplay =>
  failureCode === 'too-late' ? { ...emailStateDisplay.failed, label: 'Not sent: too late' } : emailStateDisplay[state]

/** An email's error, in the tone of its state: one that waits is retried automatically. */
export const FailureText = ({ state, children }: { state: EmailState; children: string }) => (
  <p className={`text-caption wrap-anywhere ${failureStyles[emailStateDisplay[state].tone] ?? 'text-secondary'}`}>
    {children}
  </p>
)

const failureStyles: Partial<Record<Tone, string>> = { danger: 'text-danger-text', warning: 'text-warning-text' }

/** A contact's state by icon and label. */
export const StateBadge = ({ display: { label, Icon, tone } }: { display: StateDisplay }) => (
  <Badge tone={tone}>
    <Icon size={14} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
    {label}
  </Badge>
)

/** Why an email waits, until when, and the one thing to do about it; nothing if it waits for nothing. */
export function WaitingNote({ email }: { email: SentEmail }) {
  const waiting = describeWaiting(email, useNow(1000))
  if (!waiting) return null
  const { title, until, todo } = waiting
  return (
    <p className="tabular-nums text-caption text-warning-text wrap-anywhere">
      {[`${title}.`, until].join(' ')}
      {todo && (
        <>
          {' '}
          <Link to={todo.path} className="font-medium text-accent-text underline underline-offset-3">
            {todo.label}
          </Link>
        </>
      )}
    </p>
  )
}
