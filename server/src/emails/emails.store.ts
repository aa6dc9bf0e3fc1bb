import type { EmailState } from '@loadping/contract/emails/email-state'
import type { EmailGroup, FailureCode } from '@loadping/contract/emails/emails'
import { type ExpressionBuilder, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import { searchTextContains } from '../db/search-text.ts'
import type { Tables } from '../db/tables.ts'
import { waitingOf } from '../delivery/delivery.reads.ts'
import { isInquiry, unresolvedCounts } from './emails.reads.ts'

export type EmailRow = Selectable<Tables['email']>

/** A row that was never delivered, dismissed or resent. */
export type NewEmail = Omit<
  EmailRow,
  'state' | 'sentAt' | 'failureReason' | 'failureCode' | 'dismissedAt' | 'resentAs' | 'resendUndoneAt' | 'searchText'
>

export type EmailKey = { userId: string; id: string }

export const findEmail = (db: Db, { userId, id }: EmailKey): Promise<EmailRow | undefined> =>
  db.selectFrom('email').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst()

export const listEmailsOf = (db: Db, emails: EmailKey[]): Promise<EmailRow[]> =>
  db
    .selectFrom('email')
    .selectAll()
    .where(
      'userId',
      'in',
      emails.map(({ userId }) => userId),
    )
    .where(
      'id',
      'in',
      emails.map(({ id }) => id),
    )
    .execute()

export const listUnsent = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('email')
      .select('id')
      .where('userId', '=', userId)
      .where('state', 'in', ['queued', 'sending'])
      .where('dismissedAt', 'is', null)
      .execute()
  ).map(({ id }) => id)

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
  withPractice?: boolean
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
  'failureCode',
  'dismissedAt',
  'resentAs',
  'resendUndoneAt',
  'mailboxKind',
  'replyTo',
  'templateName',
  'load',
] as const
/** An email as lists show it, without its body. */
export type ListedEmail = Pick<EmailRow, (typeof listedColumns)[number]>

export const listEmail = compileOnce((db, { userId, id }: { userId: string; id: string }) =>
  db.selectFrom('email').select(listedColumns).where('userId', '=', userId).where('id', '=', id),
)

