import { findReference } from '@loadping/contract/broker-software/text-freight'
import { readTokens, type Token } from '@loadping/contract/broker-software/text-tokens'
import type { Day } from '@loadping/contract/format/new-york-days'
import { readColumn, readCommodity } from './pasted-columns.ts'
import { readQuantity, readRequirement, readSize, readTruckType } from './pasted-freight.ts'
import { findLabel, type Label } from './pasted-labels.ts'
import { findLoads, type Part } from './pasted-parts.ts'
import { readCompany, readContact } from './pasted-poster.ts'
import { readPay } from './pasted-rate.ts'
import {
  isColumn,
  keep,
  type PastedFields,
  type PastedKey,
  type PastedNote,
  type PastedReader,
  type Requirement,
  spanOf,
} from './pasted-reader.ts'
import { followCue, readStops, startStop } from './pasted-stops.ts'
import { type Cell, spreadCsv } from './pasted-table.ts'
import { readReeferMode, readTemperature, readTemperatureRange, readTemperatureWords } from './pasted-temperature.ts'
import { maskText, splitQuoted } from './pasted-text.ts'
import { valueReaders } from './pasted-values.ts'
import { readWhen } from './pasted-when.ts'

/** One load of a pasted text: its facts and what else it requires. */
export type PastedLoad = { fields: PastedFields; requirements: Requirement[]; notes: PastedNote[] }

/**
 * Reads the loads of a text from a board, an email or a chat, each fact with the text that states it. Deterministic, in
 * linear time.
 */
export function readPastedLoads(source: string, { today }: { today: Day }): { loads: PastedLoad[]; isNoLoad: boolean } {
  const { text, quotedStart } = splitQuoted(spreadCsv(maskText(source)))
  const tokens = readTokens(text)
  const { own, common } = findLoads(text, tokens, quotedStart)
  const beside = readParts(createReader(text, tokens, today), common)
  const loads = own.map((part) => {
    const reader = readParts(createReader(text, tokens, today), [part])
    return {
      fields: { ...beside.load, ...reader.load },
      requirements: sortRequirements(new Set([...reader.requirements.keys(), ...beside.requirements.keys()])),
      notes: reader.notes,
    }
  })
  const stated = loads.filter((load) => isLoad(load, text))
  if (stated.length > 0 || !/\p{L}/u.test(text)) return { loads: stated, isNoLoad: false }
  return { loads: [], isNoLoad: true }
}

/** Reads one labeled value, such as `Pickup: 11/21 8am-2pm`. */
export function readPastedField(source: string, { today }: { today: Day }): PastedFields {
  const text = maskText(source)
  const reader = createReader(text, readTokens(text), today)
  readRange(reader, 0, reader.tokens.length)
  return reader.load
}

/** Starts a run over a text. */
export const createReader = (text: string, tokens: Token[], today: Day): PastedReader => ({
  text,
  tokens,
  today,
  load: {},
  ranks: new Map(),
  requirements: new Map(),
  notes: [],
  cue: undefined,
  isContinuous: undefined,
  ignored: none,
  distance: 0,
})

const sortRequirements = (requirements: Set<Requirement>): Requirement[] =>
  order.filter((name) => requirements.has(name))

function readParts(reader: PastedReader, parts: Part[]): PastedReader {
  for (const part of parts) readPart(reader, part)
  return reader
}

const order: Requirement[] = ['Hazmat', 'Team', 'Tarps', 'Extra stops']
const none: ReadonlySet<PastedKey> = new Set()
/** What a quoted message says of its own writer. */
const quotedKeys: ReadonlySet<PastedKey> = new Set([
  'rate',
  'company',
  'email',
  'phone',
  'mc',
  'dot',
  'comments',
  'deadheadMiles',
])
const sharedKeys: ReadonlySet<PastedKey> = new Set(['origin', 'dest'])

function readPart(reader: PastedReader, part: Part): void {
  reader.distance = part.kind === 'own' ? 0 : part.kind === 'shared' ? 10 : 20
  reader.ignored = part.kind === 'quoted' ? quotedKeys : part.kind === 'shared' ? sharedKeys : none
  reader.cue = undefined
  if (!part.cells) readRange(reader, part.from, part.to)
  for (const cell of part.cells ?? []) readCell(reader, cell, part.from)
}

function readCell(reader: PastedReader, { key, start, end }: Cell, first: number): void {
  let from = first
  while ((reader.tokens[from]?.start ?? end) < start) from++
  let to = from
  while ((reader.tokens[to]?.end ?? Number.POSITIVE_INFINITY) <= end) to++
  if (key === 'when') reader.cue = 'origin'
  const next = valueReaders[key](reader, from, to)
  if (next < to) readRange(reader, next, to)
}

function readRange(reader: PastedReader, from: number, to: number): void {
  let index = from
  while (index < to) {
    const label = findLabel(reader, index)
    const next = label ? readLabeled(reader, label, index, to) : readFact(reader, index)
    if (next === undefined) followCue(reader, index)
    index = Math.max(index + 1, next ?? 0)
  }
}

