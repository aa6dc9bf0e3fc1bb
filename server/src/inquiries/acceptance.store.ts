import type { SentEmail } from '@loadping/contract/emails/emails'
import type { KnownRecipient } from '@loadping/contract/emails/recipient-verdict'
import type { SellByMinutes } from '@loadping/contract/emails/sell-by'
import type { Template } from '@loadping/contract/templates/templates'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { sendLockOf } from '../db/locks.ts'
import type { Tables } from '../db/tables.ts'
import type { KnownLoad } from '../loads/build-load.ts'
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

const newestContacts = ({ holder, toAddress, loadKey, since }: ContactsAbout) =>
  sql`select * from contact
    where holder = ${holder} and to_address = ${toAddress} and load_key = ${loadKey} and created_at > ${since}
    order by created_at desc limit 10`

const asContacts = (found: RawBuilder<unknown>) => sql`
    (select coalesce(json_agg(json_build_object('id', id, 'userId', user_id, 'createdAt', created_at, 'askCents',
      ask_cents, 'type', type, 'toAddress', to_address)), '[]') from (${found}) as contact) as contacts`
const asRecipients = (found: RawBuilder<unknown>) => sql`
    (select coalesce(json_agg(json_build_object('domain', domain, 'mc', mc, 'companyKey', company_key, 'sent', sent)),
      '[]') from (${found}) as needed) as recipients`

type Json<C> = Omit<C, 'createdAt'> & { createdAt: string }
const withTime = <C extends Contact>(contact: Json<C>) => ({ ...contact, createdAt: new Date(contact.createdAt) })

type KnownOfTeam = {
  /** Teammates' newest contacts that a send would repeat. */
  contacts: Contact[]
  recipients: KnownRecipient[]
}

/** Returns the organization's rows that a send depends on: for brokers, who email many, only those to the recipient. */
export async function findKnownOfTeam(
  db: Db,
  {
    userId,
    organizationId,
    isBroker,
    laneKey,
    recipient,
    ...about
  }: Omit<ContactsAbout, 'holder'> & {
    userId: string
    organizationId: string
    isBroker: boolean
    laneKey: string | undefined
    recipient: RecipientOf
  },
): Promise<KnownOfTeam> {
  const { toAddress, loadKey, since } = about
  const isSame = isBroker
    ? sql`to_address = ${toAddress} and load_key = ${loadKey}`
    : sql`(load_key = ${loadKey} or lane_key = ${laneKey ?? null})`
  const contacts = sql`select * from contact
    where holder = ${organizationId} and ${isSame} and created_at > ${since} and user_id <> ${userId}
    order by created_at desc limit 10`
  type Row = { contacts: Json<Contact>[]; recipients: KnownRecipient[] }
  const { rows } = await sql<Row>`select ${asContacts(contacts)},
    ${asRecipients(neededRecipients(organizationId, recipient))}`.execute(db)
  const [found = { contacts: [], recipients: [] }] = rows
  return { ...found, contacts: found.contacts.map(withTime) }
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
    member as materialized (select organization_id from membership where user_id = ${userId} for key share),
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
      join account on account.id = ${userId}
      left join plan on plan.holder_id = coalesce(organization_id, account.id)
      left join lateral (
        select kind, address, connection_error from mailbox where user_id = account.id
        order by default_since desc, kind, address limit 1
      ) as default_mailbox on true`.execute(db)
  const [sender] = rows
  if (!sender) throw new Error('The account of a session is missing.')
  return sender
}

export type Known = {
  earlier: { bodyHash: string; answer: SentEmail } | null
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
    key,
    templateId,
    truckId,
    month,
    ...sought
  }: ContactsAbout & {
    recipient: RecipientOf
    key: string
    templateId: string
    truckId: string | undefined
    month: string
  },
): Promise<Known> {
  const { holder: userId, loadKey } = sought
  type Row = Omit<Known, 'contacts' | 'load'> & {
    contacts: Json<Contact>[]
    load: (Omit<KnownLoad, 'firstSeenAt' | 'deletedAt'> & { firstSeenAt: string; deletedAt: string | null }) | null
  }
  const { rows } = await sql<Row>`select
    (select json_build_object('bodyHash', body_hash, 'answer', answer) from idempotency_key
      where user_id = ${userId} and key = ${key}) as earlier,
    (select json_build_object('name', name, 'subject', subject, 'template', template, 'cc', cc, 'version', version)
      from template where user_id = ${userId} and id = ${templateId} and deleted_at is null) as template,
    (select coalesce(json_object_agg(name, text), '{}') from snippet where user_id = ${userId}) as snippets,
    (select json_build_object('equipment', equipment, 'isCurrent', is_current, 'place',
        case when city is not null and state is not null then json_build_object('city', city, 'state', state) end)
      from truck where user_id = ${userId} and case when ${truckId ?? null}::uuid is null then is_current
        else id = ${truckId ?? null}::uuid end) as truck,
    coalesce((select used from allowance where user_id = ${userId} and month = ${month}), 0) as used,
    exists (select 1 from contact where holder = ${userId} and to_address = ${sought.toAddress})
      as is_known_recipient,
    ${asContacts(newestContacts(sought))},
    ${asRecipients(neededRecipients(userId, sought.recipient))},
    (select json_build_object('id', id, 'loadKey', load_key, 'facts', facts, 'firstSeenAt', first_seen_at,
      'deletedAt', deleted_at) from load where user_id = ${userId} and load_key = ${loadKey}) as load`.execute(db)
  const {
    earlier = null,
    template = null,
    used = 0,
    isKnownRecipient = false,
    snippets = {},
    truck = null,
    contacts = [],
    recipients = [],
    load,
  } = rows[0] ?? {}
  return {
    earlier,
    template,
    used,
    isKnownRecipient,
    snippets,
    load: load
      ? {
          ...load,
          firstSeenAt: new Date(load.firstSeenAt),
          deletedAt: load.deletedAt ? new Date(load.deletedAt) : null,
        }
      : null,
    truck,
    contacts: contacts.map(withTime),
    recipients,
  }
}
