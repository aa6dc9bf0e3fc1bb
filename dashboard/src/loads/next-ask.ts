import type { AskLadder } from '@loadping/contract/loads/ask-ladder'

/** Returns the next lower ask after the last one that is above what the broker offered; undefined if none is left. */
export function nextAsk(
  { targetCents, stepCents }: AskLadder,
  lastCents: number,
  offeredCents = 0,
): number | undefined {
  return [targetCents, ...stepCents].find((cents) => cents < lastCents && cents > offeredCents)
}
