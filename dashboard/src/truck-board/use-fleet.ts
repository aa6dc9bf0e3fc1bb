import type { TruckBoard } from '@loadping/contract/truck-board/truck-board'
import { useTimeZone, useTimeZones } from '../places/places.data.ts'
import { toBoardRow, weekFrom } from './board-view.ts'

export type Fleet = ReturnType<typeof useFleet>

/** The trucks with what their rows say of their times, and the days of their strips. */
export function useFleet({ trucks }: TruckBoard, now: Date) {
  const ownZone = useTimeZone(null)
  const zoneAt = useTimeZones(trucks.map(({ truck }) => truck.place))
  const days = weekFrom(now.getTime(), ownZone)
  const rows = trucks.map((row) => toBoardRow(row, zoneAt(row.truck.place), days, now.getTime()))
  const zoneOf = (id: string): string => rows.find(({ row }) => row.truck.id === id)?.zone ?? ownZone
  return { rows, days, today: days[0] ?? '', zoneOf }
}
