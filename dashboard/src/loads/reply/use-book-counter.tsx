import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { type ComponentType, useState } from 'react'
import type { ChangeLoads } from '../load-changes.data.ts'
import type { Trip } from '../page/use-trip.ts'

/** Books a load with a truck; the page gets it from outside, because it is made of parts of loads. */
export type BookLoad = ComponentType<{ load: SavedLoad; truckId: string; onClose: () => void }>

type Countered = {
  BookLoad: BookLoad
  load: SavedLoad
  trip: Trip
  changes: ChangeLoads
  settle: (kind: OutcomeKind) => void
}

/** Books a load at the rate that its broker said: with the truck that the reply names if it names one, else as its outcome. */
export function useBookCounter({ BookLoad, load, trip, changes, settle }: Countered) {
  const truck = trip.noTruck === undefined ? trip.truck : undefined
  const [truckId, setTruckId] = useState<string>() // kept: the booking moves the truck, and then another one fits
  const cents = load.outcome?.cents ?? undefined
  return {
    start() {
      if (truck) setTruckId(truck.id)
      else if (cents === undefined) settle('booked')
      else changes.setOutcome([load.id], 'booked', cents)
    },
    dialog: truckId !== undefined && <BookLoad load={load} truckId={truckId} onClose={() => setTruckId(undefined)} />,
  }
}
