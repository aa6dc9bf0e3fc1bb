import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { LaneDistance } from '@loadping/contract/places/places'
import type { Deps } from '../context.ts'
import { getDistance } from '../places/distance.service.ts'

const maxWaitMs = 1_000

/** Returns a load's lane, the board's miles first. Outside services have a second to answer, then ours do. */
export async function findLane(
  { geocoder, roadRouter }: Pick<Deps, 'geocoder' | 'roadRouter'>,
  { origin, dest, tripMiles }: Pick<StoredFacts, 'origin' | 'dest' | 'tripMiles'>,
): Promise<LaneDistance> {
  const lane = { origin, dest, boardMiles: tripMiles }
  const answer = getDistance({ geocoder, roadRouter }, lane)
  if (!geocoder && !roadRouter) return answer
  const answered = await Promise.race([answer, sleep(maxWaitMs, undefined, { ref: false })])
  return answered ?? getDistance({ geocoder: undefined, roadRouter: undefined }, lane)
}
