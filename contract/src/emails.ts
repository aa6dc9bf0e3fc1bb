import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { Place, PostedLoad } from './loads.ts'
import { MailboxKind } from './mailboxes.ts'
import { EmailAddress } from './rules/email-address.ts'
import { placeholderTitles } from './rules/placeholder-titles.ts'
import { line } from './text.ts'

/** D3.3: `unknown` may or may not have been delivered, and is never sent again by itself. */
export const EmailState = z.enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'undone'])
export type EmailState = z.infer<typeof EmailState>

/** For so long a message waits before it is handed over, and can be taken back (D3.3); the operator can change it. */
export const undoSeconds = 5

/** For so long a second mail to the same recipient about the same load needs a confirmation (D3.4). */
export const duplicateWindowHours = 24

/**
 * One inquiry: which template about which load. `to` counts before the load's own address; `values` answer for what the load leaves out;
 * `confirmed` sends although the recipient was written to about this load.
 */
export const Inquiry = z.strictObject({
  templateId: z.uuid(),
  load: PostedLoad,
  to: z.optional(EmailAddress),
  values: z.optional(z.partialRecord(z.enum(Object.keys(placeholderTitles)), line(200))),
  confirmed: z.optional(z.boolean()),
})
export type Inquiry = z.infer<typeof Inquiry>

export const SentEmail = z.object({
  id: z.uuid(),
  state: EmailState,
  to: z.string(),
  subject: z.string(),
  /** What the mail asked for in cents; null when it names no price. */
  askCents: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  /** While it is queued, when it is handed over or tried again; until then it can be taken back. */
  dueAt: z.nullable(z.iso.datetime()),
  /** When the sender's own provider, or the relay, accepted it; the recipient's server may still refuse it. */
  sentAt: z.nullable(z.iso.datetime()),
  /** What went wrong, in words for the sender; of a queued message, why its last try reached nobody. */
  failure: z.nullable(z.string()),
  /** It failed or may have been sent, and nobody has dealt with that. */
  needsAttention: z.boolean(),
  /** The message that was sent in its place. */
  resentAs: z.nullable(z.uuid()),
  templateName: z.string(),
  origin: Place,
  dest: Place,
  company: z.nullable(z.string()),
})
export type SentEmail = z.infer<typeof SentEmail>

/** What was sent, exactly, and what it was made of (D3.6). */
export const EmailDetails = z.object({
  from: z.object({ name: z.string(), address: z.string() }),
  replyTo: z.string(),
  mailbox: MailboxKind,
  cc: z.array(z.string()),
  /** As the header says it. */
  messageId: z.string(),
  html: z.string(),
  text: z.string(),
  templateId: z.uuid(),
  templateVersion: z.int(),
  /** The load as it was seen. */
  load: PostedLoad,
  /** Every value that a placeholder printed, and the formula that asked, as the template wrote it; null where none did. */
  inputs: z.object({ values: z.record(z.string(), z.string()), formula: z.nullable(z.string()) }),
})
export type EmailDetails = z.infer<typeof EmailDetails>

/** What the list of messages can be narrowed to; `attention` are those that need it. */
export const EmailGroup = z.enum(['attention', 'waiting', 'sent', 'failed', 'unknown', 'undone'])
export type EmailGroup = z.infer<typeof EmailGroup>

export const EmailPage = z.object({
  /** Newest first, 50 at most. */
  emails: z.array(SentEmail),
  /** `before` of the next page; null on the last one. */
  next: z.nullable(z.string()),
})
export type EmailPage = z.infer<typeof EmailPage>

/** What has not come to an end: messages that wait, and those that failed or may have been sent and were not dealt with. */
export const EmailCounts = z.object({ waiting: z.int(), failed: z.int(), unknown: z.int() })
export type EmailCounts = z.infer<typeof EmailCounts>

/** Where a page of the list begins: the moment of a message, and its id. */
const cursor = z
  .string()
  .check(
    z.regex(
      /^\d{4}-\d\d-\d\dT[\d:.]{12}Z_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
      'This page of the list is unknown.',
    ),
  )

const byId = z.strictObject({ id: z.uuid() })
const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .check(z.regex(/^[\w-]{16,64}$/, 'An Idempotency-Key of 16 to 64 letters, digits, - or _ is needed')),
})

export const emailsApi = defineApi({
  sendEmail: {
    access: 'user',
    extension: true,
    method: 'POST',
    path: '/emails',
    headers: idempotencyHeader,
    body: Inquiry,
    response: SentEmail,
  },
  listEmails: {
    access: 'user',
    method: 'GET',
    path: '/emails',
    /** `search` looks into recipient, subject and company. */
    query: z.strictObject({ group: z.optional(EmailGroup), search: z.optional(line(100)), before: z.optional(cursor) }),
    response: EmailPage,
  },
  countEmails: { access: 'user', extension: true, method: 'GET', path: '/emails/counts', response: EmailCounts },
  getEmail: { access: 'user', extension: true, method: 'GET', path: '/emails/:id', params: byId, response: SentEmail },
  getEmailDetails: { access: 'user', method: 'GET', path: '/emails/:id/details', params: byId, response: EmailDetails },
  /** Takes a message back that was not handed over yet; once it was, `too-late`. Twice is as once. */
  undoEmail: {
    access: 'user',
    extension: true,
    method: 'POST',
    path: '/emails/:id/undo',
    params: byId,
    response: SentEmail,
  },
  /** Sends a message that failed, or may not have arrived, once more and as a new one; of any other, or twice, `too-late`. */
  resendEmail: {
    access: 'user',
    method: 'POST',
    path: '/emails/:id/resend',
    params: byId,
    headers: idempotencyHeader,
    response: SentEmail,
  },
  /** Notes that a failed or unknown message was dealt with. */
  dismissEmail: { access: 'user', method: 'POST', path: '/emails/:id/dismiss', params: byId, response: SentEmail },
  /** Notes it of all. */
  dismissEmails: { access: 'user', method: 'POST', path: '/emails/dismiss', response: z.null() },
})
