import type { BoardId } from '../boards/board-id.ts'
import { type EquipmentClass, equipmentClassesOf, equipmentClassNames, equipmentName } from '../boards/equipment.ts'
import type { LoadFacts, Place } from '../boards/posted-load.ts'
import type { Truck } from './trucks.ts'

/** The freight that each class of truck carries, by the class that postings ask for. */
const carriedBy: Record<EquipmentClass, readonly EquipmentClass[]> = {
  van: ['van'],
  reefer: ['reefer', 'van'],
  flatbed: ['flatbed'],
  'step-deck': ['step-deck', 'flatbed'],
  lowboy: ['lowboy'],
  'power-only': ['power-only'],
  'box-truck': ['box-truck'],
  sprinter: ['sprinter'],
  container: ['container'],
  tanker: ['tanker'],
  other: ['other'],
}

/** What of a truck decides whether an email may promise it. */
export type AskTruck = Pick<Truck, 'id' | 'name' | 'equipment' | 'place' | 'emptyAt' | 'isCurrent'>
type Judged = Pick<AskTruck, 'equipment' | 'place' | 'emptyAt'>
type Asked = Pick<LoadFacts, 'board' | 'equipment'>

/** Whether a truck may be promised for a load: place and empty time are known, and it carries what the posting asks for. */
export const fitsLoad = (truck: Judged, load: Asked): boolean => nameMisfit(truck, load) === undefined

/** Says why a truck may not be promised for a load: `not a reefer`; undefined if it may. */
export function nameMisfit({ equipment, place, emptyAt }: Judged, load: Asked): string | undefined {
  if (load.equipment !== undefined) {
    if (equipment === null) return 'equipment not entered'
    if (!carries(equipment, load.board, load.equipment)) return `not ${nameAsked(load.board, load.equipment)}`
  }
  if (!place) return 'place not entered'
  return emptyAt === null ? 'empty time not entered' : undefined
}

const carries = (equipment: EquipmentClass, board: BoardId | undefined, code: string): boolean =>
  equipmentClassesOf(board, code).some((asked) => carriedBy[equipment].includes(asked))

/** Names what a posting asks for: `a reefer`, `a van or reefer`. */
function nameAsked(board: BoardId | undefined, code: string): string {
  const classes = equipmentClassesOf(board, code)
  if (classes.includes('other')) return `for ${equipmentName(board, code)}`
  const names = classes.map((each) => equipmentClassNames[each].toLowerCase())
  return names[0] === 'power only' ? 'power only' : `a ${names.join(' or ')}`
}

/** Says that equipment of a name carries nothing that a code asks for, `not a van`; undefined if it does. */
export const nameUnfit = (equipment: string, code: string): string | undefined =>
  equipmentClassesOf(undefined, equipment).some((each) => carries(each, undefined, code))
    ? undefined
    : `not ${nameAsked(undefined, code)}`

/** Says why an email about a load names no truck: `None of your trucks is a reefer`. */
export function explainNoTruck(trucks: readonly AskTruck[], { board, equipment }: Asked): string {
  const able = trucks.find(
    (truck) => equipment === undefined || (truck.equipment && carries(truck.equipment, board, equipment)),
  )
  if (able) return `Enter where and when ${able.name} is empty, to name it`
  return equipment === undefined ? 'None of your trucks fits' : `None of your trucks is ${nameAsked(board, equipment)}`
}

export type RankedTruck<T> = {
  truck: T
  /** To the pickup; undefined if unknown. */
  miles: number | undefined
  /** Why it may not be promised. */
  misfit: string | undefined
}

/**
 * Ranks trucks for a load: first those that an email may promise, the current one before nearer ones. Unknown miles come
 * last.
 */
export function rankTrucks<T extends Omit<AskTruck, 'id' | 'name'>>(
  trucks: readonly T[],
  load: Asked,
  milesFrom: (place: Place) => number | undefined,
): RankedTruck<T>[] {
  const ranked = trucks.map((truck) => ({
    truck,
    miles: truck.place ? milesFrom(truck.place) : undefined,
    misfit: nameMisfit(truck, load),
  }))
  return ranked.toSorted(
    (one, other) =>
      Number(one.misfit !== undefined) - Number(other.misfit !== undefined) ||
      Number(other.truck.isCurrent) - Number(one.truck.isCurrent) ||
      compare(one.miles ?? Number.MAX_VALUE, other.miles ?? Number.MAX_VALUE),
  )
}

const compare = (one: number, other: number): number => Number(one > other) - Number(one < other)

/**
 * Returns the truck that an email may promise: the current one if it fits, else the nearest that does. Unknown miles come
 * last.
 */
export function truckOfAsk<T extends Omit<AskTruck, 'id' | 'name'>>(
  trucks: readonly T[],
  load: Asked,
  milesFrom: (place: Place) => number | undefined,
): T | undefined {
  const [first] = rankTrucks(
    trucks.filter((truck) => fitsLoad(truck, load)),
    load,
    milesFrom,
  )
  return first?.truck
}
