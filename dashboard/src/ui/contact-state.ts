import type { EmailState } from '@loadping/contract/emails/email-state'
import { CircleAlert, CircleHelp, Clock, type LucideIcon, Mail, Phone, Send, Undo2 } from 'lucide-react'
import type { Tone } from './badge.tsx'

/** The label, icon and tone of a contact's state. */
export type StateDisplay = { label: string; Icon: LucideIcon; tone: Tone }

export const callDisplay: StateDisplay = { label: 'Call', Icon: Phone, tone: 'neutral' }

export const emailStateDisplay: Record<EmailState, StateDisplay> = {
  queued: { label: 'Waiting to send', Icon: Clock, tone: 'neutral' },
  sending: { label: 'Sending', Icon: Send, tone: 'info' },
  sent: { label: 'Email sent', Icon: Mail, tone: 'info' },
  failed: { label: 'Not sent', Icon: CircleAlert, tone: 'danger' },
  unknown: { label: 'May have been sent', Icon: CircleHelp, tone: 'warning' },
  undone: { label: 'Undone', Icon: Undo2, tone: 'neutral' },
}
