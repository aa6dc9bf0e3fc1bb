import { formatDollars } from '@loadping/contract/format/money'
import { shownFloorCents } from '@loadping/contract/loads/ask-ladder'
import { loadFigures } from '@loadping/contract/loads/load-figures'
import { takesOwnWay } from '@loadping/contract/templates/truck-values'
import type { OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { noCosts, type Truck } from '@loadping/contract/trucks/trucks'
import { useFuel } from '../../fuel/fuel.data.ts'
import { useDeadhead } from '../../places/places.data.ts'
import { useLoadedCosts } from '../../trucks/trucks.data.ts'

/** What a load costs the user with a truck; undefined until all of it is known. */
export function useFloor({ facts }: OpenAsk, truck: Pick<Truck, 'place' | 'isCurrent'> | undefined) {
  const { origin, tripMiles, deadheadMiles: boardMiles } = facts
  const way = useDeadhead(truck?.place ?? null, origin)
  const fuel = useFuel(origin)
  const costs = useLoadedCosts() ?? noCosts
  const wayMiles = way?.miles ?? undefined
  const deadheadMiles = takesOwnWay({ boardMiles, truck, wayMiles }) ? wayMiles : boardMiles
  return loadFigures({ rateCents: undefined, tripMiles, deadheadMiles, dieselPrice: fuel?.diesel, costs }).walkAwayCents
}

/** `$1,076, below it costs you money`. */
export const describeFloor = (cents: number): string =>
  `${formatDollars(shownFloorCents(cents))}, below it costs you money`
