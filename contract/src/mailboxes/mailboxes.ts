import * as z from 'zod/mini'
import { domainLabel, EmailAddress } from '../format/email-address.ts'
import { singleLine } from '../format/text.ts'
import { codeSchema } from '../sign-in/sign-in.ts'
import { MailService } from './mail-limits.ts'

/** The kinds of mailbox a user can send from; `relay` is the product's own sender with Reply-To the user. */
export const MailboxKind = z.enum(['google', 'outlook', 'smtp', 'relay'])
export type MailboxKind = z.infer<typeof MailboxKind>

/** Names one of the user's mailboxes: of one kind there may be several, each with its own address. */
export const MailboxName = z.strictObject({ kind: MailboxKind, address: singleLine(254, 1) })
export type MailboxName = z.infer<typeof MailboxName>

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
  /** Whether the failure is that Microsoft switched off logins with a password, so that only Outlook connects it. */
  isLoginOff: z.optional(z.boolean()),
  use: MailboxUse,
  /** Its share of bounced emails, of the newest 1,000 in 30 days; null while they are too few to tell. */
  bounceShare: z.nullable(z.number()),
  /** The SMTP server and username; null for other kinds. */
  server: z.nullable(z.object({ host: z.string(), port: z.int(), user: z.string() })),
})
export type Mailbox = z.infer<typeof Mailbox>

/** The ports of a mail server that takes a login, with how each is encrypted. */
export const smtpPorts = { 465: 'TLS', 587: 'STARTTLS' } as const

/** How long the code is valid that proves an address to send as. */
export const addressCodeMinutes = 10

/**
 * An SMTP server, its login, the address to send as and the code that proves it.
 */
export const SmtpDraft = z.strictObject({
  host: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(253),
      z.regex(new RegExp(`^(?:${domainLabel}\\.)+[A-Za-z]{2,63}$`), 'Enter a server name, such as smtp.example.com'),
    ),
  port: z.union([z.literal(465), z.literal(587)], `Use port 465 (${smtpPorts[465]}) or 587 (${smtpPorts[587]})`),
  user: singleLine(254, 1),
  password: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u, 'Use a single line')),
  address: EmailAddress,
  code: z.optional(codeSchema),
})
export type SmtpDraft = z.infer<typeof SmtpDraft>
