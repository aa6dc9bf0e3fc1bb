import type { KnownRecipient } from '@loadping/contract/emails/recipient-verdict'
import type { SellByMinutes } from '@loadping/contract/emails/sell-by'
import type { Template } from '@loadping/contract/templates/templates'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { type Expression, sql } from 'kysely'
import { senders } from '../accounts/accounts.reads.ts'
import { plans, usedUnits } from '../billing/billing.reads.ts'
import type { Db } from '../db/db.ts'
import { sendLockOf } from '../db/locks.ts'
import { type Read, readTogether } from '../db/read-together.ts'
import type { Tables } from '../db/tables.ts'
import { answerOf } from '../idempotency/idempotency.reads.ts'
import type { KeyAnswer } from '../idempotency/idempotency.tables.ts'
import type { KnownLoad } from '../loads/build-load.ts'
import { contactsOf, knownLoad } from '../loads/loads.reads.ts'
import { defaultMailbox } from '../mailboxes/mailboxes.reads.ts'
import { snippetsOf } from '../snippets/snippets.reads.ts'
import { memberships } from '../team/team.reads.ts'
import { templatesOf } from '../templates/templates.reads.ts'
import { truckOf } from '../trucks/trucks.reads.ts'
import { neededRecipients, type RecipientOf } from './recipients.store.ts'

export type ContactsAbout = { holder: string; toAddress: string; loadKey: string; since: Date }
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

const withTimes = (select: Expression<Contact>): Read<Contact> => ({ select, times: ['createdAt'] })

type KnownOfTeam = {
  /** Teammates' newest contacts that a send would repeat. */
  contacts: Contact[]
  recipients: KnownRecipient[]
}

/** Returns the organization's rows that a send depends on: for brokers, who email many, only those to the recipient. */
export function findKnownOfTeam(
  db: Db,
  {
    userId,
    organizationId,
    isBroker,
    laneKey,
    recipient,
    toAddress,
    loadKey,
    since,
  }: Omit<ContactsAbout, 'holder'> & {
    userId: string
    organizationId: string
    isBroker: boolean
    laneKey: string | undefined
    recipient: RecipientOf
  },
): Promise<KnownOfTeam> {
  const ofTeammates = newestContacts(db, organizationId, since).where('userId', '!=', userId)
  const same = ofTeammates.where((eb) =>
    isBroker
      ? eb.and([eb('toAddress', '=', toAddress), eb('loadKey', '=', loadKey)])
      : eb.or([eb('loadKey', '=', loadKey), eb('laneKey', '=', laneKey ?? null)]),
  )
  return readTogether(db, {
    contacts: withTimes(same),
    recipients: { select: neededRecipients(organizationId, recipient) },
  })
}

export type LockedSender = Pick<
  Tables['account'],
  'name' | 'mc' | 'dot' | 'phone' | 'company' | 'signature' | 'userType' | 'createdAt'
> & {
  sellByMinutes: SellByMinutes
  /** Whether no other request has the idempotency key locked. */
  isKeyLocked: boolean
  organizationId: string | null
  plan: Tables['plan']['plan'] | null
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
  { userId, key, loadKey, laneKey }: { userId: string; key: string; loadKey: string; laneKey: string | undefined },
): Promise<LockedSender> {
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
    select is_key_locked, organization_id, account.name, mc, dot, phone, company, signature, user_type, account.created_at,
      sell_by_minutes, plan.plan, kind as mailbox_kind, address as mailbox_address, connection_error
    from locked
      join (${senders(db)}) as account on account.id = ${userId}
      left join (${plans(db)}) as plan on plan.holder_id = coalesce(organization_id, account.id)
      left join (${defaultMailbox(db, userId)}) as default_mailbox on true`.execute(db)
  const [sender] = rows
  if (!sender) throw new Error('The account of a session is missing.')
  return sender
}

export type Known = {
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
  /** The user's chosen or current truck. */
  truck: Pick<Truck, 'place' | 'equipment' | 'isCurrent'> | null
}

/** Returns the user's own rows that a send depends on, in one statement; `lockSender` first. */
export async function findKnown(
  db: Db,
  {
    holder: userId,
    toAddress,
    loadKey,
    since,
    recipient,
    key,
    templateId,
    truckId,
    month,
  }: ContactsAbout & {
    recipient: RecipientOf
    key: string
    templateId: string
    truckId: string | undefined
    month: string
  },
): Promise<Known> {
  const toRecipient = contactsOf(db, userId).where('toAddress', '=', toAddress)
  const load: Read<KnownLoad> = { select: knownLoad(db, { userId, loadKey }), times: ['firstSeenAt', 'deletedAt'] }
  const found = await readTogether(db, {
    earlier: { select: answerOf(db, { userId, key }) },
    template: { select: templatesOf(db, userId).where('id', '=', templateId) },
    snippets: { select: snippetsOf(db, userId) },
    truck: { select: truckOf(db, { userId, truckId }) },
    used: { select: usedUnits(db, { userId, month }) },
    toRecipient: { select: toRecipient.limit(1) },
    contacts: withTimes(
      newestContacts(db, userId, since).where('toAddress', '=', toAddress).where('loadKey', '=', loadKey),
    ),
    recipients: { select: neededRecipients(userId, recipient) },
    load,
  })
  return {
    earlier: found.earlier[0] ?? null,
    template: found.template[0] ?? null,
    used: found.used[0]?.used ?? 0,
    isKnownRecipient: found.toRecipient.length > 0,
    contacts: found.contacts,
    recipients: found.recipients,
    snippets: Object.fromEntries(found.snippets.map(({ name, text }) => [name, text])),
    load: found.load[0] ?? null,
    truck: found.truck[0] ?? null,
  }
}
