import type { Truck } from '../trucks.ts'
import { equipmentClassNames } from './equipment.ts'
import { parseTemplate } from './template-text.ts'

/** What templates print of the sender's truck; equipment and deadhead for loads that state none. */
export type TruckValues = {
  truckLocation?: string
  /** Its equipment. */
  truck?: string
  deadheadMiles?: number
}

/** Returns what templates print of a truck, `deadheadMiles` away from the pickup. */
export const truckValues = (
  { place, equipment }: Pick<Truck, 'place' | 'equipment'>,
  deadheadMiles: number | null,
): TruckValues => ({
  ...(place && { truckLocation: `${place.city}, ${place.state}` }),
  ...(equipment && equipment !== 'other' && { truck: equipmentClassNames[equipment] }),
  ...(deadheadMiles !== null && { deadheadMiles }),
})

/** Whether a template prints deadhead or total miles. */
export const usesDeadhead = ({ subject, template }: { subject: string; template: string }): boolean =>
  parseTemplate(`${subject}\n${template}`).placeholders.some(({ name }) => name === 'do' || name === 'tripDO')
