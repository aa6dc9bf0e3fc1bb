import { readEquipment } from '@loadping/contract/broker-software/text-equipment'
import { notCities, readPlace, readPostalCode, stateWords } from '@loadping/contract/broker-software/text-places'
import type { Token } from '@loadping/contract/broker-software/text-tokens'
import { findStateCode, isMexican, stateNames } from '@loadping/contract/places/states'
import { findCity, findCityCode } from './freight-cities.ts'
import type { PastedPlace } from './pasted-reader.ts'

/** A place and the tokens, or the part of one token, that name it. */
export type PlaceFound = { value: PastedPlace; next: number; start: number; end: number }

const alsoNotCities = new Set(
  (
    'another appt asap carrier co company date driver drivers driver-assist fcfs freight fyi going got has have hey hot ' +
    'i llc me mon monday my no now open out pay paying pays picks produce sat saturday steel sun sunday team thu thursday ' +
    'à chargement pour livraison ramassage tmrw tmw todays tues tuesday two u up ur wed wednesday weds will you fri friday x y'
  ).split(' '),
)
const abbreviations = new Set(['st', 'ste', 'ft', 'mt', 'pt', 'n', 's', 'e', 'w'])
const maxCityWords = 4

/** Reads a place in any case, with its state by name or code: `joliet il`, `Kent, Washington`, `GREEN BAY, WI`. */
export function readAnyPlace(tokens: Token[], index: number): PlaceFound | undefined {
  if (tokens[index]?.kind !== 'word' || isInside(tokens, index)) return undefined
  const strict = readPlace(tokens, index)
  const found = (strict && keepsState(tokens, strict.next) ? strict : undefined) ?? readLoose(tokens, index)
  if (!found || (found.value.state === 'DC' && found.value.city.toLowerCase() !== 'washington')) return undefined
  const { city, ...rest } = found.value
  const start = tokens[index]?.start ?? 0
  return {
    value: { city: titleCase(city), ...rest },
    next: found.next,
    start,
    end: tokens[found.next - 1]?.end ?? start,
  }
}

/** Whether a state read as a code is no part of a longer word, such as the `LA` of `LA-400`. */
const keepsState = (tokens: Token[], next: number): boolean =>
  !(tokens[next]?.isGlued && tokens[next]?.text === '-' && tokens[next + 1]?.kind === 'number')

const isInside = (tokens: Token[], index: number): boolean =>
  tokens[index]?.isGlued === true && /[\w@._]/.test(tokens[index - 1]?.text ?? '')

function readLoose(tokens: Token[], index: number): { value: PastedPlace; next: number } | undefined {
  let next = index
  let name = ''
  for (let count = 0; count < maxCityWords; count++) {
    const token = tokens[next]
    if (token?.kind !== 'word' || !mayBeCity(tokens, next, count)) return undefined
    name += `${name ? ' ' : ''}${token.text}`
    next++
    if (abbreviations.has(token.lower) && tokens[next]?.text === '.') {
      name += '.'
      next++
    }
    const hasComma = tokens[next]?.text === ','
    const state = readState(tokens, next + (hasComma ? 1 : 0), { hasComma, name })
    if (!state) continue
    if (!startsHere(name)) return undefined
    const code = readPostalCode(tokens, state.next)
    return {
      value: { city: name, state: state.value, ...(code && { postalCode: code.value }) },
      next: code?.next ?? state.next,
    }
  }
  return undefined
}

function mayBeCity(tokens: Token[], index: number, count: number): boolean {
  const { lower = '' } = tokens[index] ?? {}
  if (count > 0 && tokens[index]?.isGlued) return false
  if (alsoNotCities.has(lower) || readEquipment(tokens, index)) return false
  return !notCities.has(lower) || ['mt', 'the'].includes(lower) || (count > 0 && ['day'].includes(lower))
}

/** Whether no known city begins later in the words, as `gary` does in `coils gary`. */
function startsHere(name: string): boolean {
  const words = name.split(' ')
  const isMixed = /^\p{Ll}/u.test(name) && /\p{Lu}/u.test(name)
  if (isMixed && !abbreviations.has(words[0]?.replace('.', '') ?? '')) return false
  return findCity(name) !== undefined || words.slice(1).every((_, at) => !findCity(words.slice(at + 1).join(' ')))
}

