import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { type AskLadder, askLadder, nextAsk } from './ask-ladder.ts'
import type { Compose } from './use-compose.ts'

export type Ladder = AskLadder & {
  /** What the email asks now. */
  askCents: number | undefined
  /** What was asked last, and what the broker offered since. */
  lastCents: number | null
  offeredCents: number | undefined
  /** The ask to try next. */
  nextCents: number | undefined
  take: (cents: number) => void
  /** Takes the next lower ask; undefined if none is left. */
  stepDown: (() => void) | undefined
}

type Climbed = { load: SavedLoad; compose: Compose; floorCents: number | undefined }

/** Returns the asks between what the template's formula asks and what the load costs; undefined while either is unknown. */
export function useLadder({ load, compose, floorCents }: Climbed): Ladder | undefined {
  const { composed, change, email } = compose
  const target = composed?.target
  const ladder = target && floorCents !== undefined ? askLadder(target.cents, floorCents, target.step) : undefined
  if (!ladder || !composed || email) return undefined
  const { askCents } = composed
  const offeredCents = load.outcome?.kind === 'countered' ? (load.outcome.cents ?? undefined) : undefined
  const nextCents = load.askCents === null ? undefined : nextAsk(ladder, load.askCents, offeredCents)
  const lower = askCents === undefined ? undefined : nextAsk(ladder, askCents, offeredCents)
  const take = (cents: number) => change({ ask: String(cents / 100) })
  return {
    ...ladder,
    askCents,
    lastCents: load.askCents,
    offeredCents,
    nextCents,
    take,
    stepDown: lower === undefined ? undefined : () => take(lower),
  }
}
