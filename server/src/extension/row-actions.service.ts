import type { BoardId } from '@loadping/contract/boards/posted-load'
import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import type { LoadBefore } from '@loadping/contract/loads/saved-loads'
import type { Context } from '../context.ts'
import { changeLoads } from '../loads/load-changes.service.ts'
import { loadNotFound } from '../loads/load-row.ts'
import { findOwnPosting } from '../loads/loads.service.ts'

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