/** Lists a user's emails, newest first. Finds them in an index before it reads their rows. */
export const listEmails = (
  db: Db,
  userId: string,
  { group, search = '', before, limit, withPractice = false }: Listing,
): Promise<ListedEmail[]> => {
  const found = db
    .selectFrom('email')
    .select('id')
    .where('userId', '=', userId)
    .$if(!withPractice, (query) => query.where(isInquiry))
    .$if(group !== undefined, (query) => query.where('state', 'in', group ? statesByGroup[group] : []))
    .$if(group === 'attention', (query) => query.where('dismissedAt', 'is', null))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${before?.createdAt}, ${before?.id})`),
    )
    .$if(search !== '', (query) => query.where(searchTextContains(search)))
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

type Attention = { userIds: string[]; limit: number }

/** Lists people's emails that failed or were not confirmed and are not dismissed, the newest `limit` of each person. */
export const listAttention = compileOnce((db, { userIds, limit }: Attention) => {
  const isOneOf = (eb: ExpressionBuilder<Tables, 'email'>) => eb('userId', '=', eb.fn.any(eb.val(userIds)))
  const ranked = db
    .selectFrom('email')
    .select((eb) => [
      'userId',
      'id',
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('userId').orderBy('createdAt', 'desc').orderBy('id', 'desc'))
        .as('position'),
    ])
    .where(isOneOf)
    .where('state', 'in', attentionStates)
    .where('dismissedAt', 'is', null)
    .where(isInquiry)
  const newest = db.selectFrom(ranked.as('ranked')).select(['userId', 'id']).where('position', '<=', limit)
  return db
    .selectFrom('email')
    .select(['userId', ...listedColumns])
    .where(isOneOf)
    .where((eb) => eb(eb.refTuple('userId', 'id'), 'in', newest.$asTuple('userId', 'id')))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
})

/** Counts a user's practice emails since then that were not undone. */
export const countPractice = compileOnce((db, { userId, since }: { userId: string; since: Date }) =>
  db
    .selectFrom('email')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('isPractice', '=', true)
    .where('createdAt', '>=', since)
    .where('state', '<>', 'undone'),
)

export const countUnresolved = compileOnce(unresolvedCounts)

export const listWaiting = compileOnce(waitingOf)

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
  { userId, id }: EmailKey,
  { resentAs, now }: { resentAs: string; now: Date },
): Promise<boolean> {
  const marked = await db
    .updateTable('email')
    .set({ resentAs, resendUndoneAt: null, dismissedAt: now })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('state', 'in', attentionStates)
    .where('resentAs', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Lets an email whose resend was undone be resent again, and needs attention again. */
export const releaseResent = (db: Db, { userId, id, resendOf }: EmailRow, now: Date) =>
  db
    .updateTable('email')
    .set({ resentAs: null, resendUndoneAt: now, dismissedAt: null })
    .where('userId', '=', userId)
    .where('id', '=', resendOf)
    .where('resentAs', '=', id)
    .execute()

export type Transition = {
  from: EmailState[]
  to: EmailState
  failureReason: string | null
  failureCode?: FailureCode | null
}

/**
 * Moves an email to another state if it is in one of the `from` states, and returns it. Undoes its dismissal unless it
 * was resent.
 */
export const transitionEmail = (
  db: Db,
  { userId, id }: EmailKey,
  { from, to, failureReason, failureCode = null }: Transition,
): Promise<EmailRow | undefined> =>
  db
    .updateTable('email')
    .set((eb) => ({
      state: to,
      failureReason,
      failureCode,
      dismissedAt: eb.case().when('resentAs', 'is', null).then(null).else(eb.ref('dismissedAt')).end(),
    }))
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()

/** Who an email is from. */
export type SenderColumns = Pick<EmailRow, 'mailboxKind' | 'replyTo' | 'fromAddress' | 'fromName'>

/** Gives queued emails of a user another sender, and returns their ids. */
export async function changeSender(
  db: Db,
  { userId, ids }: { userId: string; ids: string[] },
  sender: SenderColumns,
): Promise<string[]> {
  const changed = await db
    .updateTable('email')
    .set({ ...sender, failureReason: null })
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .where('state', '=', 'queued')
    .returning('id')
    .execute()
  return changed.map(({ id }) => id)
}

const toQueued = (email: NewEmail): Insertable<Tables['email']> => ({
  ...email,
  state: 'queued',
  load: JSON.stringify(email.load),
  recipientVerdict: JSON.stringify(email.recipientVerdict),
  templateInputs: JSON.stringify(email.templateInputs),
})

export const emailsWrite = (db: Db, emails: NewEmail[]) => db.insertInto('email').values(emails.map(toQueued))

/** Removes a posting's comments from an email about it. */
export const removeComments = (db: Db, { userId, id }: EmailKey) =>
  sql`update email set load = load - 'comments' where user_id = ${userId} and id = ${id} and load ? 'comments'`.execute(
    db,
  )

/** Returns when the user's last other email with the same template was accepted, unless that was undone or failed. */
export async function findLastUse(
  db: Db,
  { userId, templateId, id }: EmailKey & { templateId: string },
): Promise<Date | undefined> {
  const last = await db
    .selectFrom('email')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('templateId', '=', templateId)
    .where('id', '<>', id)
    .where('state', 'not in', ['undone', 'failed'])
    .where('withdrawalOf', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.createdAt
}

/** Moves the queued emails of these users that a relation names to sending. Returns their ids. */
export const sendingWrite = (claimed: RawBuilder<unknown>, userIds: string[]) =>
  sql<{ id: string }>`update email set state = 'sending' from ${claimed} as claimed
    where email.id = claimed.id and email.user_id = any(${userIds}::uuid[]) and email.state = 'queued'
    returning email.id`

/** Marks the emails of these users that a relation names as sent, each with its note. Returns their ids. */
export const sentWrite = (accepted: RawBuilder<unknown>, userIds: string[], now: Date) =>
  sql<{ id: string }>`update email set state = 'sent', sent_at = ${now}, failure_reason = accepted.note
    from ${accepted} as accepted
    where email.id = accepted.id and email.user_id = any(${userIds}::uuid[]) and email.state in ('sending', 'unknown')
    returning email.id`

/** Deletes some emails of a user, but none of these teams. Returns whether there may be more. */
export async function deleteEmails(db: Db, userId: string, keptTeams: string[], limit: number): Promise<boolean> {
  const some = db
    .selectFrom('email')
    .select('id')
    .where('userId', '=', userId)
    .where(sql<boolean>`(organization_id is null or organization_id <> all(${keptTeams}::uuid[]))`)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('email')
    .where('userId', '=', userId)
    .where('id', 'in', some)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === limit
}

/**
 * Removes what some emails say of their sender, in the order of their ids, and leaves what teams see: to whom, about which
 * load, and with which ask. Returns whether there may be more.
 */
export async function anonymizeEmails(
  db: Db,
  { userId, address, name }: { userId: string; address: string; name: string },
  limit: number,
): Promise<boolean> {
  const some = db
    .selectFrom('email')
    .select('id')
    .where('userId', '=', userId)
    .where('fromName', '<>', name)
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('email')
    .set({
      fromName: name,
      fromAddress: '',
      replyTo: '',
      cc: [],
      html: '',
      templateName: '',
      templateInputs: '{}',
      failureReason: null,
      recipientVerdict: null,
      subject: sql`replace(subject, ${address}, ${name})`,
    })
    .where('userId', '=', userId)
    .where('id', 'in', some)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) === limit
}

/** Removes the text of a user's emails that ended and were created before then. Returns whether there may be more. */
export async function deleteTexts(
  db: Db,
  { userId, before }: { userId: string; before: Date },
  limit: number,
): Promise<boolean> {
  const some = db
    .selectFrom('email')
    .select('id')
    .where('userId', '=', userId)
    .where('createdAt', '<', before)
    .where('state', 'not in', ['queued', 'sending'])
    .where('html', '<>', '')
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('email')
    .set({ html: '', templateInputs: JSON.stringify({ values: {}, formula: null }) })
    .where('userId', '=', userId)
    .where('id', 'in', some)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) === limit
}
