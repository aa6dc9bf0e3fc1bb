import type { Profile, User } from '@loadping/contract/account/account'
import type { EmailState } from '@loadping/contract/emails/email-state'
import type { EmailDetails, SentEmail } from '@loadping/contract/emails/emails'
import type { Mailbox } from '@loadping/contract/mailboxes/mailboxes'
import { screen, within } from '@testing-library/react'
import { emptyProfile } from './profile-fixtures.ts'
import { carrier, emptyHome, type FakeApi, inquiry, maria } from './render.tsx'

/** An email from Maria to the named broker; in state failed or unknown it needs attention. */
export const mail = (state: EmailState, name: string, changes: Partial<SentEmail> = {}): SentEmail => ({
  ...inquiry,
  id: `7d9c7a0e-54a5-4a57-9e0e-${name
    .padEnd(12, '0')
    .slice(0, 12)
    .replace(/[^0-9a-f]/g, 'a')}`,
  state,
  to: `${name}@quillon.example`,
  subject: `About ${name}`,
  sentAt: state === 'sent' ? inquiry.sentAt : null,
  failure: state === 'failed' ? 'The address does not exist' : null,
  needsAttention: state === 'failed' || state === 'unknown',
  ...changes,
})

export const waiting = (): SentEmail =>
  mail('queued', 'wanda', { createdAt: new Date().toISOString(), dueAt: new Date(Date.now() + 5000).toISOString() })
export const failed = mail('failed', 'fred')
export const unknown = mail('unknown', 'una')
export const sent = mail('sent', 'sam')
export const undone = mail('undone', 'ulla')

/** Returns the row of the email with this subject. */
export async function emailRow(subject: string) {
  const row = (await screen.findByRole('button', { name: subject })).closest('li')
  if (!row) throw new Error(`${subject} has no row`)
  return within(row)
}
export const shownSubjects = () =>
  screen.queryAllByRole('button', { name: /^About / }).map(({ textContent }) => textContent)

export const gmail: Mailbox = {
  kind: 'google',
  address: maria.email,
  isDefault: true,
  connectedAt: '2026-11-20T19:41:00.000Z',
  failure: null,
  use: { service: 'google-workspace', sent: 12, cap: 1_600, isLearned: false },
  bounceShare: null,
  server: null,
}
export const outlook: Mailbox = {
  ...gmail,
  kind: 'outlook',
  address: 'maria@outlook.example',
  isDefault: false,
  use: { ...gmail.use, service: 'microsoft-365', cap: 8_000 },
}
export const ownServer: Mailbox = {
  ...gmail,
  kind: 'smtp',
  isDefault: false,
  use: { ...gmail.use, service: 'smtp', cap: 400 },
  server: { host: 'smtp.redbud.example', port: 587, user: 'maria' },
}
export const relay: Mailbox = { ...gmail, kind: 'relay', use: { ...gmail.use, service: 'relay', cap: 20 } }

/** What Maria's emails say about her. */
const profile: Profile = { ...emptyProfile, name: 'Maria Delgado', company: 'Redbud Carriers' }

export const unverified: User = { ...maria, accountVerified: false }

export const details: EmailDetails = {
  from: { name: 'Maria Delgado', address: maria.email },
  replyTo: 'answers@redbud.example',
  mailbox: 'google',
  cc: ['ops@redbud.example'],
  messageId: '<7d9c@redbud.example>',
  html: '<p>We ask <b>$2,450</b>.</p><script>alert(1)</script>',
  text: 'We ask $2,450.',
  templateId: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e002',
  templateVersion: 3,
  load: {
    board: 'dat-one',
    boardLoadId: 'Q1',
    origin: inquiry.origin,
    dest: inquiry.dest,
    tripMiles: 926,
    rate: { cents: 231_500, basis: 'flat' },
  },
  recipientCheck: { level: 'green', reason: null },
  inputs: { values: { origin: 'Joliet, IL', rate: '$2,450' }, formula: 'trip+8% to 5' },
}

type Part<Feature extends 'emails' | 'inquiries' | 'mailboxes'> = FakeApi[Feature] & {}

/** A server on which Maria has these emails and mailboxes. */
export const emailApi = (
  calls: Part<'emails'> & Part<'inquiries'>,
  mailboxes: Part<'mailboxes'> = {},
  me: User = maria,
): FakeApi => ({
  account: { getMe: async () => me, getUserInfo: async () => carrier, getProfile: async () => profile },
  home: { getHome: async () => emptyHome },
  emails: {
    listEmails: async () => ({ emails: [], next: null }),
    countEmails: async () => emptyHome.emails,
    listSuppressedAddresses: async () => [],
    ...calls,
  },
  inquiries: {
    getSendSettings: async () => ({ sellByMinutes: 15 }),
    getWaitingOffer: async () => ({ emails: 0, mailbox: null }),
    ...calls,
  },
  mailboxes: { listMailboxes: async () => [gmail], ...mailboxes },
})

/** Lists the given emails by group, search and page, as the server does. */
export const listing =
  (all: () => SentEmail[]): Part<'emails'>['listEmails'] & {} =>
  async ({ query }) => ({
    emails: all().filter(
      (email) =>
        isIn(query.group ?? 'all', email) &&
        [email.to, email.subject].some((text) => text.includes(query.search ?? '')),
    ),
    next: null,
  })

function isIn(group: string, { state, needsAttention }: SentEmail): boolean {
  if (group === 'attention') return needsAttention
  if (group === 'waiting') return state === 'queued' || state === 'sending'
  return group === 'all' || state === group
}
