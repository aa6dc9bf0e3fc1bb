import { equipmentClassNames } from '../boards/equipment.ts'
import type { Truck } from '../trucks/trucks.ts'
import { parseTemplate } from './template-text.ts'

/** What templates print of the sender's truck. */
export type TruckValues = {
  truckLocation?: string
  /** Its equipment, in place of what the posting asks for; null if none of the sender's trucks may be promised. */
  truck?: string | null
  /** The deadhead in place of the posting's; null if no road to the pickup is known. */
  deadheadMiles?: number | null
}

/** Returns what templates print of a truck. Without `deadheadMiles`, the posting's deadhead holds. */
export const truckValues = (
  { place, equipment }: Pick<Truck, 'place' | 'equipment'>,
  deadheadMiles?: number | null,
): TruckValues => ({
  ...(place && { truckLocation: `${place.city}, ${place.state}` }),
  ...(equipment && equipment !== 'other' && { truck: equipmentClassNames[equipment] }),
  ...(deadheadMiles !== undefined && { deadheadMiles }),
})

/** What templates print if none of the sender's trucks fits: no truck, place or deadhead, also where the board has one. */
export const valuesWithoutTruck: TruckValues = { truck: null, deadheadMiles: null }

/** How much longer than the board's deadhead a truck's way may be if the user searched from where the truck is. */
const searchedNearMiles = 100

type Deadheads = {
  boardMiles: number | undefined
  truck: Pick<Truck, 'place' | 'isCurrent'> | undefined
  /** From the truck to the pickup; undefined if unknown. */
  wayMiles: number | undefined
}

/**
 * Whether a truck's own way is its deadhead. The board's is from where the user searched: it holds for the current truck
 * only, and only around there.
 */
export const takesOwnWay = ({ boardMiles, truck, wayMiles = 0 }: Deadheads): boolean =>
  boardMiles === undefined || Boolean(truck?.place && !truck.isCurrent) || wayMiles > boardMiles + searchedNearMiles

/** Whether a template prints deadhead or total miles. */
export const usesDeadhead = ({ subject, template }: { subject: string; template: string }): boolean =>
  parseTemplate(`${subject}\n${template}`).placeholders.some(({ name }) => name === 'do' || name === 'tripDO')
