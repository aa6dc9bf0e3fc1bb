import type { TruckBoard } from '@loadping/contract/truck-board/truck-board'
import { useMemo } from 'react'
import { useTimeZone, useTimeZones } from '../places/places.data.ts'
import { dayIn, toBoardRow, weekFrom } from './board-view.ts'

export type Fleet = ReturnType<typeof useFleet>

/** The trucks with what their rows say of their times, and the days of their strips. */
export function useFleet({ trucks }: TruckBoard, now: Date) {
  const ownZone = useTimeZone(null)
  const zoneAt = useTimeZones(trucks.map(({ truck }) => truck.place))
  const today = dayIn(ownZone, now.getTime())
  const days = useMemo(() => weekFrom(today), [today]) // the same until midnight, so that rows need not render again
  const rows = trucks.map((row) => toBoardRow(row, zoneAt(row.truck.place), days, now.getTime()))
  const zoneOf = (id: string): string => rows.find(({ row }) => row.truck.id === id)?.zone ?? ownZone
  return { rows, days, today, zoneOf }
}
