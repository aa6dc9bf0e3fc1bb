import { createHash } from 'node:crypto'
import { allowedFacts, type TeamRules } from '@loadping/contract/team/team-rules'
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
  if (!earlier) return
  const known = [hashOf(body), hashOfAll(JSON.stringify(body))] // 0.1.0 stored the hash of the whole body
  if (!known.includes(earlier.bodyHash))
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

const strictRules: TeamRules = { allowsSave: false, allowsPhones: false }

/** Hashes a body without what a team's rules take from it, because they may change between a request and its repeat. */
const hashOf = (body: object): string =>
  hashOfAll(JSON.stringify(body, (name, value) => (name === 'load' ? allowedFacts({ ...value }, strictRules) : value)))

const hashOfAll = (text: string): string => createHash('sha256').update(text).digest('base64url')

export const deleteAnswers: DeletionStep = ({ db }, { userId }) => store.deleteKeysOf(db, userId, deletionBatch)
