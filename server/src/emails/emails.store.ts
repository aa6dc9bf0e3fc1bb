import type { EmailDetails, EmailGroup, EmailState, SentEmail } from '@loadping/contract/emails'
import type { PostedLoad } from '@loadping/contract/loads'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type EmailRow = Selectable<Tables['email']>

/** Locks an idempotency key until the transaction ends. Returns false if another request has it locked. */
export async function tryLockKey(db: Db, userId: string, key: string): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0)) as locked`.execute(db)
  return rows[0]?.locked ?? false
}

export const findKey = (db: Db, userId: string, key: string) =>
  db
    .selectFrom('idempotencyKey')
    .select(['bodyHash', 'answer'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()

export const addKey = (
  db: Db,
  row: { userId: string; key: string; bodyHash: string; answer: SentEmail; createdAt: Date },
) =>
  db
    .insertInto('idempotencyKey')
    .values({ ...row, answer: JSON.stringify(row.answer) })
    .execute()

/** Serializes sends of one user or team to one recipient about one load until the transaction ends. */
export const lockContact = (db: Db, contact: { name: string; toAddress: string; loadKey: string }) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${contact.name} ${contact.toAddress} ${contact.loadKey}`}, 0))`.execute(
    db,
  )

type Contacts = { userId: string; organizationId: string | null; toAddress: string; loadKey: string; since: Date }

/**
 * Lists emails of the user or their organization to the recipient about the load that were or may be sent; newest
 * first.
 */
export const listDuplicateContacts = (db: Db, { userId, organizationId, toAddress, loadKey, since }: Contacts) =>
  db
    .selectFrom('email')
    .select(['userId', 'createdAt', 'askCents'])
    .where('toAddress', '=', toAddress)
    .where('loadKey', '=', loadKey)
    .where('createdAt', '>', since)
    .where((eb) =>
      eb.or([
        eb('userId', '=', userId),
        ...(organizationId === null ? [] : [eb('organizationId', '=', organizationId)]),
      ]),
    )
    .where('state', 'in', ['queued', 'sending', 'sent', 'unknown'])
    .orderBy('createdAt', 'desc')
    .limit(10)
    .execute()

export type NewEmail = Omit<Insertable<Tables['email']>, 'state' | 'load' | 'templateInputs'> & {
  load: PostedLoad
  templateInputs: EmailDetails['inputs']
}

export const addEmail = (db: Db, email: NewEmail): Promise<EmailRow> =>
  db
    .insertInto('email')
    .values({
      ...email,
      state: 'queued',
      load: JSON.stringify(email.load),
      templateInputs: JSON.stringify(email.templateInputs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes idempotency keys created before then. */
export const deleteKeys = (db: Db, before: Date) =>
  db.deleteFrom('idempotencyKey').where('createdAt', '<', before).execute()

export const findEmail = (db: Db, userId: string, id: string): Promise<EmailRow | undefined> =>
  db.selectFrom('email').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst()

/** Lists the emails of these jobs. */
export const listEmailsById = (db: Db, jobs: { id: string; userId: string | null }[]): Promise<EmailRow[]> =>
  db
    .selectFrom('email')
    .selectAll()
    .where(
      'userId',
      'in',
      jobs.flatMap(({ userId }) => userId ?? []),
    )
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .execute()

/** Finds an email by its id alone, for a bounce report. */
export const findEmailById = (db: Db, id: string) =>
  db.selectFrom('email').select(['userId', 'toAddress', 'state', 'createdAt']).where('id', '=', id).executeTakeFirst()

const attentionStates: EmailState[] = ['failed', 'unknown']
const statesByGroup: Record<EmailGroup, EmailState[]> = {
  attention: attentionStates,
  waiting: ['queued', 'sending'],
  sent: ['sent'],
  failed: ['failed'],
  unknown: ['unknown'],
  undone: ['undone'],
}

/** A page of the list begins after this email. */
export type Cursor = { createdAt: Date; id: string }
type Listing = {
  group?: EmailGroup | undefined
  search?: string | undefined
  before?: Cursor | undefined
  limit: number
}

const listedColumns = [
  'id',
  'state',
  'toAddress',
  'subject',
  'askCents',
  'createdAt',
  'sentAt',
  'failureReason',
  'dismissedAt',
  'resentAs',
  'templateName',
  'load',
] as const
/** An email as lists show it, without its body. */
export type ListedEmail = Pick<EmailRow, (typeof listedColumns)[number]>

/** Lists a user's emails, newest first. Finds them in an index before it reads their rows. */
export const listEmails = (
  db: Db,
  userId: string,
  { group, search = '', before, limit }: Listing,
): Promise<ListedEmail[]> => {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const found = db
    .selectFrom('email')
    .select('id')
    .where('userId', '=', userId)
    .$if(group !== undefined, (query) => query.where('state', 'in', group ? statesByGroup[group] : []))
    .$if(group === 'attention', (query) => query.where('dismissedAt', 'is', null))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${before?.createdAt}, ${before?.id})`),
    )
    .$if(search !== '', (query) =>
      query.where((eb) => eb('searchText', 'like', eb.fn<string>('lower', [eb.val(like)]))),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  return db
    .selectFrom('email')
    .select(listedColumns)
    .where('userId', '=', userId)
    .where('id', 'in', found)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Counts a user's unresolved emails by state. */
export const countUnresolved = (db: Db, userId: string) =>
  db
    .selectFrom('email')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('userId', '=', userId)
    .where('state', 'in', ['queued', 'sending', 'failed', 'unknown'])
    .where('dismissedAt', 'is', null)
    .groupBy('state')
    .execute()

/** Dismisses up to `limit` failed and unconfirmed emails, or the one with this id. Returns how many it dismissed. */
export async function dismissEmails(
  db: Db,
  userId: string,
  { id, limit, now }: { id?: string; limit: number; now: Date },
): Promise<number> {
  const open = db
    .selectFrom('email')
    .select('id')
    .where('userId', '=', userId)
    .where('state', 'in', attentionStates)
    .where('dismissedAt', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('email')
    .set({ dismissedAt: now })
    .where('userId', '=', userId)
    .where('id', 'in', open)
    .where('state', 'in', attentionStates)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Records which email was resent for a failed or unconfirmed one. Returns false if it was already resent. */
export async function markResent(
  db: Db,
  userId: string,
  id: string,
  { resentAs, now }: { resentAs: string; now: Date },
): Promise<boolean> {
  const marked = await db
    .updateTable('email')
    .set({ resentAs, dismissedAt: now })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('state', 'in', attentionStates)
    .where('resentAs', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

type Transition = { from: EmailState[]; to: EmailState; failureReason: string | null }

/**
 * Moves an email to another state if it is in one of the `from` states. Returns whether it was. The new state needs
 * attention even if the user dismissed the old one, unless the email was resent.
 */
export async function transitionEmail(
  db: Db,
  userId: string,
  id: string,
  { from, to, failureReason }: Transition,
): Promise<boolean> {
  const moved = await db
    .updateTable('email')
    .set((eb) => ({
      state: to,
      failureReason,
      dismissedAt: eb.case().when('resentAs', 'is', null).then(null).else(eb.ref('dismissedAt')).end(),
    }))
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}
