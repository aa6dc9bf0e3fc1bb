import type { Place } from '@loadping/contract/boards/posted-load'
import { milesBetween, type Point } from '@loadping/contract/places/great-circle'
import { foldName } from '@loadping/contract/places/place-name'
import table from './places.txt?raw' // `scripts/place-table.ts` writes it

const lines = new Map(table.split('\n').map((line): [string, string] => [line.slice(0, 2), line]))

/** By state and folded name; of a state when it is first asked for. */
const known = new Map<string, Map<string, string>>()

/** Returns the coordinates of a city of the US or Canada, to about a mile; undefined if the table lacks it. */
export function findPoint({ city, state }: Place): Point | undefined {
  const line = lines.get(state)
  if (line === undefined) return undefined
  const places = known.get(state) ?? readPlaces(line)
  known.set(state, places)
  const digits = places.get(foldName(city))
  return digits === undefined
    ? undefined
    : { latitude: degreesOf(digits.slice(0, 3)), longitude: -degreesOf(digits.slice(3)) }
}

/** Returns the miles between two places in a straight line; undefined if one of them is unknown. */
export function straightMiles(from: Place, to: Place): number | undefined {
  const start = findPoint(from)
  const end = findPoint(to)
  return start && end && milesBetween(start, end)
}

const degreesOf = (digits: string): number => Number.parseInt(digits, 36) / 100

const readPlaces = (line: string): Map<string, string> =>
  new Map(
    line
      .split('\t')
      .slice(1)
      .map((entry): [string, string] => [entry.slice(0, -6), entry.slice(-6)]),
  )
