import type { PaidPlan } from '@loadping/contract/billing/plans'
import type { KnownRecipient } from '@loadping/contract/emails/recipient-verdict'
import type { SellByMinutes } from '@loadping/contract/emails/sell-by'
import type { Template } from '@loadping/contract/templates/templates'
import type { AskTruck } from '@loadping/contract/trucks/truck-of-ask'
import { sql } from 'kysely'
import { accounts, senders } from '../accounts/accounts.reads.ts'
import { currentPlan, usedUnits } from '../billing/billing.reads.ts'
import type { Db } from '../db/db.ts'
import { sendLockOf } from '../db/locks.ts'
import { readTogether } from '../db/read-together.ts'
import type { Tables } from '../db/tables.ts'
import { answerOf } from '../idempotency/idempotency.reads.ts'
import type { KeyAnswer } from '../idempotency/idempotency.tables.ts'
import type { KnownLoad } from '../loads/build-load.ts'
import { contactsOf, knownLoad } from '../loads/loads.reads.ts'
import { defaultMailbox } from '../mailboxes/mailboxes.reads.ts'
import { snippetsOf } from '../snippets/snippets.reads.ts'
import { memberships } from '../team/team.reads.ts'
import { templatesOf } from '../templates/templates.reads.ts'
import { trucksOf } from '../trucks/trucks.reads.ts'
import { neededRecipients, type RecipientOf } from './recipients.store.ts'

export type Contact = {
  id: string
  userId: string
  createdAt: Date
  askCents: number | null
  type: 'EMAIL' | 'PHONE'
  toAddress: string
}

/** The newest contacts since then that a send would repeat. */
const newestContacts = (db: Db, holder: string, since: Date) =>
  contactsOf(db, holder).where('createdAt', '>', since).orderBy('createdAt', 'desc').limit(10)

/** Reads the organization's rows that a send depends on: contacts that it would repeat, and what the recipient check needs. */
const ofTeam = (db: Db, { userId, organizationId, since, domain, mc, companyKey }: OfTeam) => ({
  contacts: newestContacts(db, organizationId, since).where('userId', '!=', userId),
  recipients: { select: neededRecipients(organizationId, { domain, mc, companyKey }) },
})
type OfTeam = { userId: string; organizationId: string; since: Date } & RecipientOf

/** Returns the organization's rows that a carrier's send depends on: contacts about the posting or the lane. */
export const findKnownOfCarrier = readTogether(
  (db, { loadKey, laneKey, ...team }: OfTeam & { loadKey: string; laneKey: string | null }) => {
    const { contacts, recipients } = ofTeam(db, team)
    const same = contacts.where((eb) => eb.or([eb('loadKey', '=', loadKey), eb('laneKey', '=', laneKey)]))
    return { contacts: { select: same, times: ['createdAt'] }, recipients }
  },
)

/** Returns the organization's rows that a broker's send depends on: brokers email many, so only those to the recipient. */
export const findKnownOfBroker = readTogether(
  (db, { loadKey, toAddress, ...team }: OfTeam & { loadKey: string; toAddress: string }) => {
    const { contacts, recipients } = ofTeam(db, team)
    const same = contacts.where('toAddress', '=', toAddress).where('loadKey', '=', loadKey)
    return { contacts: { select: same, times: ['createdAt'] }, recipients }
  },
)

export type LockedSender = Pick<
  Tables['account'],
  'name' | 'mc' | 'dot' | 'phone' | 'company' | 'signature' | 'userType' | 'userTypeChangedAt' | 'createdAt'
> & {
  trialDays: number
  sellByMinutes: SellByMinutes
  /** Whether no other request has the idempotency key locked. */
  isKeyLocked: boolean
  organizationId: string | null
  plan: PaidPlan | null
  mailboxKind: Tables['mailbox']['kind'] | null
  mailboxAddress: string | null
  connectionError: string | null
}

/**
 * Locks the idempotency key, the user's sends, and the team's contacts about the load. Returns the sender's profile,
 * plan and default mailbox.
 */
