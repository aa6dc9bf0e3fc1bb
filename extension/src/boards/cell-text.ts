import type { PostedLoad, PostedRate } from '@loadping/contract/boards/posted-load'

/** Cells are short; what a page puts into one beyond this is not read. */
const maxLength = 2000

/** Returns the text of a cell on one line, or undefined for an empty cell or a dash. */
export function textOf(row: Element, selector: string): string | undefined {
  return cellText(row.querySelector(selector)?.textContent)
}

/** Returns the lines of a cell: its text nodes, as a board that separates values by `<br>` shows them. */
export function linesOf(row: Element, selector: string): (string | undefined)[] {
  const cell = row.querySelector(selector)
  const walker = cell && document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const lines: (string | undefined)[] = []
  while (walker?.nextNode() && lines.length < 20)
    if (walker.currentNode.nodeValue?.trim()) lines.push(cellText(walker.currentNode.nodeValue))
  return lines
}

/** Returns the values of details by their labels in lower case, as far as each label has a value. */
export function labelsOf(pane: Element, labels: string, values: string): Map<string, string | undefined> {
  const found = [...pane.querySelectorAll(values)].map(({ textContent }) => cellText(textContent))
  const names = [...pane.querySelectorAll(labels)].map(({ textContent }) => cellText(textContent)?.toLowerCase() ?? '')
  return new Map(names.map((name, index) => [name.replace(/\s*:$/, ''), found[index]]))
}

/** Returns the address of a mail link. */
export function mailOf(row: Element, selector: string): string | undefined {
  const link = row.querySelector(selector)
  const [, address] = /^mailto:([^?]{1,254})/i.exec(link?.getAttribute('href') ?? '') ?? []
  return address ?? cellText(link?.textContent)
}

export function cellText(content: string | null | undefined): string | undefined {
  const raw = (content ?? '').slice(0, maxLength)
  const text = isPlain(raw) ? raw : raw.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return /^(?:[–—-]*|n\/a)$/i.test(text) ? undefined : text
}

/** Whether a text has nothing to clean: most cells do not. */
const isPlain = (text: string): boolean => /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text)

/** Reads a whole number with an optional unit: `24`, `97%`, `24 days`. */
export const readNumber = (text: string | undefined): number | undefined =>
  readAmount(text, { days: 1, day: 1, '%': 1, cs: 1, dtp: 1 })

/** Reads miles; kilometers are converted. */
export const readMiles = (text: string | undefined): number | undefined =>
  readAmount(text, { mi: 1, miles: 1, km: 0.621371 })

/** Reads pounds, also as `44k`; kilograms are converted. */
export const readPounds = (text: string | undefined): number | undefined =>
  readAmount(text, { lb: 1, lbs: 1, '#': 1, k: 1000, 'k lb': 1000, 'k lbs': 1000, kg: 2.204623 })

export const readFeet = (text: string | undefined): number | undefined => readAmount(text, { ft: 1, "'": 1, feet: 1 })

function readAmount(text: string | undefined, units: Record<string, number>): number | undefined {
  const [, digits, unit = ''] =
    /^~?(\d{1,3}(?:,\d{3})+(?:\.\d{1,3})?|\d{1,9}(?:\.\d{1,3})?)(?:\s*([a-z%#' ]{1,6}))?$/i.exec(text ?? '') ?? []
  const factor = unit === '' ? 1 : units[unit.toLowerCase()]
  return digits === undefined || factor === undefined ? undefined : Math.round(toNumber(digits) * factor)
}

const toNumber = (digits: string): number => Number(digits.replaceAll(',', ''))

/** Reads `$2,315` for the trip or `$2.50/mi` per mile, in US dollars; another currency is no rate. */
export function readRate(text: string | undefined): PostedRate | undefined {
  const [, whole = '', fraction = '', perMile] =
    /^(?:USD?\s*)?\$\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?(?:\s*USD)?(\s*(?:\/|per)\s*mi(?:le)?)?(?:$|\s*\$)/i.exec(
      text ?? '',
    ) ?? []
  if (whole === '') return undefined
  return { cents: toNumber(whole) * 100 + Number(fraction.padEnd(2, '0')), basis: perMile ? 'per-mile' : 'flat' }
}

/** Reads a rate in Canadian dollars, as a row shows it: `CA$3,007`. Nothing is ever computed from it. */
export function readCanadianRate(text: string | undefined): string | undefined {
  const [, before, after] =
    /^(?:(?:CA?\$|CAD\s*\$?)\s*([\d,]{1,10})|\$\s*([\d,]{1,10})(?:\.\d{2})?\s*CAD?\b)/i.exec(text ?? '') ?? []
  const amount = before ?? after
  return amount && `CA$${amount}`
}

/** Reads `Joliet, IL`, also with a postal code or a country. A city in capitals gets small letters. */
export function readPlace(text: string | undefined): PostedLoad['origin'] | undefined {
  const [, city, state, postalCode] =
    /^([^,]{1,80}),\s*([A-Z]{2})(?:\s+([A-Z\d][A-Z\d -]{2,11}))?(?:,?\s+(?:USA?|CAN?))?$/.exec(text ?? '') ?? []
  if (!city || !state) return undefined
  return { city: inSmallLetters(city), state, ...(postalCode && { postalCode: postalCode.trim() }) }
}

const inSmallLetters = (city: string): string =>
  /^[A-Z][A-Z .'-]{2,}$/.test(city)
    ? city.replace(/[A-Z]+/g, (word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    : city

/** Reads `MC-123456`, `MC# 123456` or `MC 123456`. */
export const readDocket = (text: string | undefined): string | undefined =>
  /^MC\s*[#:-]?\s*(\d{1,8})$/i.exec(text ?? '')?.[1]

const fullPartials: Record<string, PostedLoad['fullPartial']> = {
  f: 'full',
  full: 'full',
  tl: 'full',
  p: 'partial',
  partial: 'partial',
  ltl: 'partial',
  both: 'both',
  'f/p': 'both',
}

export const readFullPartial = (text: string | undefined): PostedLoad['fullPartial'] =>
  fullPartials[text?.toLowerCase() ?? '']

/** Reads a phone number. A number that the board hides in part is none. */
export function readPhone(text: string | undefined): string | undefined {
  const isNumber = /^[+\d(][\d\s().+-]*(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i.test(text ?? '')
  return isNumber && (text ?? '').replace(/\D/g, '').length >= 7 ? text : undefined
}
