import type { PostedLoad } from '../loads.ts'
import { escapeHtml } from '../text.ts'
import { equipmentName } from './equipment.ts'
import { formatPickupDay } from './new-york-days.ts'
import { type Placeholder, placeholderTitles } from './placeholder-titles.ts'
import {
  askCents,
  formatMoney,
  parseRateFormula,
  postedTotalCents,
  type RateFormula,
  type RateInputs,
} from './rate-formula.ts'

/** The sender's profile values; unknown ones are absent. */
export type SenderProfile = Partial<Record<'mc' | 'dot' | 'phone' | 'company' | 'signature' | 'truckLocation', string>>

/** The placeholder values of one load, one sender profile and the values that the sender entered. */
export type Values = {
  formatted: Partial<Record<Placeholder, string>>
  rate: RateInputs
  enteredRateCents?: number | undefined
}

/** Filled text with its first rate formula and the ask it computes, and the posted rate if used, in cents. */
export type FilledText = {
  text: string
  formulaCents: number | undefined
  formula: string | undefined
  postedCents: number | undefined
}
export type MissingValues = { missing: Placeholder[]; unknown: string[] }

/** Formats the values of a load. `entered` values apply only where the load has none. */
export function valuesOf(
  load: PostedLoad,
  profile: SenderProfile,
  entered: Partial<Record<string, string>> = {},
): Values {
  const enteredRateCents = postedTotalCents(load) === undefined ? readDollars(entered['rate']) : undefined
  const known = formatLoadValues(load, profile)
  const formatted = Object.fromEntries(
    placeholderNames.map((name) => [
      name,
      known[name] ||
        (name === 'rate' ? enteredRateCents && formatMoney(enteredRateCents) : entered[name]?.trim()) ||
        undefined,
    ]),
  )
  return { formatted, rate: load, enteredRateCents }
}

/**
 * Fills placeholders and returns the text, or the missing and unknown ones; never raw braces. Values are not parsed as
 * template text. HTML output escapes them and keeps line breaks; plain output puts each on one line.
 */
export function fillPlaceholders(text: string, values: Values, as: 'html' | 'plain'): FilledText | MissingValues {
  const { parts, unknown } = readTemplate(text)
  const missing = new Set<Placeholder>()
  const kept: PlaceholderToken[] = []

  const filled = parts.map((part, index) => {
    const isOptional = index % 2 === 1
    const placeholders = part.filter((piece) => typeof piece !== 'string')
    const unfilled = placeholders.filter((token) => renderPlaceholder(token, values) === undefined)
    if (isOptional && unfilled.length > 0) return ''

    kept.push(...placeholders)
    for (const { name } of unfilled) if (name) missing.add(name)
    return part
      .map((piece) => (typeof piece === 'string' ? piece : formatFor[as](renderPlaceholder(piece, values) ?? '')))
      .join('')
  })
  if (missing.size > 0 || unknown.length > 0) return { missing: [...missing], unknown }

  const formulaToken = kept.find((token) => token.formula)
  const formula = formulaToken?.formula
  const hasPosted = kept.some((token) => token.name === 'rate' && !token.formula)
  return {
    text: filled.join(''),
    formulaCents: formula && askOf(formula, values),
    formula: formulaToken?.raw.replace(/^rate:/, ''),
    postedCents: hasPosted ? postedOrEntered(values) : undefined,
  }
}

/**
 * A filled template. `askCents` comes from the first rate formula, else from the posted rate if the text contains it.
 */
export type Message = { subject: string; html: string; askCents: number | undefined; formula: string | undefined }

/** Fills a template's subject and body for one load. */
export function fillMessage(template: { subject: string; template: string }, values: Values): Message | MissingValues {
  const subject = fillPlaceholders(template.subject, values, 'plain')
  const body = fillPlaceholders(template.template, values, 'html')
  if ('text' in subject && 'text' in body) {
    const askCents = subject.formulaCents ?? body.formulaCents ?? subject.postedCents ?? body.postedCents
    return { subject: subject.text.trim(), html: body.text, askCents, formula: subject.formula ?? body.formula }
  }
  const parts = [subject, body].filter((part) => 'missing' in part)
  return {
    missing: [...new Set(parts.flatMap((part) => part.missing))],
    unknown: parts.flatMap((part) => part.unknown),
  }
}

/** Returns the unknown placeholders and unpaired brackets of a template, as written. */
export const unknownPlaceholders = (text: string): string[] => readTemplate(text).unknown

/** Names the first ten unknown placeholders, shortened, and counts the others. */
export function unknownMessage(unknown: string[]): string {
  const names = [...new Set(unknown)].map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name))
  const more = names.length > 10 ? ` and ${names.length - 10} more` : ''
  return `Unknown: ${names.slice(0, 10).join(', ')}${more}`
}

/** Returns the ask for the price chip in cents: the first `{{rate:…}}` of the template, else the posted rate. */
export function chipAskCents(text: string, values: Values): number | undefined {
  const formula = readTemplate(text).placeholders.find((token) => token.formula)?.formula
  return formula ? askOf(formula, values) : postedOrEntered(values)
}

