import * as z from 'zod/mini'
import { MailProviderId, tokenSchema } from '../sign-in/sign-in.ts'
import { defineApi } from '../wire/endpoint.ts'
import { Mailbox, MailboxName, SmtpDraft } from './mailboxes.ts'

export const mailboxesApi = defineApi({
  /** Lists the default mailbox first, then the newest. */
  listMailboxes: { access: 'user', method: 'GET', path: '/mailboxes', response: z.array(Mailbox) },
  /**
   * Returns the provider's consent URL. The browser returns to `/email?mailbox=…` with a code bound to the challenge.
   */
  startConnect: {
    access: 'user',
    method: 'POST',
    path: '/mailboxes/connect/:kind',
    params: z.strictObject({ kind: MailProviderId }),
    body: z.strictObject({ challenge: tokenSchema }),
    response: z.object({ url: z.string() }),
  },
  /** Connects or reconnects the mailbox. The code works once, within a minute, for the caller who has the verifier. */
  finishConnect: {
    access: 'user',
    method: 'POST',
    path: '/mailboxes/connect',
    body: z.strictObject({ code: tokenSchema, verifier: tokenSchema }),
    response: Mailbox,
  },
  /**
   * Connects or replaces the server of an address, after a test email through it. An unproved address gets a code
   * first, without a mailbox.
   */
  connectSmtp: {
    access: 'user',
    limit: 'checks',
    method: 'PUT',
    path: '/mailboxes/smtp',
    body: SmtpDraft,
    response: z.object({ mailbox: z.nullable(Mailbox) }),
  },
  /** Sends a test email from the mailbox to its own address; fails with the delivery error. */
  testMailbox: {
    access: 'user',
    limit: 'checks',
    method: 'POST',
    path: '/mailboxes/test',
    body: MailboxName,
    response: Mailbox,
  },
  /** Makes new emails send from this mailbox. */
  setDefaultMailbox: {
    access: 'user',
    method: 'POST',
    path: '/mailboxes/default',
    body: MailboxName,
    response: z.array(Mailbox),
  },
  /** Deletes the mailbox and revokes its send permission at the provider. Emails that wait to be sent from it fail. */
  disconnectMailbox: {
    access: 'user',
    method: 'POST',
    path: '/mailboxes/disconnect',
    body: MailboxName,
    response: z.array(Mailbox),
  },
})
