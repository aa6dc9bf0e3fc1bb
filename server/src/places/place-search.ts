import { foldName } from '@loadping/contract/places/place-name'
import type { KnownPlace } from '@loadping/contract/places/places'
import { stateNames } from '@loadping/contract/places/states'
import { type Gazetteer, getGazetteer, lowerBound, placeAt, postalPlaceAt } from './gazetteer.ts'
import { countEdits, hasAtMostMissing, lettersOf } from './place-name.ts'

const maxResults = 8

/** How well a place matches: the whole name, its beginning, a later word, or with misspellings. */
const rank = { whole: 0, beginning: 1, word: 2, misspelled: 3 }

/** What was typed: a folded name, and the states it may be in, or undefined for all. */
type Wanted = { name: string; states: Set<string> | undefined }
type Match = { index: number; rank: number; population: number }

/** Finds places by a name, its beginning or a postal code: the best match first, then the largest city. */
export function searchPlaces(text: string): KnownPlace[] {
  const all = getGazetteer()
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  if (/^\d{3,9}$|^[A-Z]\d([A-Z](\d([A-Z]\d?)?)?)?$/.test(code)) return searchPostalCodes(all, code)

  const best = new Map<number, Match>()
  const add = (match: Match) => {
    if (match.rank < (best.get(match.index)?.rank ?? Number.POSITIVE_INFINITY)) best.set(match.index, match)
  }
  const readings = readWanted(text)
  for (const wanted of readings) addByBeginning(all, wanted, add)
  if (best.size < maxResults) for (const wanted of readings) addByLetters(all, wanted, add)
  return [...best.values()]
    .sort((one, other) => one.rank - other.rank || other.population - one.population || one.index - other.index)
    .slice(0, maxResults)
    .map(({ index }) => placeAt(all, index))
}

function searchPostalCodes(all: Gazetteer, code: string): KnownPlace[] {
  const key = /^\d/.test(code) ? code.slice(0, 5) : code.slice(0, 3)
  const found: KnownPlace[] = []
  for (let index = lowerBound(all.postalCodes, key); all.postalCodes[index]?.startsWith(key); index++) {
    found.push(postalPlaceAt(all, index))
    if (found.length === maxResults) break
  }
  return found
}

/** Returns the ways to read the text: "kansas city mo" is a city with its state, or the beginning of a name. */
function readWanted(text: string): Wanted[] {
  const [beforeComma = '', afterComma] = text.split(',', 2)
  if (afterComma !== undefined) {
    const name = foldName(beforeComma)
    return name ? [{ name, states: statesFrom(afterComma, { isWhole: false }) }] : []
  }
  const words = text.trim().split(/\s+/)
  const withState = [1, 2].flatMap((count) => {
    const name = foldName(words.slice(0, -count).join(' '))
    const states = statesFrom(words.slice(-count).join(' '), { isWhole: true })
    return name && states ? [{ name, states }] : []
  })
  const name = foldName(text)
  return name ? [...withState, { name, states: undefined }] : []
}

/** Returns the states that the text names or, unless it must be whole, begins; undefined for none or no text. */
function statesFrom(text: string, { isWhole }: { isWhole: boolean }): Set<string> | undefined {
  const typed = foldName(text)
  const isMeant = (name: string) => (isWhole ? name === typed : name.startsWith(typed))
  const states = typed
    ? Object.entries(stateNames).filter(([code, name]) => isMeant(code.toLowerCase()) || isMeant(foldName(name)))
    : []
  return states.length > 0 ? new Set(states.map(([code]) => code)) : undefined
}

function addByBeginning(all: Gazetteer, { name, states }: Wanted, add: (match: Match) => void): void {
  const isIn = (state: string) => states === undefined || states.has(state)
  const top: Match[] = []
  for (let index = lowerBound(all.keys, name); all.keys[index]?.startsWith(name); index++) {
    if (!isIn(all.states[index] ?? '')) continue
    const isWhole = all.keys[index] === name
    const population = all.populations[index] ?? 0
    if (isWhole) add({ index, rank: rank.whole, population })
    else keepLargest(top, { index, rank: rank.beginning, population })
  }
  top.forEach(add)
  for (const { key, state, place } of all.aliases) {
    if (isIn(state) && key.startsWith(name))
      add({ index: place, rank: key === name ? rank.whole : rank.beginning, population: all.populations[place] ?? 0 })
  }
}

/** Keeps the largest cities in a short sorted list. */
function keepLargest(top: Match[], match: Match): void {
  const last = top[maxResults - 1]
  if (last && last.population >= match.population) return
  const position = top.findIndex(({ population }) => population < match.population)
  top.splice(position < 0 ? top.length : position, 0, match)
  if (top.length > maxResults) top.pop()
}

/** Adds places by a later word, or with one or two misspellings. The letters of names leave few to compare. */
function addByLetters(all: Gazetteer, { name, states }: Wanted, add: (match: Match) => void): void {
  if (name.length < 4) return
  const letters = lettersOf(name)
  const max = name.length < 8 ? 1 : 2
  const inner = ` ${name}`
  for (let index = 0; index < all.keys.length; index++) {
    const others = all.letters[index] ?? 0
    if (!hasAtMostMissing(max, letters, others) || (states && !states.has(all.states[index] ?? ''))) continue
    const key = all.keys[index] ?? ''
    const population = all.populations[index] ?? 0
    if (hasAtMostMissing(0, letters, others) && key.includes(inner)) add({ index, rank: rank.word, population })
    else if (beginsAlike(name, key)) {
      const edits = countEdits(name, key, { max, isPrefix: true })
      if (edits <= max) add({ index, rank: rank.misspelled + edits, population })
    }
  }
}

/** Whether one of the first two letters is right: few people misspell both. */
function beginsAlike(name: string, key: string): boolean {
  const first = name.charCodeAt(0)
  const second = name.charCodeAt(1)
  const keyFirst = key.charCodeAt(0)
  const keySecond = key.charCodeAt(1)
  return first === keyFirst || second === keySecond || first === keySecond || second === keyFirst
}
