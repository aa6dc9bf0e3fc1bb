import type { OutgoingMessage } from '../integrations/mailbox.ts'

/** Creates a message ready for delivery, with one recipient by default. */
export const outgoing = (changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  messageId: '<1@loadping.example>',
  date: new Date('2026-11-20T20:00:00Z'),
  from: { name: 'Redbud Carriers', address: 'inquiries@loadping.example' },
  replyTo: 'maria@redbud.example',
  to: 'loads@quillon.example',
  cc: [],
  subject: 'Joliet, IL to Tulsa, OK',
  html: '<p>Hi</p>',
  text: 'Hi',
  ...changes,
})
