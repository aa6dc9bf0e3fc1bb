import { EquipmentClass } from '@loadping/contract/boards/equipment'
import { formatHours, readHours } from '@loadping/contract/format/durations'
import { clockIn, instantOf } from '@loadping/contract/format/time-zones'
import { fullClocks } from '@loadping/contract/trucks/driving-hours'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { readPlace } from '../freight-text/typed-place.ts'

/** A truck as typed. `emptyAt` is a day and time in the zone of the place, empty for "now". */
export type TruckDraft = {
  name: string
  equipment: string
  place: string
  emptyAt: string
  drive: string
  window: string
  cycle: string
  isCurrent: boolean
}

export const blankTruck: TruckDraft = {
  name: '',
  equipment: '',
  place: '',
  emptyAt: '',
  drive: '',
  window: '',
  cycle: '',
  isCurrent: false,
}

export function toDraft(truck: Truck, zone: string): TruckDraft {
  const { name, equipment, place, emptyAt, driveMinutes, windowMinutes, cycleMinutes, isCurrent } = truck
  const hours = (minutes: number | null) => (minutes === null ? '' : formatHours(minutes))
  return {
    name,
    equipment: equipment ?? '',
    place: place ? [`${place.city}, ${place.state}`, place.postalCode].filter(Boolean).join(' ') : '',
    emptyAt: emptyAt === null ? '' : localTime(zone, emptyAt),
    drive: hours(driveMinutes),
    window: hours(windowMinutes),
    cycle: hours(cycleMinutes),
    isCurrent,
  }
}

function localTime(zone: string, instant: string): string {
  const { day, time } = clockIn(zone, Date.parse(instant))
  return `${day}T${time}`
}

type Issue = { path: [keyof TruckDraft]; message: string }
type Result = { success: true; data: Truck } | { success: false; error: { issues: Issue[] } }

const clocks = ['drive', 'window', 'cycle'] as const

/** Reads a typed truck, or says what to correct. */
export function readTruck(id: string, draft: TruckDraft, zone: string): Result {
  const name = draft.name.trim()
  const place = readPlace(draft.place)
  const [day = '', time = ''] = draft.emptyAt.split('T')
  const issues: Issue[] = [
    ...(name === '' ? [issue('name', 'Name the truck, such as its number')] : []),
    ...(draft.place.trim() !== '' && !place ? [issue('place', 'Enter a city and state, such as Elgin, IL')] : []),
    ...clocks.flatMap((field) => {
      const limit = fullClocks[field]
      const minutes = readHours(draft[field])
      if (draft[field].trim() !== '' && minutes === undefined) return [issue(field, 'Enter hours such as 8:30')]
      return minutes !== undefined && minutes > limit ? [issue(field, `At most ${formatHours(limit)}`)] : []
    }),
  ]
  if (issues.length > 0) return { success: false, error: { issues } }

  return {
    success: true,
    data: {
      id,
      name,
      equipment: EquipmentClass.safeParse(draft.equipment).data ?? null,
      place: place ?? null,
      emptyAt: time === '' ? null : new Date(instantOf(zone, day, time.slice(0, 5))).toISOString(),
      driveMinutes: readHours(draft.drive) ?? null,
      windowMinutes: readHours(draft.window) ?? null,
      cycleMinutes: readHours(draft.cycle) ?? null,
      isCurrent: draft.isCurrent,
    },
  }
}

const issue = (field: keyof TruckDraft, message: string): Issue => ({ path: [field], message })
