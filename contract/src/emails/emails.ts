import * as z from 'zod/mini'
import { LoadFacts, Place } from '../boards/posted-load.ts'
import { MailboxKind, MailboxName } from '../mailboxes/mailboxes.ts'
import { EmailState } from './email-state.ts'
import { RecipientVerdict } from './recipient-verdict.ts'
import { Waiting } from './waiting.ts'

/** How long an email can be undone before delivery starts. The operator can change it. */
export const undoSeconds = 5

/** How long a second email to the same recipient about the same load needs confirmation. */
export const duplicateWindowHours = 24

/** What is said of an email from a sealed mailbox, such as a reviewer's, which sends nothing. */
export const reachedNobody = 'Practice: reached nobody.'

/** Why an email failed, if clients must act differently. */
export const FailureCode = z.enum(['too-late', 'bounced'])
export type FailureCode = z.infer<typeof FailureCode>

/** What a queued email waits for, for extensions that do not know `waiting` yet; `retry` is its next attempt. */
export const WaitsFor = z.enum(['pause', 'mailbox-limit', 'send-limit', 'retry'])
export type WaitsFor = z.infer<typeof WaitsFor>

export const SentEmail = z.object({
  id: z.uuid(),
  state: EmailState,
  to: z.string(),
  subject: z.string(),
  /** The ask in cents, or null if the email states none. */
  askCents: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  /** While queued: the time of the next delivery attempt. It can be undone until then. */
  dueAt: z.nullable(z.iso.datetime()),
  /** While queued: if it was not sent by then, it fails as too late. */
  sellBy: z.nullable(z.iso.datetime()),
  waitsFor: z.nullable(WaitsFor),
  /** While queued: why it can't be sent yet; null in its first seconds and before its next attempt. */
  waiting: z.optional(z.nullable(Waiting)),
  /** When the provider or relay accepted it. The recipient's server may still reject it. */
  sentAt: z.nullable(z.iso.datetime()),
  /** The error to show the sender; for a queued email, that of the last attempt. */
  failure: z.nullable(z.string()),
  failureCode: z.nullable(FailureCode),
  /** Failed or unconfirmed, and neither resent nor dismissed. */
  needsAttention: z.boolean(),
  /** The email that was resent in its place. */
  resentAs: z.nullable(z.uuid()),
  /** When its resend was undone. It can be resent again. */
  resendUndoneAt: z.nullable(z.iso.datetime()),
  /** The mailbox that sends it. */
  mailbox: MailboxName,
  templateName: z.string(),
  origin: Place,
  dest: Place,
  company: z.nullable(z.string()),
})
export type SentEmail = z.infer<typeof SentEmail>

/** What is kept of a load with an email about it: no credit score or days to pay. */
export const EmailedFacts = z.omit(LoadFacts, { creditScore: true, daysToPay: true })
export type EmailedFacts = z.infer<typeof EmailedFacts>

/** The exact email, and the template, load and values it was created from. */
export const EmailDetails = z.object({
  from: z.object({ name: z.string(), address: z.string() }),
  replyTo: z.string(),
  mailbox: MailboxKind,
  cc: z.array(z.string()),
  /** As in the Message-ID header. */
  messageId: z.string(),
  html: z.string(),
  text: z.string(),
  templateId: z.uuid(),
  templateVersion: z.int(),
  /** The load as posted at that time. */
  load: EmailedFacts,
  /** What the recipient check said; null before there was one. */
  recipientCheck: z.nullable(RecipientVerdict),
  /** The formatted placeholder values, and the rate formula as written in the template, or null without one. */
  inputs: z.object({ values: z.record(z.string(), z.string()), formula: z.nullable(z.string()) }),
})
export type EmailDetails = z.infer<typeof EmailDetails>

/** The filters of the email list; `attention` selects failed and unconfirmed emails not yet handled. */
export const EmailGroup = z.enum(['attention', 'waiting', 'sent', 'failed', 'unknown', 'undone'])
export type EmailGroup = z.infer<typeof EmailGroup>

export const EmailPage = z.object({
  /** Newest first, 50 at most. */
  emails: z.array(SentEmail),
  /** The `before` cursor of the next page, or null on the last page. */
  next: z.nullable(z.string()),
})
export type EmailPage = z.infer<typeof EmailPage>

/** An address that the user's emails may not go to: it bounced, or its owner objected. */
export const SuppressedAddress = z.object({
  address: z.string(),
  reason: z.enum(['bounced', 'complained', 'unsubscribed']),
  since: z.iso.datetime(),
  /** The user's own mailboxes email it, although it bounced; the relay does not. */
  isAllowed: z.boolean(),
})
export type SuppressedAddress = z.infer<typeof SuppressedAddress>

/** An email that a member sent for the team, as its managers see it. */
export const TeamEmail = z.object({
  ...z.pick(SentEmail, { id: true, state: true, to: true, subject: true, askCents: true, createdAt: true }).shape,
  ...z.pick(SentEmail, { origin: true, dest: true, company: true }).shape,
  /** The name or address of the member or former member. */
  by: z.string(),
})
export type TeamEmail = z.infer<typeof TeamEmail>
