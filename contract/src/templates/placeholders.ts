import { equipmentName } from '../boards/equipment.ts'
import type { LoadFacts } from '../boards/posted-load.ts'
import { formatCount } from '../format/counts.ts'
import { formatMoney, readDollars } from '../format/money.ts'
import { formatPickupDay } from '../format/new-york-days.ts'
import { formatTemperature } from '../format/temperature.ts'
import { type Print, printAs } from './placeholder-print.ts'
import {
  isSnippet,
  mayBeEmpty,
  type Placeholder,
  type PlaceholderName,
  snippetPlaceholder,
} from './placeholder-titles.ts'
import { askCents, postedTotalCents, type RateFormula, type RateInputs } from './rate-formula.ts'
import {
  groupBlocks,
  type PlaceholderToken,
  parseTemplate,
  placeholderNames,
  type TemplateNode,
} from './template-text.ts'
import type { TruckValues } from './truck-values.ts'

/** The sender's profile values, unknown ones absent, with those of their truck, and snippets by name. */
export type SenderProfile = Partial<Record<'mc' | 'dot' | 'phone' | 'company' | 'signature', string>> &
  TruckValues & { snippets?: Readonly<Record<string, string>> }

/** The placeholder values of one load, one sender profile and the values that the sender entered. */
export type Values = {
  formatted: Partial<Record<PlaceholderName, string>>
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
/** A placeholder of a template, not a snippet, with the value that it printed. */
export type FilledPlaceholder = { raw: string; name: Placeholder; value: string }
export type MissingValues = { missing: PlaceholderName[]; unknown: string[] }

/**
 * Formats the values of a load. `entered` values apply only where the load has none, those of the truck after them; its
 * equipment and deadhead replace the load's.
 */
export function valuesOf(
  load: LoadFacts,
  profile: SenderProfile,
  entered: Partial<Record<string, string>> = {},
): Values {
  const enteredRateCents =
    postedTotalCents(load) === undefined ? readDollars(entered['rate'] ?? '') || undefined : undefined
  const { truckLocation, truck, deadheadMiles } = profile
  const known = formatLoadValues(deadheadMiles === undefined ? load : { ...load, deadheadMiles: undefined }, profile)
  if (truck !== undefined) known.truck = undefined
  const ofTruck: typeof known = {
    truckLocation,
    truck: truck ?? undefined,
    ...formatDeadhead(load.tripMiles, deadheadMiles ?? undefined),
  }
  const formatted = Object.fromEntries(
    placeholderNames.map((name) => [
      name,
      known[name] ||
        (name === 'rate' ? enteredRateCents && formatMoney(enteredRateCents) : entered[name]?.trim()) ||
        ofTruck[name] ||
        undefined,
    ]),
  )
  for (const [name, text] of Object.entries(profile.snippets ?? {})) formatted[snippetPlaceholder(name)] = text
  return { formatted, rate: load, enteredRateCents }
}

/**
 * Fills placeholders and returns the text, or the missing and unknown ones. HTML output escapes values and drops
 * paragraphs whose optional texts are all missing.
 */
export const fillPlaceholders = (text: string, values: Values, as: 'html' | 'plain'): FilledText | MissingValues =>
  compileText(text, as)(values)

/** Parses a template text once and returns a function that fills it. */
function compileText(
  text: string,
  as: 'html' | 'plain',
  filled?: FilledPlaceholder[],
): (values: Values) => FilledText | MissingValues {
  const { unknown, fill } = parseText(text, as, filled)
  return (values) => {
    const { output, missing, formula, hasPosted } = fill(values)
    if (missing.size > 0 || unknown.length > 0) return { missing: [...missing], unknown }
    return {
      text: output,
      formulaCents: formula?.formula && askOf(formula.formula, values),
      formula: formula?.raw.replace(/^rate:/, ''),
      postedCents: hasPosted ? postedOrEntered(values) : undefined,
    }
  }
}

function parseText(text: string, as: keyof typeof printAs, filled?: FilledPlaceholder[]) {
  const parsed = parseTemplate(text)
  const nodes = as === 'html' || as === 'marked' ? groupBlocks(parsed.nodes) : parsed.nodes
  const fill = (values: Values): Filling & { output: string } => {
    const missing = new Set<Placeholder>()
    const filling: Filling = { values, print: printAs[as], missing, formula: undefined, hasPosted: false, filled }
    const output = fillNodes(nodes, filling)
    return { ...filling, output }
  }
  return { unknown: parsed.unknown, fill }
}

/** One run over a template: what was missing, its first rate formula and whether it holds the posted rate. */
type Filling = {
  values: Values
  print: Print
  missing: Set<PlaceholderName>
  formula: PlaceholderToken | undefined
  hasPosted: boolean
  /** Collects what was printed, if wanted. */
  filled: FilledPlaceholder[] | undefined
}

function fillNodes(nodes: TemplateNode[], filling: Filling): string {
  let filled = ''
  for (const node of nodes) filled += typeof node === 'string' ? node : fillNode(node, filling)
  return filled
}

function fillNode(node: Exclude<TemplateNode, string>, filling: Filling): string {
  if (!('kind' in node)) return fillPlaceholder(node, filling)
  if (node.kind === 'block')
    return node.nodes.some((inner) => isKept(inner, filling)) ? fillNodes(node.nodes, filling) : ''
  return isKept(node, filling) ? fillNodes(node.nodes, filling) : ''
}

/** Whether a node is optional text and every placeholder in it has a value. */
const isKept = (node: TemplateNode, { values }: Filling): boolean =>
  typeof node === 'object' &&
  'kind' in node &&
  node.nodes.every((piece) => typeof piece === 'string' || 'kind' in piece || hasValue(piece, values))

function fillPlaceholder(token: PlaceholderToken, filling: Filling): string {
  if (token.formula) filling.formula ??= token
  else if (token.name === 'rate') filling.hasPosted = true

  const value = renderPlaceholder(token, filling.values)
  if (value === undefined && token.name && mayBeEmpty(token.name)) return ''
  if (value === undefined && token.name) filling.missing.add(token.name)
  if (value !== undefined && token.name && !isSnippet(token.name))
    filling.filled?.push({ raw: token.raw, name: token.name, value })
  return filling.print(value, token)
}

/**
 * A filled template. `askCents` comes from the first rate formula, else from the posted rate if the text contains it.
 */
export type Message = { subject: string; html: string; askCents: number | undefined; formula: string | undefined }

/** Fills a template's subject and body for one load. */
export const fillMessage = (template: TemplateSource, values: Values): Message | MissingValues =>
  compileMessage(template)(values)

/**
 * Fills a template as a preview: the body has a `<mark>` around each value, and titles for missing ones. Returns
 * undefined for an unknown placeholder.
 */
export function previewMessage({ subject, template }: TemplateSource, values: Values): Preview | undefined {
  const head = parseText(subject, 'named')
  const body = parseText(template, 'marked')
  if (head.unknown.length > 0 || body.unknown.length > 0) return undefined
  const filledSubject = head.fill(values)
  const filledBody = body.fill(values)
  return {
    subject: filledSubject.output.trim(),
    html: filledBody.output,
    missing: [...new Set([...filledSubject.missing, ...filledBody.missing])],
  }
}

export type Preview = { subject: string; html: string; missing: PlaceholderName[] }

/** Lists the placeholders that print a value, subject first and without snippets. */
export function listFilled({ subject, template }: TemplateSource, values: Values): FilledPlaceholder[] {
  const filled: FilledPlaceholder[] = []
  compileText(subject, 'plain', filled)(values)
  compileText(template, 'html', filled)(values)
  return filled
}

/** The parts of a template that are filled; the body is HTML. */
export type TemplateSource = { subject: string; template: string }

/** Parses a template once and returns the function that fills it for a load. */
export function compileMessage(template: TemplateSource): (values: Values) => Message | MissingValues {
  const fillSubject = compileText(template.subject, 'plain')
  const fillBody = compileText(template.template, 'html')
  return (values) => {
    const subject = fillSubject(values)
    const body = fillBody(values)
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
}

/** Returns the unknown placeholders and unpaired brackets of a template, as written. */
export const unknownPlaceholders = (text: string): string[] => parseTemplate(text).unknown

/** Returns the placeholders of a template that only brokers have, as written. */
export const brokerPlaceholders = (text: string): string[] =>
  parseTemplate(text).placeholders.flatMap(({ name, raw }) => (name?.startsWith('postedLoad') ? [raw] : []))

/** Names the first ten unknown placeholders, shortened, and counts the others. */
export const unknownMessage = (unknown: string[]): string => listPlaceholders('Unknown', unknown)

/** Says so of placeholders that a carrier wrote and only brokers have. */
export const brokerOnlyMessage = (found: string[]): string => listPlaceholders('Only for brokers', found)

function listPlaceholders(what: string, listed: string[]): string {
  const names = [...new Set(listed)].map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name))
  const more = names.length > 10 ? ` and ${names.length - 10} more` : ''
  return `${what}: ${names.slice(0, 10).join(', ')}${more}`
}

