import type { PostedLoad } from '../loads.ts'
import { escapeHtml } from '../text.ts'
import { equipmentName } from './equipment.ts'
import { formatDay } from './new-york-days.ts'
import { type Placeholder, placeholderTitles } from './placeholder-titles.ts'
import {
  askCents,
  formatMoney,
  parseRateFormula,
  postedTotalCents,
  type RateFormula,
  type RateInputs,
} from './rate-formula.ts'

/** What the sender's own profile fills in; what is not known is absent. */
export type SenderProfile = Partial<Record<'mc' | 'dot' | 'phone' | 'company' | 'signature' | 'truckLocation', string>>

/** What one load, one sender and the sender's own answers put into the holes of a template. */
export type Values = {
  formatted: Partial<Record<Placeholder, string>>
  rate: RateInputs
  enteredRateCents?: number | undefined
}

/** Filled text, and the first prices in it: one that a formula asks (with the formula as it is written), and the posted one, in cents. */
export type FilledText = {
  text: string
  formulaCents: number | undefined
  formula: string | undefined
  postedCents: number | undefined
}
export type MissingValues = { missing: Placeholder[]; unknown: string[] }

/** The values of a load as D4.10 prints them; `typed` are the sender's own answers and count only where the load has none. */
export function valuesOf(
  load: PostedLoad,
  profile: SenderProfile,
  entered: Partial<Record<string, string>> = {},
): Values {
  const enteredRateCents = postedTotalCents(load) === undefined ? readDollars(entered['rate']) : undefined
  const known = printedValues(load, profile)
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
 * Fills a template's placeholders. Answers the text, or the names that have no value or are unknown: nothing leaves with a hole or raw braces.
 * As HTML, values are escaped and their line breaks kept; as plain text, values are put on one line. Values are never read as template text.
 */
export function fillPlaceholders(text: string, values: Values, as: 'html' | 'plain'): FilledText | MissingValues {
  const { parts, unknown } = readTemplate(text)
  const missing = new Set<Placeholder>()
  const kept: PlaceholderToken[] = []

  const filled = parts.map((part, index) => {
    const isOptional = index % 2 === 1
    const holes = part.filter((piece) => typeof piece !== 'string')
    const empty = holes.filter((hole) => renderPlaceholder(hole, values) === undefined)
    if (isOptional && empty.length > 0) return ''

    kept.push(...holes)
    for (const { name } of empty) if (name) missing.add(name)
    return part
      .map((piece) => (typeof piece === 'string' ? piece : formatFor[as](renderPlaceholder(piece, values) ?? '')))
      .join('')
  })
  if (missing.size > 0 || unknown.length > 0) return { missing: [...missing], unknown }

  const asking = kept.find((hole) => hole.formula)
  const formula = asking?.formula
  const hasPosted = kept.some((hole) => hole.name === 'rate' && !hole.formula)
  return {
    text: filled.join(''),
    formulaCents: formula && askOf(formula, values),
    formula: asking?.raw.replace(/^rate:/, ''),
    postedCents: hasPosted ? postedOrTyped(values) : undefined,
  }
}

/**
 * A template filled for one load: the mail as it leaves, and what it asks for in cents: its first formula (as the template wrote it), else the
 * posted rate where it names it.
 */
export type Message = { subject: string; html: string; askCents: number | undefined; formula: string | undefined }

/** Fills a template's subject and body for one load; what the API sends, the row announces and the editor shows is this one message. */
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

/** The names and braces in a template that mean nothing, as they stand there; [] when a load can fill it. */
export const unknownPlaceholders = (text: string): string[] => readTemplate(text).unknown

/** What the price chip shows for this load in cents: the first `{{rate:…}}` of the template, else the posted total (D4.2). */
export function chipAskCents(text: string, values: Values): number | undefined {
  const formula = readTemplate(text).holes.find((hole) => hole.formula)?.formula
  return formula ? askOf(formula, values) : postedOrTyped(values)
}

const postedOrTyped = ({ rate, enteredRateCents }: Values): number | undefined =>
  postedTotalCents(rate) ?? enteredRateCents

function printedValues(load: PostedLoad, profile: SenderProfile): Partial<Record<Placeholder, string | undefined>> {
  const posted = postedTotalCents(load)
  const origin = `${load.origin.city}, ${load.origin.state}`
  const dest = `${load.dest.city}, ${load.dest.state}`
  const avail = load.pickupDay && formatDay(load.pickupDay)
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

/** A placeholder where it stands; without a name it means nothing and `raw` says what was written. */
type PlaceholderToken = { raw: string; name: Placeholder | undefined; formula: RateFormula | undefined }
type Part = (string | PlaceholderToken)[]

/** Cuts a template at its marks, so that every second part is optional, and each part at its placeholders. */
function readTemplate(text: string): { parts: Part[]; holes: PlaceholderToken[]; unknown: string[] } {
  const parts: Part[] = [[]]
  const unknown: string[] = []
  for (const token of text.match(tokens) ?? []) {
    const isInside = parts.length % 2 === 0
    if (token === (isInside ? ']]' : '[[')) parts.push([])
    else if (token === '[[' || token === ']]' || token === '}}') unknown.push(token)
    else parts.at(-1)?.push(token.startsWith('{{') ? parsePlaceholder(token) : token)
  }
  const isLeftOpen = parts.length % 2 === 0
  const holes = parts.flat().filter((piece) => typeof piece !== 'string')
  return {
    parts,
    holes,
    unknown: [...holes.filter(({ name }) => !name).map(({ raw }) => raw), ...unknown, ...(isLeftOpen ? ['[['] : [])],
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
  const asked = askOf(formula, values)
  return asked === undefined ? undefined : formatMoney(asked)
}

/** A formula's ask; where the board gives too little for it, the price that the sender typed. */
const askOf = (formula: RateFormula, { rate, enteredRateCents }: Values): number | undefined =>
  askCents(formula, rate) ?? enteredRateCents

/** Dollars as a person types them, `$2,400` or `2400.50`, in cents. */
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
