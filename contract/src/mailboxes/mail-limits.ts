import * as z from 'zod/mini'
import type { Day } from '../format/new-york-days.ts'
import { domainOf } from './free-mail.ts'
import type { MailboxKind } from './mailboxes.ts'

/** The services behind mailboxes, which limit how much a mailbox sends in 24 hours. */
export const MailService = z.enum([
  'gmail',
  'google-workspace',
  'microsoft-365',
  'onmicrosoft',
  'outlook-com',
  'smtp',
  'relay',
])
export type MailService = z.infer<typeof MailService>

type MailLimit = {
  name: string
  /** What counts: each email, or only those to recipients whom the user never emailed. */
  counts: 'emails' | 'new-recipients'
  /** Where we stop in any 24 hours; the rest is for emails that users write themselves. */
  cap: number
  /** What the service allows, if it says so. */
  allowed: number | null
  source: string | null
  /** When the source was read. */
  asOf: Day
}

const google = { source: 'https://support.google.com/a/answer/166852', asOf: '2026-11-20' } as const
const gmailHelp = { source: 'https://support.google.com/mail/answer/22839', asOf: '2026-11-20' } as const
const exchange = {
  source:
    'https://learn.microsoft.com/office365/servicedescriptions/exchange-online-service-description/exchange-online-limits',
  asOf: '2026-11-20',
} as const
/** Limits all recipients of an organization's onmicrosoft.com addresses together. */
const onmicrosoft = { source: 'https://dmarcwise.io/blog/onmicrosoft-sending-limits', asOf: '2026-11-23' } as const
/** Gives 1,000 for subscribers and "lower" for others; users report 300. */
const outlookHelp = {
  source: 'https://support.microsoft.com/office/sending-limits-in-outlook-com-279ee200-594c-40f0-9ec8-bb6af7735c2e',
  asOf: '2026-11-23',
} as const
const ours = { allowed: null, source: null, asOf: '2026-11-20' } as const

/** The daily limits. The operator can change the relay's. */
export const mailLimits: Record<MailService, MailLimit> = {
  gmail: { name: 'Gmail', counts: 'emails', cap: 400, allowed: 500, ...gmailHelp },
  'google-workspace': { name: 'Google Workspace', counts: 'emails', cap: 1_600, allowed: 2_000, ...google },
  'microsoft-365': { name: 'Microsoft 365', counts: 'emails', cap: 8_000, allowed: 10_000, ...exchange },
  onmicrosoft: { name: 'Microsoft 365', counts: 'emails', cap: 80, allowed: 100, ...onmicrosoft },
  'outlook-com': { name: 'Outlook.com', counts: 'new-recipients', cap: 240, allowed: 300, ...outlookHelp },
  smtp: { name: 'Your mail server', counts: 'emails', cap: 400, ...ours },
  relay: { name: 'Our relay', counts: 'emails', cap: 20, ...ours },
}

/** From this many emails on, a share of bounces above the tolerated one warns. */
export const minForBounceShare = 30
export const toleratedBounceShare = 0.03

/** The share of its limit from which a mailbox warns. */
export const warningShare = 0.8

const personalMicrosoft = /^(?:outlook|hotmail|live|msn|passport)\.(?:[a-z]{2,3}\.)?[a-z]{2,3}$/

/** Returns the service behind a mailbox, by its kind and the domain of its address. */
export function mailServiceOf(kind: MailboxKind, address: string): MailService {
  const domain = domainOf(address)
  if (kind === 'google') return /^(?:gmail|googlemail)\.com$/.test(domain) ? 'gmail' : 'google-workspace'
  if (kind !== 'outlook') return kind
  if (domain.endsWith('.onmicrosoft.com')) return 'onmicrosoft'
  return personalMicrosoft.test(domain) ? 'outlook-com' : 'microsoft-365'
}

/** Whether an SMTP server is Microsoft's, which ends logins with a password. */
export const isMicrosoftServer = (host: string): boolean =>
  /(?:^|\.)(?:office365\.com|outlook\.com|hotmail\.com|live\.com|onmicrosoft\.com)$/.test(host.trim().toLowerCase())

/** From then on, mailboxes that log in to Microsoft by password are told that this ends. */
export const passwordLoginNoticeFrom = new Date('2026-12-01T05:00:00.000Z') // midnight in New York

/** Whether to tell of a mailbox of this server that its login with a password ends. */
export const passwordLoginEnds = (host: string, now: Date): boolean =>
  now >= passwordLoginNoticeFrom && isMicrosoftServer(host)
