import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { PostedLoad } from './loads.ts'
import { EmailAddress } from './rules/email-address.ts'
import { placeholderTitles } from './rules/placeholders.ts'
import { line } from './text.ts'

/** D3.3: `unknown` may or may not have been delivered, and is never sent again by itself. */
export const EmailState = z.enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'undone'])
export type EmailState = z.infer<typeof EmailState>

/** One inquiry: which template about which load. `to` counts before the load's own address; `values` answer for what the load leaves out. */
export const Inquiry = z.strictObject({
  templateId: z.uuid(),
  load: PostedLoad,
  to: z.optional(EmailAddress),
  values: z.optional(z.partialRecord(z.enum(Object.keys(placeholderTitles)), line(200))),
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
  /** When the receiving server accepted it. */
  sentAt: z.nullable(z.iso.datetime()),
  /** What went wrong, in words for the sender. */
  failure: z.nullable(z.string()),
})
export type SentEmail = z.infer<typeof SentEmail>

export const emailsApi = defineApi({
  sendEmail: {
    access: 'user',
    extension: true,
    method: 'POST',
    path: '/emails',
    headers: z.object({ 'idempotency-key': z.string().check(z.regex(/^[\w-]{16,64}$/, 'An Idempotency-Key of 16 to 64 letters, digits, - or _ is needed')) }),
    body: Inquiry,
    response: SentEmail,
  },
  getEmail: { access: 'user', extension: true, method: 'GET', path: '/emails/:id', params: z.strictObject({ id: z.uuid() }), response: SentEmail },
})
