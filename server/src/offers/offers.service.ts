import { createHash, randomUUID } from 'node:crypto'
import { formatCount } from '@loadping/contract/format/counts'
import {
  type AnswerChange,
  maxAnswersLength,
  maxAnswersPerPosting,
  maxOfferPostings,
  type OfferAnswer,
  type OfferFacts,
  type OfferPosting,
  offerDays,
} from '@loadping/contract/offers/offers'
import { Problem } from '@loadping/contract/wire/problem'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import * as store from './offers.store.ts'

const dayMs = 86_400_000
/** How long a deleted posting or answer can be restored. */
const restorableMs = dayMs

const endOf = (start: Date): Date => new Date(start.getTime() + offerDays * dayMs)

/** Lists the caller's postings, the newest first. */
export async function listPostings({ db, caller, now }: Context): Promise<OfferPosting[]> {
  const rows = await store.listPostings(db, caller.userId, now())
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** Adds a posting, or replaces the facts of the one with its id. Rejects a new one beyond the limit. */
export const addPosting = (ctx: Context, { id, facts }: { id: string; facts: OfferFacts }): Promise<OfferPosting> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    await store.lockOffers(tx.db, userId)
    const others = (await store.listPostings(tx.db, userId, tx.now())).filter((posting) => posting.id !== id)
    if (others.length >= maxOfferPostings)
      throw new Problem('not-allowed', `You can keep ${maxOfferPostings} postings. Delete one to add another.`)
    return storePosting(tx, id, facts)
  })

/** Replaces a posting's facts, and keeps it for 30 days more. */
export const savePosting = (ctx: Context, id: string, facts: OfferFacts): Promise<OfferPosting> =>
  inTransaction(ctx, async (tx) => {
    await lockPosting(tx, id)
    return storePosting(tx, id, facts)
  })

async function storePosting(tx: Context, id: string, facts: OfferFacts): Promise<OfferPosting> {
  const now = tx.now()
  await store.savePosting(tx.db, { userId: tx.caller.userId, id, facts, now, endsAt: endOf(now) })
  const saved = (await listPostings(tx)).find((posting) => posting.id === id)
  if (!saved) throw notFound()
  return saved
}

const notFound = () => new Problem('not-found', 'This posting was deleted.')

/** Deletes a posting with its answers. For a day it can be restored. */
export const deletePosting = (ctx: Context, id: string): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    await lockPosting(tx, id)
    const { userId } = tx.caller
    await store.changePosting(tx.db, { userId, id }, { deletedAt: tx.now() })
    if ((await store.countDeletedPostings(tx.db, userId)) > maxOfferPostings)
      await store.removeDeletedPostings(tx.db, userId)
    return null
  })

/** Undoes the deletion of a posting. It may run again. */
export const restorePosting = (ctx: Context, id: string): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    await store.lockOffers(tx.db, userId)
    const posting = await store.findPosting(tx.db, { userId, id })
    if (!posting || posting.endsAt <= tx.now()) throw notFound()
    if (posting.deletedAt !== null) await store.changePosting(tx.db, { userId, id }, { deletedAt: null })
    return null
  })

/** Locks the caller's offers. Rejects a posting that is deleted or over. */
async function lockPosting(tx: Context, id: string): Promise<void> {
  await store.lockOffers(tx.db, tx.caller.userId)
  await checkPosting(tx, id)
}

async function checkPosting({ db, caller, now }: Context, id: string): Promise<void> {
  const posting = await store.findPosting(db, { userId: caller.userId, id })
  if (!posting || posting.deletedAt !== null || posting.endsAt <= now()) throw notFound()
}

export async function listAnswers(ctx: Context, id: string): Promise<OfferAnswer[]> {
  await checkPosting(ctx, id)
  const rows = await store.listAnswers(ctx.db, { userId: ctx.caller.userId, id }, ctx.now())
  return rows.map(({ pastedAt, repliedAt, ...row }) => ({
    ...row,
    pastedAt: pastedAt.toISOString(),
    repliedAt: repliedAt?.toISOString() ?? null,
  }))
}

/** Adds answers of texts that the posting does not have yet, and keeps the posting as long as them. */
export const addAnswers = (ctx: Context, id: string, texts: string[]): Promise<{ added: string[] }> =>
  inTransaction(ctx, async (tx) => {
    await lockPosting(tx, id)
    const posting = { userId: tx.caller.userId, id }
    const byHash = new Map(texts.map((text) => [createHash('sha256').update(text).digest('hex'), text]))
    const now = tx.now()
    const { others, deleted } = await store.measureAnswers(tx.db, posting, [...byHash.keys()], now)
    const isFull = deleted.count > maxAnswersPerPosting || deleted.length > maxAnswersLength
    if (isFull) await store.removeDeletedAnswers(tx.db, posting)
    const length = [...byHash.values()].reduce((sum, text) => sum + text.length, others.length)
    if (others.count + byHash.size > maxAnswersPerPosting)
      throw new Problem('not-allowed', `A posting keeps ${maxAnswersPerPosting} answers. Remove some to add others.`)
    if (length > maxAnswersLength)
      throw new Problem(
        'not-allowed',
        `The answers to a posting have ${formatCount(maxAnswersLength)} characters at most. Remove some to add others.`,
      )
    const endsAt = endOf(now)
    const answers = [...byHash].map(([textHash, text], at) => ({
      id: randomUUID(),
      text,
      textHash,
      pastedAt: new Date(now.getTime() + at), // so that they stay in the order of the paste
      endsAt,
    }))
    const added = await store.addAnswers(tx.db, posting, answers)
    if (added.length > 0) await store.changePosting(tx.db, posting, { endsAt })
    return { added }
  })

/** Changes those of the answers that are there; only a restoration changes deleted ones. */
export const changeAnswers = (
  ctx: Context,
  id: string,
  { ids, change }: { ids: string[]; change: AnswerChange },
): Promise<{ changed: string[] }> =>
  inTransaction(ctx, async (tx) => {
    await lockPosting(tx, id)
    const areDeleted = change.kind === 'restore'
    const answers = { userId: tx.caller.userId, id, ids }
    return { changed: await store.changeAnswers(tx.db, answers, changesOf(tx, change), { areDeleted }) }
  })

function changesOf({ now }: Context, change: AnswerChange) {
  if (change.kind === 'star') return { isStarred: change.isStarred }
  if (change.kind === 'reply') return { repliedAt: now() }
  return { deletedAt: change.kind === 'restore' ? null : now() }
}

/** Removes postings and answers after 30 days, and deleted ones after one. */
export const removeEndedOffers = (ctx: Deps): Promise<void> =>
  inTransaction(ctx, ({ db, now }) => store.removeEnded(db, now(), new Date(now().getTime() - restorableMs)))

export const deleteOffers: DeletionStep = ({ db }, { userId }) => store.deleteOffersOf(db, userId)
