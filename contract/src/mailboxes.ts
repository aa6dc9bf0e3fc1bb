import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { IdentityProviderId, tokenSchema } from './sign-in.ts'
import { line } from './text.ts'

/** From where a person's mail leaves: their own mailbox at a provider or on a server, or LoadPing's relay with answers to them (D3.1). */
export const MailboxKind = z.enum(['google', 'outlook', 'smtp', 'relay'])
export type MailboxKind = z.infer<typeof MailboxKind>

export const Mailbox = z.object({
  kind: MailboxKind,
  /** Whom brokers answer. */
  address: z.string(),
  /** New mail leaves from here. */
  isDefault: z.boolean(),
  connectedAt: z.iso.datetime(),
  /** Why nothing can leave from it until it is connected again, in words; null while it works. */
  failure: z.nullable(z.string()),
  /** Of a server, where it is and who signs in there; of others null. */
  server: z.nullable(z.object({ host: z.string(), port: z.int(), user: z.string() })),
})
export type Mailbox = z.infer<typeof Mailbox>

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/** An SMTP server and an app password for it. It speaks TLS from the start on 465, and by STARTTLS on 587. */
export const SmtpDraft = z.strictObject({
  host: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(253),
      z.regex(new RegExp(`^(?:${label}\\.)+[A-Za-z]{2,63}$`), 'Please enter a server name'),
    ),
  port: z.union([z.literal(465), z.literal(587)]),
  user: line(254, 1),
  password: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u, 'No line breaks here')),
})
export type SmtpDraft = z.infer<typeof SmtpDraft>

const byKind = z.strictObject({ kind: MailboxKind })

export const mailboxesApi = defineApi({
  /** The one that sends first, then the newest. */
  listMailboxes: { access: 'user', method: 'GET', path: '/mailboxes', response: z.array(Mailbox) },
  /** Where the browser goes to ask the provider; it comes back to `/email?mailbox=…` with a code for whoever knows the challenge's verifier. */
  startConnect: {
    access: 'user',
    method: 'POST',
    path: '/mailboxes/connect/:kind',
    params: z.strictObject({ kind: IdentityProviderId }),
    body: z.strictObject({ challenge: tokenSchema }),
    response: z.object({ url: z.string() }),
  },
  /** Connects what the provider granted; the code works once, for a minute, for the caller who began and with their verifier. */
  finishConnect: {
    access: 'user',
    method: 'POST',
    path: '/mailboxes/connect',
    body: z.strictObject({ code: tokenSchema, verifier: tokenSchema }),
    response: Mailbox,
  },
  /** Connects a server once it took a login and a message to the caller's own address; else says what it said. */
  connectSmtp: {
    access: 'user',
    limit: 'checks',
    method: 'PUT',
    path: '/mailboxes/smtp',
    body: SmtpDraft,
    response: Mailbox,
  },
  /** Sends a message from the mailbox to its own address; refused with what went wrong. */
  testMailbox: {
    access: 'user',
    limit: 'checks',
    method: 'POST',
    path: '/mailboxes/:kind/test',
    params: byKind,
    response: Mailbox,
  },
  /** Has new mail leave from here. */
  setDefaultMailbox: {
    access: 'user',
    method: 'POST',
    path: '/mailboxes/:kind/select',
    params: byKind,
    response: z.array(Mailbox),
  },
  /** Forgets the mailbox and gives the leave back to the provider. */
  disconnectMailbox: { access: 'user', method: 'DELETE', path: '/mailboxes/:kind', params: byKind, response: z.null() },
})
