import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { foldName } from '@loadping/contract/places/place-name'
import type { KnownPlace } from '@loadping/contract/places/places'
import { countryOf } from '@loadping/contract/places/states'
import { countEdits, hasAtMostMissing, lettersOf } from './place-name.ts'

/** The cities and postal codes of the US and Canada, sorted by folded name, with the letters of each name. */
export type Gazetteer = {
  names: string[]
  states: string[]
  /** Each folded name. */
  keys: string[]
  letters: Int32Array
  latitudes: Float64Array
  longitudes: Float64Array
  populations: Int32Array
  /** Sorted; US ZIP codes, and the first half of Canadian postal codes. */
  postalCodes: string[]
  /** The index of the place, and the coordinates, of each postal code. */
  postalPlaces: Int32Array
  postalLatitudes: Float64Array
  postalLongitudes: Float64Array
  /** Other names, folded, with the index of the place. */
  aliases: { key: string; state: string; place: number }[]
}

const file = join(import.meta.dirname, 'gazetteer.txt.br')
let gazetteer: Gazetteer | undefined

/** Returns the embedded gazetteer, which the first call reads. `scripts/gazetteer.ts` makes its file. */
export const getGazetteer = (): Gazetteer => (gazetteer ??= readGazetteer())

function readGazetteer(): Gazetteer {
  const columns = brotliDecompressSync(readFileSync(file)).toString().split('\n')
  const texts = (column: number) => columns[column]?.split('\t') ?? []
  const degrees = (column: number) => Float64Array.from(texts(column), (hundredths) => Number(hundredths) / 100)
  const names = texts(0)
  const keys = names.map(foldName)
  const latitudes = degrees(2)
  const longitudes = degrees(3)
  const postalPlaces = Int32Array.from(texts(6), Number)
  const add = (offsets: Float64Array, origins: Float64Array) =>
    offsets.map((offset, index) => Math.round((offset + (origins[postalPlaces[index] ?? 0] ?? 0)) * 100) / 100)
  const aliasPlaces = texts(10)
  return {
    names,
    states: texts(1),
    keys,
    letters: Int32Array.from(keys, lettersOf),
    latitudes,
    longitudes,
    populations: Int32Array.from(texts(4), Number),
    postalCodes: texts(5),
    postalPlaces,
    postalLatitudes: add(degrees(7), latitudes),
    postalLongitudes: add(degrees(8), longitudes),
    aliases: texts(9).map((alias, index) => {
      const [key = '', state = ''] = alias.split(',')
      return { key, state, place: Number(aliasPlaces[index]) }
    }),
  }
}

export function placeAt({ names, states, latitudes, longitudes }: Gazetteer, index: number): KnownPlace {
  const state = states[index] ?? ''
  return {
    city: names[index] ?? '',
    state,
    country: countryOf(state),
    postalCode: null,
    address: null,
    latitude: latitudes[index] ?? 0,
    longitude: longitudes[index] ?? 0,
  }
}

/** Returns the place of a postal code, at the coordinates of the code. */
export function postalPlaceAt(all: Gazetteer, index: number): KnownPlace {
  return {
    ...placeAt(all, all.postalPlaces[index] ?? 0),
    postalCode: all.postalCodes[index] ?? null,
    latitude: all.postalLatitudes[index] ?? 0,
    longitude: all.postalLongitudes[index] ?? 0,
  }
}

/** Returns the index of the first text that is not before `text`, in sorted texts. */
export function lowerBound(sorted: string[], text: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the part of a postal code that the gazetteer knows, or undefined: five digits, or `M5V` of `M5V 3L9`. */
function toPostalKey(text: string): string | undefined {
  const compact = text.toUpperCase().replace(/[\s-]/g, '')
  return /^\d{5}(?=\d{4}$|$)/.exec(compact)?.[0] ?? /^[A-Z]\d[A-Z](?=\d[A-Z]\d$|$)/.exec(compact)?.[0]
}

/** Returns the place of a postal code, or undefined. */
export function findPostalCode(code: string): KnownPlace | undefined {
  const all = getGazetteer()
  const key = toPostalKey(code)
  const index = key === undefined ? -1 : lowerBound(all.postalCodes, key)
  return key !== undefined && all.postalCodes[index] === key ? postalPlaceAt(all, index) : undefined
}

/** Finds a city by name and state, however it is spelled; a misspelled one only if no other city is as near. */
export function findCity(city: string, state: string): KnownPlace | undefined {
  const all = getGazetteer()
  const key = foldName(city)
  for (let index = lowerBound(all.keys, key); all.keys[index] === key; index++)
    if (all.states[index] === state) return placeAt(all, index)
  const alias = all.aliases.find((other) => other.key === key && other.state === state)
  const index = alias?.place ?? findMisspelled(all, key, state)
  return index === undefined ? undefined : placeAt(all, index)
}

function findMisspelled(all: Gazetteer, key: string, state: string): number | undefined {
  if (key.length < 5) return undefined
  const letters = lettersOf(key)
  let max = key.length < 8 ? 1 : 2
  let found = [] as number[]
  for (let index = 0; index < all.keys.length; index++) {
    const others = all.letters[index] ?? 0
    if (all.states[index] !== state) continue
    if (!hasAtMostMissing(max, letters, others) || !hasAtMostMissing(max, others, letters)) continue
    const edits = countEdits(key, all.keys[index] ?? '', { max, isPrefix: false })
    if (edits > max) continue
    found = edits < max ? [index] : [...found, index]
    max = edits
  }
  return found.length === 1 ? found[0] : undefined
}
