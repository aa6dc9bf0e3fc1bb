import type { BoardId } from '@loadping/contract/boards/board-id'
import type { LoadBefore } from '@loadping/contract/loads/load-status'
import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { type Context, inTransaction } from '../context.ts'
import { writeTogether } from '../db/write-together.ts'
import { answerWrite, findAnswer } from '../idempotency/idempotency.service.ts'
import { loadNotFound } from '../loads/load-row.ts'
import { findOwnPosting } from '../loads/loads.service.ts'
import * as bookedLoads from '../truck-board/booked-loads.service.ts'
import { lockFleet } from '../truck-board/fleet.service.ts'

type Outcome = {
  about: { loadId: string } | { board: BoardId; boardLoadId: string }
  outcome: OutcomeKind
  cents?: number | undefined
}

/** Sets the outcome of the caller's own load once per idempotency key, and returns what it replaced. */
export const setOutcome = (ctx: Context, key: string, body: Outcome): Promise<LoadBefore> =>
  inTransaction(ctx, async (tx) => {
    await lockFleet(tx)
    const earlier = await findAnswer<LoadBefore>(tx, key, body)
    if (earlier) return earlier
    const { about, outcome, cents } = body
    const id = 'loadId' in about ? about.loadId : (await findOwnPosting(tx, about))?.id
    const changed = id && (await bookedLoads.setOutcome(tx, id, { kind: 'outcome', outcome, cents }))
    if (!changed) throw loadNotFound()
    const { truckId, ...before } = changed // released extensions refuse what they do not know
    await writeTogether(tx.db, [answerWrite(tx, { key, body, answer: before })])
    return before
  })
