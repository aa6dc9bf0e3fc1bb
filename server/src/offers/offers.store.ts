import type { OfferFacts } from '@loadping/contract/offers/offers'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../db/db.ts'
import { lockName } from '../db/locks.ts'
import type { Tables } from '../db/tables.ts'

type Posting = { userId: string; id: string }

/** Serializes changes of a user's offers until commit. */
export const lockOffers = (db: Db, userId: string) => lockName(db, `offers ${userId}`)

/** Lists a user's postings that are neither deleted nor over, the newest first, each with the number of its answers. */
export async function listPostings(db: Db, userId: string, now: Date) {
  const postings = await db
    .selectFrom('offerPosting')
    .select(['id', 'facts', 'createdAt'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('endsAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  const counts = await db
    .selectFrom('offerAnswer')
    .select(['postingId', (eb) => eb.fn.countAll<number>().as('count')])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('endsAt', '>', now)
    .groupBy('postingId')
    .execute()
  const countOf = new Map(counts.map(({ postingId, count }) => [postingId, count]))
  return postings.map((posting) => ({ ...posting, answers: countOf.get(posting.id) ?? 0 }))
}

export type StoredPosting = { deletedAt: Date | null; endsAt: Date }

/** Finds a posting, also a deleted one. */
export const findPosting = (db: Db, { userId, id }: Posting): Promise<StoredPosting | undefined> =>
  db
    .selectFrom('offerPosting')
    .select(['deletedAt', 'endsAt'])
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

export const savePosting = (db: Db, posting: Posting & { facts: OfferFacts; now: Date; endsAt: Date }) => {
  const facts = JSON.stringify(posting.facts)
  const { userId, id, now, endsAt } = posting
  return db
    .insertInto('offerPosting')
    .values({ userId, id, facts, createdAt: now, endsAt })
    .onConflict((conflict) => conflict.columns(['userId', 'id']).doUpdateSet({ facts, endsAt, deletedAt: null }))
    .execute()
}

export const changePosting = (db: Db, { userId, id }: Posting, changes: Updateable<Tables['offerPosting']>) =>
  db.updateTable('offerPosting').set(changes).where('userId', '=', userId).where('id', '=', id).execute()

/** Lists the answers to a posting, in the order they were pasted. */
export const listAnswers = (db: Db, { userId, id }: Posting, now: Date) =>
  db
    .selectFrom('offerAnswer')
    .select(['id', 'text', 'pastedAt', 'isStarred', 'repliedAt'])
    .where('userId', '=', userId)
    .where('postingId', '=', id)
    .where('deletedAt', 'is', null)
    .where('endsAt', '>', now)
    .orderBy('pastedAt')
    .orderBy('id')
    .execute()

/** Counts answers to a posting and their characters, those with these texts left out; and all of its deleted ones. */
export async function measureAnswers(db: Db, { userId, id }: Posting, hashes: string[], now: Date) {
  const rows = await db
    .selectFrom('offerAnswer')
    .select([
      (eb) => eb('deletedAt', 'is not', null).as('isDeleted'),
      (eb) => eb.fn.countAll<number>().as('count'),
      (eb) => eb.fn.coalesce(eb.fn.sum<number>(eb.fn<number>('length', ['text'])), eb.val(0)).as('length'),
    ])
    .where('userId', '=', userId)
    .where('postingId', '=', id)
    .where('endsAt', '>', now)
    .where((eb) => eb.or([eb('deletedAt', 'is not', null), eb('textHash', '!=', sql<string>`all(${hashes}::text[])`)]))
    .groupBy((eb) => eb('deletedAt', 'is not', null))
    .execute()
  const none = { count: 0, length: 0 }
  return {
    others: rows.find(({ isDeleted }) => !isDeleted) ?? none,
    deleted: rows.find(({ isDeleted }) => isDeleted) ?? none,
  }
}

/** Returns how many deleted postings of a user are still kept. */
export async function countDeletedPostings(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('offerPosting')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('deletedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

type NewAnswer = { id: string; text: string; textHash: string; pastedAt: Date; endsAt: Date }

/** Adds answers, brings back deleted ones of the same text, and returns the ids of both. */
export async function addAnswers(db: Db, { userId, id }: Posting, answers: NewAnswer[]): Promise<string[]> {
  const rows = await db
    .insertInto('offerAnswer')
    .values(answers.map((answer) => ({ ...answer, userId, postingId: id, isStarred: false })))
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'postingId', 'textHash'])
        .doUpdateSet((eb) => ({
          deletedAt: null,
          pastedAt: eb.ref('excluded.pastedAt'),
          endsAt: eb.ref('excluded.endsAt'),
        }))
        .where('offerAnswer.deletedAt', 'is not', null),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

type Answers = Posting & { ids: string[] }

/** Changes those of the answers that are deleted, or those that are not, and returns their ids. */
export async function changeAnswers(
  db: Db,
  { userId, id, ids }: Answers,
  changes: Updateable<Tables['offerAnswer']>,
  { areDeleted }: { areDeleted: boolean },
): Promise<string[]> {
  const rows = await db
    .updateTable('offerAnswer')
    .set(changes)
    .where('userId', '=', userId)
    .where('postingId', '=', id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deletedAt', areDeleted ? 'is not' : 'is', null)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Removes postings and answers that are over, and those that were deleted before a time. */
export async function removeEnded(db: Db, now: Date, deletedBefore: Date): Promise<void> {
  await db.deleteFrom('offerAnswer').where('endsAt', '<', now).execute()
  await db.deleteFrom('offerAnswer').where('deletedAt', '<', deletedBefore).execute()
  const ended = await db.deleteFrom('offerPosting').where('endsAt', '<', now).returning(['userId', 'id']).execute()
  const deleted = await db
    .deleteFrom('offerPosting')
    .where('deletedAt', '<', deletedBefore)
    .returning(['userId', 'id'])
    .execute()
  for (const [userId, postings] of Map.groupBy([...ended, ...deleted], (posting) => posting.userId))
    await removeAnswersTo(
      db,
      userId,
      postings.map(({ id }) => id),
    )
}

const removeAnswersTo = (db: Db, userId: string, postingIds: string[]) =>
  db
    .deleteFrom('offerAnswer')
    .where('userId', '=', userId)
    .where('postingId', '=', sql<string>`any(${postingIds}::uuid[])`)
    .execute()

/** Removes a user's deleted postings and their answers at once. */
export async function removeDeletedPostings(db: Db, userId: string): Promise<void> {
  const removed = await db
    .deleteFrom('offerPosting')
    .where('userId', '=', userId)
    .where('deletedAt', 'is not', null)
    .returning('id')
    .execute()
  await removeAnswersTo(
    db,
    userId,
    removed.map(({ id }) => id),
  )
}

/** Removes the deleted answers to a posting at once. */
export const removeDeletedAnswers = (db: Db, { userId, id }: Posting) =>
  db
    .deleteFrom('offerAnswer')
    .where('userId', '=', userId)
    .where('postingId', '=', id)
    .where('deletedAt', 'is not', null)
    .execute()

export async function deleteOffersOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('offerAnswer').where('userId', '=', userId).execute()
  await db.deleteFrom('offerPosting').where('userId', '=', userId).execute()
}
