import * as z from 'zod/mini'
import { EmailAddress } from '../format/email-address.ts'
import { singleLine } from '../format/text.ts'
import { defineApi } from '../wire/endpoint.ts'
import { idempotencyHeader } from '../wire/idempotency.ts'
import { PageCursor } from '../wire/page-cursor.ts'
import { EmailCounts } from './email-state.ts'
import { EmailDetails, EmailGroup, EmailPage, SendSettings, SentEmail, SuppressedAddress, TeamEmail } from './emails.ts'
import { Inquiry, TestEmail } from './inquiries.ts'

const byId = z.strictObject({ id: z.uuid() })

export const emailsApi = defineApi({
  sendEmail: {
    access: 'user',
    extension: true,
    method: 'POST',
    path: '/emails',
    headers: z.extend(idempotencyHeader, {
      /** Seconds since the click. An inquiry past its sell-by is rejected as `too-late` unless it was accepted before. */
      'inquiry-age': z.optional(z.string().check(z.regex(/^\d{1,7}$/))),
    }),
    body: Inquiry,
    response: SentEmail,
  },
  /** Sends a template to the caller's own address, without Cc. It is no inquiry: neither stored nor counted. */
  sendTestEmail: {
    access: 'user',
    limit: 'test-emails',
    method: 'POST',
    path: '/emails/test',
    body: TestEmail,
    response: z.object({ to: z.string() }),
  },
  listEmails: {
    access: 'user',
    method: 'GET',
    path: '/emails',
    /** `search` matches recipient, subject and company. */
    query: z.strictObject({
      group: z.optional(EmailGroup),
      search: z.optional(singleLine(100)),
      before: z.optional(PageCursor),
    }),
    response: EmailPage,
  },
  /** Lists what members and former members sent for the team, newest first, 50 at most. */
  listTeamEmails: {
    access: 'manager',
    method: 'GET',
    path: '/emails/team',
    query: z.strictObject({ search: z.optional(singleLine(100)), before: z.optional(PageCursor) }),
    response: z.object({ emails: z.array(TeamEmail), next: z.nullable(z.string()) }),
  },
  countEmails: { access: 'user', extension: true, method: 'GET', path: '/emails/counts', response: EmailCounts },
  /** Lists the newest 100. */
  listSuppressedAddresses: {
    access: 'user',
    method: 'GET',
    path: '/emails/suppressed',
    response: z.array(SuppressedAddress),
  },
  /** Allows emails to an address that bounced; `not-allowed` if its owner objected. */
  removeSuppressedAddress: {
    access: 'user',
    method: 'POST',
    path: '/emails/suppressed/remove',
    body: z.strictObject({ address: EmailAddress }),
    response: z.array(SuppressedAddress),
  },
  getSendSettings: { access: 'user', extension: true, method: 'GET', path: '/emails/settings', response: SendSettings },
  saveSendSettings: {
    access: 'user',
    method: 'PUT',
    path: '/emails/settings',
    body: SendSettings,
    response: SendSettings,
  },
  getEmail: { access: 'user', extension: true, method: 'GET', path: '/emails/:id', params: byId, response: SentEmail },
  getEmailDetails: { access: 'user', method: 'GET', path: '/emails/:id/details', params: byId, response: EmailDetails },
  /** Cancels an email whose delivery has not started, else `too-late`. Idempotent. */
  undoEmail: {
    access: 'user',
    extension: true,
    method: 'POST',
    path: '/emails/:id/undo',
    params: byId,
    response: SentEmail,
  },
  /** Tries an email that waits for its next attempt at once. Idempotent; `too-late` once it no longer waits. */
  retryEmail: { access: 'user', method: 'POST', path: '/emails/:id/retry', params: byId, response: SentEmail },
  /** Resends a failed or unconfirmed email as a new one with a new sell-by, only once unless undone; else `too-late`. */
  resendEmail: {
    access: 'user',
    method: 'POST',
    path: '/emails/:id/resend',
    params: byId,
    headers: idempotencyHeader,
    response: SentEmail,
  },
  /** Marks a failed or unconfirmed email as handled. */
  dismissEmail: { access: 'user', method: 'POST', path: '/emails/:id/dismiss', params: byId, response: SentEmail },
  /** Marks all of them as handled. */
  dismissEmails: { access: 'user', method: 'POST', path: '/emails/dismiss', response: z.null() },
})
