import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { MailService } from './rules/mail-limits.ts'
import { IdentityProviderId, tokenSchema } from './sign-in.ts'
import { singleLine } from './text.ts'

/** The kinds of mailbox a user can send from; `relay` is the product's own sender with Reply-To the user. */
export const MailboxKind = z.enum(['google', 'outlook', 'smtp', 'relay'])
export type MailboxKind = z.infer<typeof MailboxKind>

/** What a mailbox has sent in the last 24 hours, and where we stop. */
export const MailboxUse = z.object({
  service: MailService,
  sent: z.int(),
  cap: z.int(),
  /** Whether the service refused more today, so that the cap is lower than usual. */
  isLearned: z.boolean(),
})
export type MailboxUse = z.infer<typeof MailboxUse>

export const Mailbox = z.object({
  kind: MailboxKind,
  /** The address that replies go to. */
  address: z.string(),
  /** Whether new emails are sent from it. */
  isDefault: z.boolean(),
  connectedAt: z.iso.datetime(),
  /** Why it must be reconnected before it can send, or null while it works. */
  failure: z.nullable(z.string()),
  use: MailboxUse,
  /** Its share of bounced emails, of the newest 1,000 in 30 days; null while they are too few to tell. */
  bounceShare: z.nullable(z.number()),
  /** The SMTP server and username; null for other kinds. */
  server: z.nullable(z.object({ host: z.string(), port: z.int(), user: z.string() })),
})
export type Mailbox = z.infer<typeof Mailbox>

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/** An SMTP server and its login. Port 465 uses implicit TLS, port 587 STARTTLS. */
export const SmtpDraft = z.strictObject({
  host: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(253),
      z.regex(new RegExp(`^(?:${label}\\.)+[A-Za-z]{2,63}$`), 'Enter a server name, such as smtp.example.com'),
    ),
  port: z.union([z.literal(465), z.literal(587)]),
  user: singleLine(254, 1),
  password: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u, 'Use a single line')),
})
export type SmtpDraft = z.infer<typeof SmtpDraft>

const byKind = z.strictObject({ kind: MailboxKind })

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
    params: z.strictObject({ kind: IdentityProviderId }),
    body: z.strictObject({ challenge: tokenSchema }),
    response: z.object({ url: z.string() }),
  },
  /**
   * Connects the mailbox. The code works once, within a minute, only for the caller who started and with the verifier.
   */
  finishConnect: {
    access: 'user',
    method: 'POST',
    path: '/mailboxes/connect',
    body: z.strictObject({ code: tokenSchema, verifier: tokenSchema }),
    response: Mailbox,
  },
  /** Connects a server after a successful login and test email to the caller; else returns the server's error. */
  connectSmtp: {
    access: 'user',
    limit: 'checks',
    method: 'PUT',
    path: '/mailboxes/smtp',
    body: SmtpDraft,
    response: Mailbox,
  },
  /** Sends a test email from the mailbox to its own address; fails with the delivery error. */
  testMailbox: {
    access: 'user',
    limit: 'checks',
    method: 'POST',
    path: '/mailboxes/:kind/test',
    params: byKind,
    response: Mailbox,
  },
  /** Makes new emails send from this mailbox. */
  setDefaultMailbox: {
    access: 'user',
    method: 'POST',
    path: '/mailboxes/:kind/default',
    params: byKind,
    response: z.array(Mailbox),
  },
  /** Deletes the mailbox and revokes its send permission at the provider. */
  disconnectMailbox: { access: 'user', method: 'DELETE', path: '/mailboxes/:kind', params: byKind, response: z.null() },
})
