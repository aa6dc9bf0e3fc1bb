import type { RateFormula } from '@loadping/contract/templates/rate-formula'

/** Asks for a load, the highest first: the target, up to five steps, and the floor, below which it costs money. */
export type AskLadder = { targetCents: number; stepCents: number[]; floorCents: number }

const maxSteps = 5

/**
 * Returns the asks between what the formula asks and what a load costs, evenly apart and rounded as the formula rounds.
 * Undefined unless the target is above the floor.
 */
export function askLadder(targetCents: number, floorCents: number, step: RateFormula['step']): AskLadder | undefined {
  if (targetCents <= floorCents) return undefined
  const roundTo = step * 100
  const gap = (targetCents - floorCents) / (maxSteps + 1)
  const even = Array.from({ length: maxSteps }, (_, index) => {
    const exact = targetCents - gap * (index + 1)
    return Math.floor((exact + roundTo / 2) / roundTo) * roundTo
  })
  const shownFloorCents = Math.ceil(floorCents / 100) * 100 // people read whole dollars
  const stepCents = [...new Set(even)].filter((cents) => cents < targetCents && cents > shownFloorCents)
  return { targetCents, stepCents, floorCents }
}

/** Returns the next lower ask after the last one that is above what the broker offered; undefined if none is left. */
export function nextAsk(
  { targetCents, stepCents }: AskLadder,
  lastCents: number,
  offeredCents = 0,
): number | undefined {
  return [targetCents, ...stepCents].find((cents) => cents < lastCents && cents > offeredCents)
}
