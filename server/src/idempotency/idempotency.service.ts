import { createHash } from 'node:crypto'
import { Problem } from '@loadping/contract/wire/problem'
import { type DeletionStep, deletionBatch } from '../accounts/deletion-step.ts'
import type { Context, DataDeps } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import * as store from './idempotency.store.ts'
import type { KeyAnswer } from './idempotency.tables.ts'

/** Returns the answer that an idempotency key got for this body. Throws for another body. */
export async function findAnswer<Answer extends KeyAnswer>(
  ctx: Context,
  key: string,
  body: object,
): Promise<Answer | undefined> {
  const earlier = await store.findAnswer(ctx.db, ctx.caller.userId, key)
  rejectOtherBody(earlier, body)
  return earlier && (earlier.answer as Answer) // the same body was for the same endpoint
}

export function rejectOtherBody(earlier: { bodyHash: string } | null | undefined, body: object): void {
  if (earlier && earlier.bodyHash !== hashOf(body))
    throw new Problem('key-reused', 'This Idempotency-Key was used for a different inquiry.')
}

type Answered = { key: string; body: object; answer: KeyAnswer }

export const answerWrite = (ctx: Context, { body, ...answered }: Answered): Write =>
  store.keyWrite(ctx.db, {
    ...answered,
    userId: ctx.caller.userId,
    bodyHash: hashOf(body),
    createdAt: ctx.now(),
  })

/** Deletes keys after two days; they are valid for one. */
export const deleteOldKeys = (ctx: DataDeps) => store.deleteKeys(ctx.db, new Date(ctx.now().getTime() - 2 * 86_400_000))

const hashOf = (body: object): string => createHash('sha256').update(JSON.stringify(body)).digest('base64url')

export const deleteAnswers: DeletionStep = ({ db }, { userId }) => store.deleteKeysOf(db, userId, deletionBatch)
