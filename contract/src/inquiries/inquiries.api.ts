import * as z from 'zod/mini'
import { SentEmail } from '../emails/emails.ts'
import { MailboxName } from '../mailboxes/mailboxes.ts'
import { defineApi } from '../wire/endpoint.ts'
import { idempotencyHeader } from '../wire/idempotency.ts'
import { Inquiry, SendSettings, TestEmail, WaitingOffer } from './inquiries.ts'
import { Reply, ReplyOffer } from './replies.ts'

const byId = z.strictObject({ id: z.uuid() })

export const inquiriesApi = defineApi({
  sendEmail: {
    access: 'user',
    extension: true,
    method: 'POST',
    path: '/emails',
    headers: z.extend(idempotencyHeader, {
      /** Seconds since the click. An inquiry past its sell-by is rejected as `too-late` unless it was accepted before. */
      'inquiry-age': z.optional(
        z.string().check(z.regex(/^\d{1,7}$/, 'Send the seconds since the click as a whole number')),
      ),
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
  getSendSettings: { access: 'user', extension: true, method: 'GET', path: '/emails/settings', response: SendSettings },
  saveSendSettings: {
    access: 'user',
    method: 'PUT',
    path: '/emails/settings',
    body: SendSettings,
    response: SendSettings,
  },
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
  /** Returns what the default mailbox could send of what waits for another one. */
  getWaitingOffer: { access: 'user', method: 'GET', path: '/emails/waiting', response: WaitingOffer },
  /** Sends those from the default mailbox, which must be the named one: same emails, same units, same sell-by. */
  moveWaitingEmails: {
    access: 'user',
    method: 'POST',
    path: '/emails/waiting/move',
    body: MailboxName,
    response: z.object({ moved: z.int() }),
  },
  /** Resends a failed or unconfirmed email as a new one with a new sell-by, only once unless undone; else `too-late`. */
  resendEmail: {
    access: 'user',
    method: 'POST',
    path: '/emails/:id/resend',
    params: byId,
    headers: idempotencyHeader,
    response: SentEmail,
  },
  /** Returns what a reply to the counter of one of the caller's own loads needs. */
  getReplyOffer: { access: 'carrier', method: 'GET', path: '/loads/:id/reply', params: byId, response: ReplyOffer },
  /** Answers the counter of one of the caller's own loads as an inquiry does; each counter only once, else `too-late`. */
  sendReply: {
    access: 'carrier',
    method: 'POST',
    path: '/loads/:id/reply',
    params: byId,
    headers: idempotencyHeader,
    body: Reply,
    response: SentEmail,
  },
})