const postedOrEntered = ({ rate, enteredRateCents }: Values): number | undefined =>
  postedTotalCents(rate) ?? enteredRateCents

function formatLoadValues(load: PostedLoad, profile: SenderProfile): Partial<Record<Placeholder, string | undefined>> {
  const posted = postedTotalCents(load)
  const origin = `${load.origin.city}, ${load.origin.state}`
  const dest = `${load.dest.city}, ${load.dest.state}`
  const avail = load.pickupDay && formatPickupDay(load.pickupDay)
  const truck = load.equipment && equipmentName(load.board, load.equipment)
  const fullPartial =
    load.fullPartial && { full: 'Full', partial: 'Partial', both: 'Full or Partial' }[load.fullPartial]
  const { tripMiles, deadheadMiles } = load
  return {
    company: load.company,
    email: load.contactEmail,
    origin,
    dest,
    avail,
    truck,
    rate: posted === undefined ? undefined : formatMoney(posted),
    ref: load.reference,
    do: count(deadheadMiles),
    trip: tripMiles ? count(tripMiles) : undefined,
    tripDO: tripMiles && deadheadMiles !== undefined ? count(tripMiles + deadheadMiles) : undefined,
    weight: load.weightPounds ? `${count(load.weightPounds)} lb` : undefined,
    length: load.lengthFeet ? `${load.lengthFeet} ft` : undefined,
    load: fullPartial,
    truckLocation: profile.truckLocation,
    mc: profile.mc,
    dot: profile.dot,
    phone: profile.phone,
    myCompany: profile.company,
    signature: profile.signature,
    postedLoadTruckType: truck,
    postedLoadTruckLoad: fullPartial,
    postedLoadOriginDestination: `${origin} to ${dest}`,
    postedLoadOrigin: origin,
    postedLoadDestination: dest,
    postedLoadAvailabilityDate: avail,
  }
}

const count = (number: number | undefined): string | undefined => number?.toLocaleString('en-US')

/** A placeholder as written (`raw`). Without a name it is unknown. */
type PlaceholderToken = { raw: string; name: Placeholder | undefined; formula: RateFormula | undefined }
type Part = (string | PlaceholderToken)[]

/** Splits a template at `[[` and `]]`, so that every second part is optional, and each part at its placeholders. */
function readTemplate(text: string): { parts: Part[]; placeholders: PlaceholderToken[]; unknown: string[] } {
  const parts: Part[] = [[]]
  const unknown: string[] = []
  for (const token of text.match(tokens) ?? []) {
    const isOptional = parts.length % 2 === 0
    if (token === (isOptional ? ']]' : '[[')) parts.push([])
    else if (token === '[[' || token === ']]' || token === '}}') unknown.push(token)
    else parts.at(-1)?.push(token.startsWith('{{') ? parsePlaceholder(token) : token)
  }
  const isLeftOpen = parts.length % 2 === 0
  const placeholders = parts.flat().filter((piece) => typeof piece !== 'string')
  return {
    parts,
    placeholders,
    unknown: [
      ...placeholders.filter(({ name }) => !name).map(({ raw }) => raw),
      ...unknown,
      ...(isLeftOpen ? ['[['] : []),
    ],
  }
}

const tokens = /\{\{[^}]*\}\}|\{\{[^}]*\}?|\}\}|\[\[|\]\]|[^{}[\]]+|[\s\S]/g

function parsePlaceholder(token: string): PlaceholderToken {
  if (!token.endsWith('}}')) return { raw: token.slice(0, 40), name: undefined, formula: undefined }

  const raw = token.slice(2, -2).trim()
  const [name = '', formulaText] = raw.split(/:(.*)/s)
  const formula = formulaText === undefined ? undefined : parseRateFormula(formulaText)
  const isKnown = isPlaceholder(name) && (formulaText === undefined || (name === 'rate' && formula !== undefined))
  return { raw, name: isKnown ? name : undefined, formula }
}

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholderTitles, name)
const placeholderNames = Object.keys(placeholderTitles).filter(isPlaceholder)

function renderPlaceholder({ name, formula }: PlaceholderToken, values: Values): string | undefined {
  if (!formula) return name && values.formatted[name]
  const cents = askOf(formula, values)
  return cents === undefined ? undefined : formatMoney(cents)
}

/** Computes a formula's ask, else returns the rate that the sender entered. */
const askOf = (formula: RateFormula, { rate, enteredRateCents }: Values): number | undefined =>
  askCents(formula, rate) ?? enteredRateCents

/** Parses dollars such as `$2,400` or `2400.50` into cents. */
function readDollars(text: string | undefined): number | undefined {
  const [, whole, fraction = ''] = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{2}))?$/.exec(text?.trim() ?? '') ?? []
  return whole === undefined ? undefined : Number(whole.replaceAll(',', '')) * 100 + Number(fraction) || undefined
}

const formatFor = {
  html: (value: string) => escapeHtml(value).replace(/\r\n|[\r\n\u2028\u2029]/g, '<br>'),
  plain: (value: string) =>
    value
      .replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
      .replace(/ {2,}/g, ' ')
      .trim(),
}
