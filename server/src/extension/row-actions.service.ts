import { randomUUIDv7 } from 'node:crypto'
import type { RecordedCall } from '@loadping/contract/extension'
import type { BoardId, PostedLoad } from '@loadping/contract/loads'
import type { OutcomeKind } from '@loadping/contract/outcomes'
import { postingKeyOf } from '@loadping/contract/rules/same-load'
import type { LoadBefore } from '@loadping/contract/saved-loads'
import { type Context, inTransaction } from '../context.ts'
import { writeTogether } from '../db/write-together.ts'
import { answerWrite, findAnswer } from '../emails/idempotency.service.ts'
import { addCallContact, callAbout, lockSends } from '../loads/contacts.service.ts'
import { changeLoads } from '../loads/load-changes.service.ts'
import { loadNotFound, storedFactsOf } from '../loads/load-row.ts'
import { findOwnPosting } from '../loads/loads.service.ts'

/** Records a call about a posting once per idempotency key, on the caller's load. Brokers save no loads. */
export function recordCall(
  ctx: Context,
  key: string,
  body: { load: PostedLoad; askCents?: number | undefined },
): Promise<RecordedCall> {
  const { userId, userType } = ctx.caller
  const of = {
    loadKey: postingKeyOf(body.load) ?? '',
    facts: storedFactsOf(body.load),
    askCents: body.askCents ?? null,
  }
  return inTransaction(ctx, async (tx) => {
    await lockSends(tx, userId)
    const earlier = await findAnswer<RecordedCall>(tx, key, body)
    if (earlier) return earlier
    const at = tx.now()
    const now = { ...tx, now: () => at }
    const { loadId, writes } =
      userType === 'broker'
        ? { loadId: null, writes: addCallContact(now, randomUUIDv7(), { ...of, loadId: null }) }
        : await callAbout(now, { ...of, known: await findOwnPosting(tx, body.load) })
    const answer = { at: at.toISOString(), loadId }
    await writeTogether(tx.db, [...writes, answerWrite(now, { key, body, answer })])
    return answer
  })
}

type Outcome = {
  about: { loadId: string } | { board: BoardId; boardLoadId: string }
  outcome: OutcomeKind
  cents?: number | undefined
}

/** Sets the outcome of the caller's own load, and returns what it replaced. */
export async function setOutcome(ctx: Context, { about, outcome, cents }: Outcome): Promise<LoadBefore> {
  const id = 'loadId' in about ? about.loadId : (await findOwnPosting(ctx, about))?.id
  const [before] = id === undefined ? [] : await changeLoads(ctx, [id], { kind: 'outcome', outcome, cents })
  if (!before) throw loadNotFound()
  return before
}
