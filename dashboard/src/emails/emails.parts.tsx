import type { EmailState } from '@loadping/contract/emails'
import { CircleAlert, CircleHelp, Clock, type LucideIcon, Mail, Phone, Send, Undo2 } from 'lucide-react'
import { lazy } from 'react'
import { Badge, type Tone } from '../ui/badge.tsx'

export const VerifyEmailDialog = lazy(async () => ({ default: (await import('./verify-email-dialog.tsx')).VerifyEmailDialog }))

/** How a contact is named and drawn. */
type Look = { words: string; Icon: LucideIcon; tone: Tone }

export const callLook: Look = { words: 'Call', Icon: Phone, tone: 'neutral' }

export const emailLooks: Record<EmailState, Look> = {
  queued: { words: 'Waiting', Icon: Clock, tone: 'neutral' },
  sending: { words: 'Sending', Icon: Send, tone: 'info' },
  sent: { words: 'Email sent', Icon: Mail, tone: 'info' },
  failed: { words: 'Not sent', Icon: CircleAlert, tone: 'danger' },
  unknown: { words: 'May have been sent, check your Sent folder', Icon: CircleHelp, tone: 'warning' },
  undone: { words: 'Undone', Icon: Undo2, tone: 'neutral' },
}

/** What went wrong, as gravely as it is: a mail that waits is tried again by itself. */
export const FailureText = ({ state, children }: { state: EmailState; children: string }) => (
  <p className={`text-caption wrap-anywhere ${failureStyles[emailLooks[state].tone] ?? 'text-secondary'}`}>{children}</p>
)

const failureStyles: Partial<Record<Tone, string>> = { danger: 'text-danger-text', warning: 'text-warning-text' }

/** How a contact stands, by icon and word. */
export const LookBadge = ({ look: { words, Icon, tone } }: { look: Look }) => (
  <Badge tone={tone}>
    <Icon size={14} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
    {words}
  </Badge>
)
