import type { Truck } from '@loadping/contract/trucks/trucks'
import { readEmptyTime } from '../read-empty-time.ts'
import type { ReadTruck } from './read-trucks.ts'

/** A truck that a paste adds or changes, with what was not understood of its line. */
export type PastedTruck = {
  line: number
  truck: Truck
  isNew: boolean
  unclear: string[]
}

export type Merged = {
  /** In the order of the lines; those that are saved. */
  pasted: PastedTruck[]
  /** Lines that name no truck. */
  unusable: ReadTruck[]
  /** New trucks that are more than the profile says. */
  tooMany: PastedTruck[]
  /** All trucks of the user once these are saved. */
  trucks: Truck[]
}

type Asked = {
  read: readonly ReadTruck[]
  trucks: readonly Truck[]
  /** The number of trucks of the business profile. */
  most: number
  zoneOf: (place: Truck['place']) => string
  now: number
  /** Returns the id of a new truck, the same one for the same name. */
  idOf: (name: string) => string
}

/** Adds what was read to the trucks, or changes those of the same name. A name that comes twice counts once, at last. */
export function mergeTrucks({ read, trucks, most, zoneOf, now, idOf }: Asked): Merged {
  const byName = new Map(trucks.map((truck) => [keyOf(truck.name), truck]))
  const last = new Map(read.map((each) => [keyOf(each.name), each.line]))
  const usable = read.filter(({ name }) => name !== '')
  const all = usable
    .filter(({ name, line }) => last.get(keyOf(name)) === line)
    .map((each): PastedTruck => {
      const before = byName.get(keyOf(each.name))
      return { line: each.line, isNew: !before, ...apply(each, before ?? newTruck(each.name, idOf), zoneOf, now) }
    })
  const room = Math.max(0, most - trucks.length)
  const added = all.filter(({ isNew }) => isNew)
  const tooMany = added.slice(room)
  const pasted = all.filter((each) => !tooMany.includes(each))
  const changed = new Map(pasted.map(({ truck }) => [truck.id, truck]))
  const kept = trucks.map((truck) => changed.get(truck.id) ?? truck)
  const next = [...kept, ...pasted.flatMap(({ isNew, truck }) => (isNew ? [truck] : []))]
  const hasCurrent = next.some(({ isCurrent }) => isCurrent)
  return {
    pasted,
    tooMany,
    unusable: read.filter(({ name }) => name === ''),
    trucks: hasCurrent ? next : next.map((truck, index) => ({ ...truck, isCurrent: index === 0 })),
  }
}

const keyOf = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ')

const newTruck = (name: string, idOf: Asked['idOf']): Truck => ({
  id: idOf(keyOf(name)),
  name: name.trim(),
  equipment: null,
  place: null,
  emptyAt: null,
  driveMinutes: null,
  windowMinutes: null,
  cycleMinutes: null,
  isCurrent: false,
})

function apply(
  read: ReadTruck,
  before: Truck,
  zoneOf: Asked['zoneOf'],
  now: number,
): Pick<PastedTruck, 'truck' | 'unclear'> {
  const { equipment = before.equipment, place = before.place, driveMinutes = before.driveMinutes, emptyText } = read
  const at = emptyText === undefined ? undefined : readEmptyTime(emptyText, zoneOf(place), now)
  const isUnclear = emptyText !== undefined && at === undefined
  return {
    truck: {
      ...before,
      equipment,
      place,
      driveMinutes,
      emptyAt: at === undefined ? before.emptyAt : new Date(at).toISOString(),
    },
    unclear: [...read.unclear, ...(isUnclear ? [`empty time “${emptyText}”: write it as Tue 6:30 PM`] : [])],
  }
}
