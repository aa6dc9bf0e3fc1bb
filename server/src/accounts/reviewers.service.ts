import { randomInt } from 'node:crypto'
import { reviewerCodeDigits } from '@loadping/contract/sign-in/sign-in-request'
import { Problem } from '@loadping/contract/wire/problem'
import type { DataDeps, Deps } from '../context.ts'
import type { DeletionStep } from './deletion-step.ts'
import * as store from './reviewers.store.ts'

type KeyedDeps = DataDeps & Pick<Deps, 'keys'>
type Database = Pick<Deps, 'db'>

/** Wrong codes in a row before a code is locked: one of 10¹⁶ is not guessed by them. */
export const maxReviewerTries = 1_000

/** Lets an address sign in with a code for some days. Returns the code, which is stored as a hash only. */
export async function createReviewer(
  ctx: KeyedDeps,
  { email, days }: { email: string; days: number },
): Promise<{ code: string; expiresAt: Date }> {
  const digits = Array.from({ length: reviewerCodeDigits }, () => randomInt(10))
  const code = `R${digits.join('')}`
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + days * 86_400_000)
  const isNew = await store.addReviewer(ctx.db, { email, codeHash: hashCode(ctx, email, code), createdAt, expiresAt })
  if (!isNew) throw new Error(`${email} is a reviewer already.`)
  return { code, expiresAt }
}

/** Lists all reviewers, without their codes. */
export const listReviewers = ({ db }: Database) => store.listReviewers(db)

/** Whether an address is a reviewer's, also after its code has ended: nothing is sent to it or for it. */
export const isReviewer = ({ db }: Database, email: string): Promise<boolean> => store.isReviewer(db, email)

/** Throws for reviewers, who may not do what reaches other people. */
export async function refuseReviewer(ctx: Database & { caller: { email: string } }): Promise<void> {
  if (await isReviewer(ctx, ctx.caller.email))
    throw new Problem('not-allowed', 'This account is for trying the product: nothing it does reaches other people.')
}

/** Counts one attempt at a reviewer's code, and returns whether it was right. */
export async function tryReviewerCode(ctx: KeyedDeps, email: string, code: string): Promise<boolean> {
  const attempt = await store.countAttempt(ctx.db, email, { now: ctx.now(), max: maxReviewerTries })
  if (attempt?.codeHash !== hashCode(ctx, email, code)) return false
  await store.forgetAttempts(ctx.db, email)
  return true
}

/** Whether a code still signs in, which stays so until the end of the transaction: `end` waits for it. */
export const claimReviewerCode = (ctx: KeyedDeps, email: string, code: string): Promise<boolean> =>
  store.lockCode(ctx.db, { email, codeHash: hashCode(ctx, email, code), now: ctx.now() })

/** Ends the code of a reviewer at once, by any clock. Returns false if there is no such reviewer. */
export const endReviewerCode = ({ db, now }: DataDeps, email: string): Promise<boolean> =>
  store.endCode(db, email, now())

/** Forgets a reviewer who never signed in. */
export const forgetReviewer = ({ db }: Database, email: string) => store.deleteReviewer(db, email)

export const deleteReviewerOf: DeletionStep = ({ db }, { email }) => store.deleteReviewer(db, email)

const hashCode = ({ keys }: KeyedDeps, email: string, code: string): string =>
  keys.hmac('reviewer-code', `${email} ${code}`)