export async function lockSender(
  db: Db,
  {
    userId,
    key,
    loadKey,
    laneKey,
    now,
  }: { userId: string; key: string; loadKey: string; laneKey: string | undefined; now: Date },
): Promise<LockedSender> {
  const holder = sql<string>`coalesce(locked.organization_id, account.id)`
  const { rows } = await sql<LockedSender>`
    with idempotency as materialized (
      select pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0)) as is_key_locked
    ),
    member as materialized (${memberships(db).where('userId', '=', userId).forKeyShare()}),
    locked as materialized (
      select is_key_locked, organization_id,
        case when is_key_locked then pg_advisory_xact_lock(hashtextextended(${sendLockOf(userId)}, 0)) end as sends,
        case when is_key_locked and organization_id is not null then
          pg_advisory_xact_lock(hashtextextended('posting ' || organization_id || ${` ${loadKey}`}, 0)) end as posting,
        case when is_key_locked and organization_id is not null and ${laneKey ?? null}::text is not null then
          pg_advisory_xact_lock(hashtextextended('lane ' || organization_id || ${` ${laneKey}`}, 0)) end as lane
      from idempotency left join member on true
    )
    select is_key_locked, organization_id, account.name, mc, dot, phone, company, signature, user_type, user_type_changed_at,
      account.created_at, account.trial_days,
      sell_by_minutes, (${currentPlan(db, holder, now)}) as plan, kind as mailbox_kind, address as mailbox_address, connection_error
    from locked
      join (${senders(db)}) as account on account.id = ${userId}
      left join (${defaultMailbox(db, userId)}) as default_mailbox on true`.execute(db)
  const [sender] = rows
  if (!sender) throw new Error('The account of a session is missing.')
  return sender
}

export type Known = {
  /** Whether the user deleted the account, even while `lockSender` waited. */
  isAccountDeleted: boolean
  earlier: { bodyHash: string; answer: KeyAnswer } | null
  template: Pick<Template, 'name' | 'subject' | 'template' | 'cc' | 'version'> | null
  /** Emails charged in this month. */
  used: number
  /** Whether the user emailed the recipient before. */
  isKnownRecipient: boolean
  contacts: Contact[]
  /** What the recipient check needs of the user's own emails. */
  recipients: KnownRecipient[]
  /** The texts of the user's snippets by name. */
  snippets: Record<string, string>
  /** The user's saved load, deleted or not. */
  load: KnownLoad | null
  /** The user's chosen truck, or all of them. */
  trucks: AskTruck[]
}

type Sought = RecipientOf & {
  userId: string
  toAddress: string
  loadKey: string
  since: Date
  key: string
  templateId: string
  truckId: string | null
  month: string
}

const readKnown = readTogether(
  (db, { userId, toAddress, loadKey, since, key, templateId, truckId, month, ...recipient }: Sought) => ({
    deletion: {
      select: accounts(db).clearSelect().select('id').where('id', '=', userId).where('deletesAt', 'is not', null),
    },
    earlier: { select: answerOf(db, { userId, key }) },
    template: { select: templatesOf(db, userId).where('id', '=', templateId) },
    snippets: { select: snippetsOf(db, userId) },
    trucks: {
      select: trucksOf(db, userId).where(sql<boolean>`(${truckId}::uuid is null or id = ${truckId})`),
      times: ['emptyAt'],
    },
    used: { select: usedUnits(db, { userId, month }) },
    toRecipient: { select: contactsOf(db, userId).where('toAddress', '=', toAddress).limit(1) },
    contacts: {
      select: newestContacts(db, userId, since).where('toAddress', '=', toAddress).where('loadKey', '=', loadKey),
      times: ['createdAt'],
    },
    recipients: { select: neededRecipients(userId, recipient) },
    load: { select: knownLoad(db, { userId, loadKey }), times: ['firstSeenAt', 'deletedAt'] },
  }),
)

/** Returns the user's own rows that a send depends on, in one statement; `lockSender` first. */
export async function findKnown(db: Db, sought: Sought): Promise<Known> {
  const found = await readKnown(db, sought)
  return {
    isAccountDeleted: found.deletion.length > 0,
    earlier: found.earlier[0] ?? null,
    template: found.template[0] ?? null,
    used: found.used[0]?.used ?? 0,
    isKnownRecipient: found.toRecipient.length > 0,
    contacts: found.contacts,
    recipients: found.recipients,
    snippets: Object.fromEntries(found.snippets.map(({ name, text }) => [name, text])),
    load: found.load[0] ?? null,
    trucks: found.trucks.map((truck) => ({ ...truck, emptyAt: truck.emptyAt?.toISOString() ?? null })),
  }
}
