import type { Place } from '../boards/posted-load.ts'
import { stateNames } from '../places/states.ts'
import type { Token } from './text-tokens.ts'

/** States that are words in a text of capitals, so that they need a comma before them. */
export const stateWords: ReadonlySet<string> = new Set([
  'IN',
  'OR',
  'ME',
  'HI',
  'OK',
  'DE',
  'LA',
  'PA',
  'MA',
  'CO',
  'ON',
  'MI',
  'AL',
  'ID',
])

/** Capitalized words that begin no name of a city. */
export const notCities: ReadonlySet<string> = new Set(
  (
    'a an and any are as at available avail box call can consignee cover day deadhead deliver delivers ' +
    'delivery delivering dest destination drop dry email empty equipment flatbed for from full good hello hi in is it ' +
    'lane length load loads located mc miles mt need off on or order origin our out partial phone pick pickup please ' +
    'power pu pulls rate ready reefer ref reference rgn run runs ship shipper sprinter step still thanks the to today ' +
    'tomorrow towards toward trip truck tue unload unloading unloads usdot van via we weight when where with your'
  ).split(' '),
)
/** Second words of cities that begin with one of those. */
const secondWords: Record<string, Set<string>> = {
  van: new Set(['nuys', 'buren', 'wert', 'horn', 'alstyne', 'meter']),
  the: new Set(['dalles', 'woodlands', 'colony', 'villages', 'plains', 'rock']),
}
/** What stands right before a place, so that any capitalized word may begin it. */
const leads = new Set([':', 'to', 'from', 'in', '>', '→'])
const connectors = new Set(['of', 'the', 'du', 'de', 'del', 'la', 'las', 'los', 'or', 'and', 'in', 'sur', 'y'])
const abbreviations = new Set(['st', 'ste', 'ft', 'mt', 'pt', 'n', 's', 'e', 'w'])
const maxCityWords = 5

/** Reads `City, ST`, with a postal code if one follows, and returns the index after it. */
export function readPlace(tokens: Token[], index: number): { value: Place; next: number } | undefined {
  const city = readCity(tokens, index)
  const hasComma = city && tokens[city.next]?.text === ','
  const state = city && tokens[city.next + (hasComma ? 1 : 0)]
  if (!city || !state || !isState(state, { hasComma: hasComma === true, city: city.name })) return undefined

  const next = city.next + (hasComma ? 2 : 1)
  const postalCode = readPostalCode(tokens, next)
  return {
    value: { city: city.name, state: state.text.toUpperCase(), ...(postalCode && { postalCode: postalCode.value }) },
    next: postalCode?.next ?? next,
  }
}

function readCity(tokens: Token[], index: number): { name: string; next: number } | undefined {
  if (!mayBegin(tokens, index)) return undefined
  let next = index
  let name = ''
  for (let count = 0; count < maxCityWords; count++) {
    const token = tokens[next]
    if (token?.kind !== 'word' || (count > 0 && (token.isGlued || isState(token, { hasComma: false, city: name }))))
      break
    const isCapital = /^\p{Lu}/u.test(token.text) || /^d['’]\p{Lu}/u.test(token.text)
    const isConnector = count > 0 && connects(tokens, next)
    if (!isConnector && (!isCapital || (count > 0 && notCities.has(token.lower)))) break
    const mark = markAfter(tokens, next)
    name += `${count > 0 ? ' ' : ''}${token.text}${mark}`
    next += mark ? 2 : 1
  }
  return name ? { name, next } : undefined
}

/** Whether a word such as `of`, alone or with another, leads to one more capitalized word of a name. */
function connects(tokens: Token[], index: number): boolean {
  if (!connectors.has(tokens[index]?.lower ?? '')) return false
  const isPair = connectors.has(tokens[index + 1]?.lower ?? '')
  return /^\p{Lu}/u.test(tokens[index + (isPair ? 2 : 1)]?.text ?? '')
}

/** Returns the mark that belongs to a word of a name, as in `St.` and `Land O' Lakes`. */
function markAfter(tokens: Token[], index: number): string {
  const mark = tokens[index + 1]?.isGlued ? (tokens[index + 1]?.text ?? '') : ''
  const word = tokens[index]?.lower ?? ''
  return (mark === '.' && abbreviations.has(word)) || (/^['’]$/.test(mark) && word === 'o') ? mark : ''
}

function mayBegin(tokens: Token[], index: number): boolean {
  const token = tokens[index]
  const isInside = token?.isGlued && /[\w@._-]/.test(tokens[index - 1]?.text ?? '')
  if (token?.kind !== 'word' || isInside) return false
  if (!notCities.has(token.lower) || token.text === 'Mt' || leads.has(tokens[index - 1]?.lower ?? '')) return true
  return secondWords[token.lower]?.has(tokens[index + 1]?.lower ?? '') ?? false
}

function isState({ text, kind }: Token, { hasComma, city }: { hasComma: boolean; city: string }): boolean {
  if (kind !== 'word' || text.length !== 2) return false
  const isCapital = text === text.toUpperCase()
  const isShouted = city === city.toUpperCase()
  if (!hasComma && (!isCapital || (isShouted && stateWords.has(text)))) return false
  return (
    (Object.hasOwn(stateNames, text.toUpperCase()) || text === 'MX') &&
    (isCapital || !stateWords.has(text.toUpperCase()))
  )
}

/** Reads `60435`, `60435-1234` or `L5T 2N7`. */
export function readPostalCode(tokens: Token[], index: number): { value: string; next: number } | undefined {
  const token = tokens[index]
  if (!token || token.isGlued) return undefined
  if (token.kind === 'word') return readCanadianCode(tokens, index)
  const isUnit = /^(?:lbs?|pounds|mi|miles?)$/.test(tokens[index + 1]?.lower ?? '')
  if (!/^\d{5}$/.test(token.text) || isUnit) return undefined
  const [dash, extension] = tokens.slice(index + 1, index + 3)
  const isLong = dash?.text === '-' && dash.isGlued && extension?.isGlued && /^\d{4}$/.test(extension.text)
  return { value: isLong ? `${token.text}-${extension.text}` : token.text, next: index + (isLong ? 3 : 1) }
}

function readCanadianCode(tokens: Token[], index: number): { value: string; next: number } | undefined {
  const parts = tokens.slice(index, index + 6)
  const areGlued = parts.every(({ isGlued }, at) => isGlued === (at !== 0) || at === 3)
  const code = parts.map(({ text }) => text.toUpperCase()).join('')
  if (!areGlued || parts.length < 6 || !/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(code)) return undefined
  return { value: `${code.slice(0, 3)} ${code.slice(3)}`, next: index + 6 }
}
