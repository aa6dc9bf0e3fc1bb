import { describeBelowFloor } from '@loadping/contract/loads/ask-ladder'
import { useState } from 'react'
import type { Trip } from './use-trip.ts'

type Asked = { trip: Trip; key: string; floorCents: number | undefined; askCents: number | undefined }

/** The loads for which a send below the floor was asked about, by user. */
const askedBelow = new Set<string>()

/** Asks before a send whose truck misses the pickup, once for each truck, or that costs the user money, once for each load. */
export function useSendQuestions({ trip: { truck, missed }, key, floorCents, askCents }: Asked) {
  const [lateTruckId, setLateTruckId] = useState<string>()
  const [isFloorAsked, setFloorAsked] = useState(askedBelow.has(key))
  const isLateAsked = truck !== undefined && lateTruckId === truck.id
  const below = describeBelowFloor(askCents, floorCents)
  return {
    /** That the pickup is missed, once a click on Send has asked. */
    late: isLateAsked ? missed : undefined,
    /** That the ask is below the floor, once a click on Send has asked. */
    below: isFloorAsked ? below : undefined,
    /** Returns whether it asks now, instead of a send. */
    asksFirst(): boolean {
      const asksLate = missed !== undefined && truck !== undefined && !isLateAsked
      const asksBelow = below !== undefined && !isFloorAsked
      if (asksLate) setLateTruckId(truck.id)
      if (asksBelow) {
        askedBelow.add(key)
        setFloorAsked(true)
      }
      return asksLate || asksBelow
    },
  }
}