/** Reads the value of a label, in its line or in the next one, and returns where to go on without the label. */
function readLabeled(reader: PastedReader, label: Label, index: number, to: number): number {
  const { tokens } = reader
  const isAlone = tokens[label.next]?.kind === 'break'
  const from = isAlone ? label.next + 1 : label.next
  if (isAlone && (from >= to || tokens[from]?.kind === 'break' || findLabel(reader, from))) {
    if (/^stop/.test(label.key)) valueReaders[label.key](reader, from, from)
    return from
  }
  const end = valueEnd(reader, from, to)
  const next = valueReaders[label.key](reader, from, end)
  if (label.number !== undefined) startStop(reader, label.number, index)
  return next
}

/** Where a value ends: at the next label of its line, or where the line ends. */
function valueEnd(reader: PastedReader, from: number, to: number): number {
  let index = from
  while (index < to && reader.tokens[index]?.kind !== 'break' && !(index > from && findLabel(reader, index)?.isSigned))
    index++
  return index
}

type ReadFact = (reader: PastedReader, index: number) => number | undefined

const readers: Record<Token['kind'], ReadFact[]> = {
  word: [
    readContact,
    readReferenceAt,
    readTemperatureWords,
    readReeferMode,
    readWhen,
    readRequirement,
    readSize,
    readTruckType,
    readCommodity,
    readStops,
    readDeadhead,
    readCompany,
    readPay,
  ],
  number: [readContact, readTemperatureRange, readWhen, readQuantity, readDeadhead, readColumn, readPay],
  mark: [readContact, readDeadhead, readSigned, readPay],
  break: [],
}

function readFact(reader: PastedReader, index: number): number | undefined {
  for (const read of readers[reader.tokens[index]?.kind ?? 'break']) {
    const next = read(reader, index)
    if (next !== undefined) return next
  }
  return undefined
}

function readReferenceAt(reader: PastedReader, index: number): number | undefined {
  const found = findReference(reader.tokens, index)
  if (!found) return undefined
  const span = spanOf(reader, found.start, found.next)
  const isReference = /^ref/.test(reader.tokens[index]?.lower ?? '')
  keep(reader, 'reference', reader.text.slice(span.start, span.end), span, isReference ? 2 : 1)
  return found.next
}

/** Reads `(45)` or a column of its own after the origin of a row, and `DH 22`. */
function readDeadhead(reader: PastedReader, index: number): number | undefined {
  const { tokens, load } = reader
  if (tokens[index]?.kind === 'number') return readDeadheadColumn(reader, index)
  const isNamed = /^(?:dh|dh-o|deadhead)$/.test(tokens[index]?.lower ?? '')
  const isBeside =
    tokens[index]?.text === '(' && tokens[index + 2]?.text === ')' && load.origin?.end === tokens[index - 1]?.end
  const number = tokens[index + 1]?.text ?? ''
  if (!(isNamed || (isBeside && load.origin)) || !/^\d{1,4}$/.test(number)) return undefined
  keep(reader, 'deadheadMiles', Number(number), spanOf(reader, index + 1, index + 2))
  return index + (isNamed ? 2 : 3)
}

function readDeadheadColumn(reader: PastedReader, index: number): number | undefined {
  const { tokens, load } = reader
  const before = tokens[index - 1]?.kind === 'break' ? tokens[index - 2] : tokens[index - 1]
  const isBeside = load.origin !== undefined && before?.end === load.origin.end && !load.dest
  if (!isBeside || !isColumn(reader, index, index + 1) || !/^\d{1,3}$/.test(tokens[index]?.text ?? '')) return undefined
  keep(reader, 'deadheadMiles', Number(tokens[index]?.text), spanOf(reader, index, index + 1))
  return index + 1
}

function readSigned(reader: PastedReader, index: number): number | undefined {
  const isSign = /^[-−–+]$/.test(reader.tokens[index]?.text ?? '') && reader.tokens[index + 1]?.isGlued
  return isSign ? readTemperature(reader, index) : undefined
}

const facts: PastedKey[] = [
  'pickup',
  'delivery',
  'equipment',
  'lengthFeet',
  'weightPounds',
  'tripMiles',
  'rate',
  'commodity',
  'reference',
]
const minFacts = 3
const noLoad = /\b(?:invoice|amount due|remit to|verification code)\b/i
const truckOffer = /\btrucks? (?:is )?available\b|\blooking for (?:a )?loads?\b/i

/** Whether what was read is a load: a stop, or several facts of one. */
function isLoad({ fields }: PastedLoad, text: string): boolean {
  const isLane = fields.origin !== undefined && fields.dest !== undefined
  if (!isLane && (noLoad.test(text) || truckOffer.test(text))) return false
  return (
    fields.origin !== undefined || fields.dest !== undefined || facts.filter((key) => fields[key]).length >= minFacts
  )
}