/** Returns the names of the snippets that a template uses. */
export const usedSnippets = ({ subject, template }: TemplateSource): string[] => {
  const names = parseTemplate(`${subject}\n${template}`).placeholders.flatMap(({ name }) => name ?? [])
  return [...new Set(names.filter(isSnippet))].map((name) => name.slice(snippetPlaceholder('').length))
}

/** Returns the ask for the price chip in cents: the first `{{rate:…}}` of the template, else the posted rate. */
export function chipAskCents(text: string, values: Values): number | undefined {
  const formula = parseTemplate(text).placeholders.find((token) => token.formula)?.formula
  return formula ? askOf(formula, values) : postedOrEntered(values)
}

const postedOrEntered = ({ rate, enteredRateCents }: Values): number | undefined =>
  postedTotalCents(rate) ?? enteredRateCents

function formatLoadValues(load: LoadFacts, profile: SenderProfile): Partial<Record<Placeholder, string | undefined>> {
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
    trip: tripMiles ? count(tripMiles) : undefined,
    ...formatDeadhead(tripMiles, deadheadMiles),
    weight: load.weightPounds ? `${count(load.weightPounds)} lb` : undefined,
    length: load.lengthFeet ? `${load.lengthFeet} ft` : undefined,
    load: fullPartial,
    temp: load.temperature && formatTemperature(load.temperature),
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

const formatDeadhead = (tripMiles: number | undefined, deadheadMiles: number | undefined) => ({
  do: count(deadheadMiles),
  tripDO: tripMiles && deadheadMiles !== undefined ? count(tripMiles + deadheadMiles) : undefined,
})

const count = (number: number | undefined): string | undefined =>
  number === undefined ? undefined : formatCount(number)

function renderPlaceholder({ name, formula }: PlaceholderToken, values: Values): string | undefined {
  if (!formula) return name && values.formatted[name]
  const cents = askOf(formula, values)
  return cents === undefined ? undefined : formatMoney(cents)
}

const hasValue = ({ name, formula }: PlaceholderToken, values: Values): boolean =>
  formula ? askOf(formula, values) !== undefined : name !== undefined && values.formatted[name] !== undefined

/** Computes a formula's ask, else returns the rate that the sender entered. */
const askOf = (formula: RateFormula, { rate, enteredRateCents }: Values): number | undefined =>
  askCents(formula, rate) ?? enteredRateCents
