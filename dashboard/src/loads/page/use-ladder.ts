import { type AskLadder, type AskTarget, askLadder } from '@loadping/contract/loads/ask-ladder'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { nextAsk } from '../next-ask.ts'
import type { Compose } from './use-compose.ts'

/** The asks for a load, with what was asked and offered so far. */
export type LoadLadder = AskLadder & {
  /** What was asked last, and what the broker offered since. */
  lastCents: number | null
  offeredCents: number | undefined
  /** The ask to try next. */
  nextCents: number | undefined
}

export type Ladder = LoadLadder & {
  /** What the email asks now. */
  askCents: number | undefined
  take: (cents: number) => void
  /** Takes the next lower ask; undefined if none is left. */
  stepDown: (() => void) | undefined
}

/** Returns the asks between what the template's formula asks and what the load costs; undefined while either is unknown. */
export function ladderOf(
  load: Pick<SavedLoad, 'askCents' | 'outcome'>,
  target: AskTarget | undefined,
  floorCents: number | undefined,
): LoadLadder | undefined {
  const ladder = target && floorCents !== undefined ? askLadder(target, floorCents) : undefined
  if (!ladder) return undefined
  const offeredCents = load.outcome?.kind === 'countered' ? (load.outcome.cents ?? undefined) : undefined
  const nextCents = load.askCents === null ? undefined : nextAsk(ladder, load.askCents, offeredCents)
  return { ...ladder, lastCents: load.askCents, offeredCents, nextCents }
}

/** Lets an email take one of the asks. */
export function climb(ladder: LoadLadder, askCents: number | undefined, take: (cents: number) => void): Ladder {
  const lower = askCents === undefined ? undefined : nextAsk(ladder, askCents, ladder.offeredCents)
  return { ...ladder, askCents, take, stepDown: lower === undefined ? undefined : () => take(lower) }
}

type Climbed = { load: SavedLoad; compose: Compose; floorCents: number | undefined }

/** The asks from which the composed email takes one; undefined while there are none, and after it was sent. */
export function useLadder({ load, compose, floorCents }: Climbed): Ladder | undefined {
  const { composed, change, email } = compose
  const ladder = ladderOf(load, composed?.target, floorCents)
  if (!ladder || !composed || email) return undefined
  return climb(ladder, composed.askCents, (cents) => change({ ask: String(cents / 100) }))
}