function readState(
  tokens: Token[],
  index: number,
  { hasComma, name }: { hasComma: boolean; name: string },
): { value: string; next: number } | undefined {
  const token = tokens[index]
  if (token?.kind !== 'word') return undefined
  for (let count = 3; count > 0; count--) {
    const words = tokens.slice(index, index + count)
    if (words.some(({ kind }) => kind !== 'word')) continue
    const text = words.map(({ text }) => text).join(' ')
    const code = text.length > 2 ? findStateCode(text) : undefined
    if (code && (hasComma || /^\p{Lu}/u.test(text))) return { value: code, next: index + count }
  }
  const code = token.text.toUpperCase()
  if (token.text.length !== 2 || !(Object.hasOwn(stateNames, code) || (hasComma && isMexican(code)))) return undefined
  const isWord = stateWords.has(code) && (token.text !== code || name === name.toUpperCase())
  const isPlain = hasComma || !isWord || findCity(name)?.state === code
  return isPlain && (!tokens[index + 1]?.isGlued || tokens[index + 1]?.kind === 'mark')
    ? { value: code, next: index + 1 }
    : undefined
}

/** Reads a city without its state, if dispatchers know it: `Dallas`, `STL`, `Springfield`. */
export function readKnownCity(tokens: Token[], index: number): PlaceFound | undefined {
  const start = tokens[index]
  if (start?.kind !== 'word' || isInside(tokens, index)) return undefined
  for (let count = 3; count > 0; count--) {
    const words = tokens.slice(index, index + count)
    if (words.length < count || words.some(({ kind }) => kind !== 'word' && kind !== 'mark')) continue
    const last = words.at(-1)
    const name = words.map(({ text, isGlued }, at) => `${at > 0 && !isGlued ? ' ' : ''}${text}`).join('')
    const city = last?.kind === 'word' ? (findCity(name) ?? (count === 1 ? findCityCode(name) : undefined)) : undefined
    if (!city || !last) continue
    const code = readPostalCode(tokens, index + count)
    return {
      value: { ...city, ...(code && { postalCode: code.value }) },
      next: code?.next ?? index + count,
      start: start.start,
      end: tokens[(code?.next ?? index + count) - 1]?.end ?? last.end,
    }
  }
  return undefined
}

/** Reads a lane in one word: `CHI-DAL`, `Joliet-Dallas`. */
export function readLaneWord(token: Token | undefined): { origin: PlaceFound; dest: PlaceFound } | undefined {
  const [from = '', to = '', more] = token?.kind === 'word' ? token.text.split('-') : []
  if (!token || !to || more !== undefined || findCity(token.text)) return undefined
  const origin = findCityCode(from)
  const dest = findCityCode(to)
  if (!origin || !dest) return undefined
  const middle = token.start + from.length
  return {
    origin: { value: origin, next: 0, start: token.start, end: middle },
    dest: { value: dest, next: 0, start: middle + 1, end: token.end },
  }
}

/** Reads the words of a labeled place whose state is missing. */
export function readCityAlone(tokens: Token[], index: number, to: number): PlaceFound | undefined {
  let next = index
  while (
    next < to &&
    next - index < maxCityWords &&
    tokens[next]?.kind === 'word' &&
    mayBeCity(tokens, next, next - index)
  )
    next++
  const words = tokens.slice(index, next)
  const name = words.map(({ text }) => text).join(' ')
  const [first] = words
  const last = words.at(-1)
  const isName = /^\p{L}{3,}/u.test(name) && !/^(?:tbd|tba|any|zone|call|none|various|see|area|unknown)\b/i.test(name)
  if (!first || !last || !isName || findStateCode(name)) return undefined
  return { value: { city: titleCase(name) }, next, start: first.start, end: last.end }
}

const small = new Set(['of', 'the', 'du', 'de', 'del', 'la', 'las', 'los', 'sur', 'in', 'and'])

/** Writes a city that is all in capitals, or that has small first letters, as a name. */
function titleCase(city: string): string {
  const isShouted = city === city.toUpperCase()
  return city
    .split(' ')
    .map((word, at) => {
      if (!isShouted && /^\p{Lu}/u.test(word)) return word
      const lower = isShouted ? word.toLowerCase() : word
      if (small.has(lower) && at > 0) return lower
      return lower
        .replace(/(^|[-'’])(\p{L})/gu, (_, mark: string, letter: string) => mark + letter.toUpperCase())
        .replace(/^D(['’])/, 'd$1')
        .replace(/^Mc(\p{L})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    })
    .join(' ')
}
