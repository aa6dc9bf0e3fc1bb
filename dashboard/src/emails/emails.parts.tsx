import type { EmailState } from '@loadping/contract/email-state'
import type { SentEmail } from '@loadping/contract/emails'
import { CircleAlert, CircleHelp, Clock, type LucideIcon, Mail, Phone, Send, Undo2 } from 'lucide-react'
import { lazy } from 'react'
import { Badge, type Tone } from '../ui/badge.tsx'

export const VerifyEmailDialog = lazy(async () => ({
  default: (await import('./verify-email-dialog.tsx')).VerifyEmailDialog,
}))

/** The label, icon and tone of a contact's state. */
type StateDisplay = { label: string; Icon: LucideIcon; tone: Tone }

export const callDisplay: StateDisplay = { label: 'Call', Icon: Phone, tone: 'neutral' }

export const emailStateDisplay: Record<EmailState, StateDisplay> = {
  queued: { label: 'Waiting to send', Icon: Clock, tone: 'neutral' },
  sending: { label: 'Sending', Icon: Send, tone: 'info' },
  sent: { label: 'Email sent', Icon: Mail, tone: 'info' },
  failed: { label: 'Not sent', Icon: CircleAlert, tone: 'danger' },
  unknown: { label: 'May have been sent. Check your Sent folder.', Icon: CircleHelp, tone: 'warning' },
  undone: { label: 'Undone', Icon: Undo2, tone: 'neutral' },
}

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
