import type { EmailState } from '../emails/email-state.ts'
import type { CallReason } from './truck-board.ts'

/** Why no withdrawal can be emailed, in a few words. */
export const callReasonTexts: Record<CallReason, string> = {
  'has-outcome': 'You know its answer',
  'no-email': 'Never emailed',
  suppressed: 'Asked for no more email',
  'mailbox-limit': "Over today's mailbox limit",
  'no-mailbox': 'No mailbox to send from',
}

/** What became of a withdrawal. */
export const withdrawalTexts: Record<EmailState, string> = {
  queued: 'Waits to be sent',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Not sent',
  unknown: 'May have been sent',
  undone: 'Undone',
}
