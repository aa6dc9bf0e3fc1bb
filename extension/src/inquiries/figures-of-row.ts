import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { PageState } from '@loadping/contract/extension/page-state'
import { type LoadFigures, loadFigures } from '@loadping/contract/loads/load-figures'
import type { TruckOfRow } from './truck-of-row.ts'

/** What the server told of the user's costs: with the prices of all states, so that none is asked for by a row. */
export type KnownCosts = Pick<PageState, 'costs' | 'diesel'>

/** Returns what a posting costs the user with the truck that its email names, as far as this browser knows. */
export const figuresOfRow = (
  load: PostedLoad,
  truck: TruckOfRow | undefined,
  { costs, diesel }: KnownCosts,
): LoadFigures =>
  loadFigures({
    rateCents: undefined,
    tripMiles: load.tripMiles,
    deadheadMiles: deadheadOf(load, truck),
    dieselPrice: diesel?.[load.origin.state],
    costs,
  })

/** The deadhead that the email states: that of the truck it names, else the board's. */
export const deadheadOf = (load: PostedLoad, truck: TruckOfRow | undefined): number | undefined =>
  truck?.truck ? (truck.values.deadheadMiles ?? undefined) : load.deadheadMiles
