import { readEmail, readNumber } from '@loadping/contract/broker-software/text-amounts'
import { readEquipment, readEquipmentCode } from '@loadping/contract/broker-software/text-equipment'
import { findReference } from '@loadping/contract/broker-software/text-freight'
import { readTokens, type Token } from '@loadping/contract/broker-software/text-tokens'
import type { Day } from '@loadping/contract/format/new-york-days'
import { createReader } from '../freight-text/pasted-load.ts'
import { readAnyPlace } from '../freight-text/pasted-places.ts'
import { readCompany, readContact, readLabeledCompany } from '../freight-text/pasted-poster.ts'
import { lineEnd, type PastedReader } from '../freight-text/pasted-reader.ts'
import { readAsk } from './answer-ask.ts'
import { type Cue, followCue, readEmptyIn, readEmptyOn } from './answer-empty.ts'
import { type AnswerFields, createFields } from './answer-fields.ts'
import { type AnswerReader, keepValue, ownPart, sentenceBefore } from './answer-parts.ts'

type Context = {
  /** When it was pasted; of a mail that names its day, that one counts. */
  today: Day
  /** The posting's, which is found also without a word before it. */
  reference?: string | undefined
  /** What is the broker's own, such as company and address, and so never a carrier's. */
  own?: readonly string[]
}

/**
 * Reads a carrier's answer: each value with the text that states it, nothing that is not said. Deterministic, in linear
 * time.
 */
export function readAnswer(source: string, { today, reference, own = [] }: Context): AnswerFields {
  const part = ownPart(source, today)
  const tokens = readTokens(part.text)
  const reader: AnswerReader = { text: part.text, tokens, today: part.today, fields: createFields() }
  const who = createReader(part.text, tokens, part.today)
  const emails = findEmails(tokens)
  findKnownReference(reader, reference)

  let cue: Cue
  let index = 0
  while (index < tokens.length) {
    const emailEnd = emails.get(index)
    const places = reader.fields.emptyIn.length
    const next =
      emailEnd === undefined ? readFact(reader, who, index, cue) : (readContact(who, atOf(tokens, index)) ?? emailEnd)
    cue = reader.fields.emptyIn.length > places ? 'empty' : followCue(reader, index, cue)
    index = Math.max(index + 1, next ?? 0)
  }
  addWho(reader.fields, who, source, own)
  return reader.fields
}

function readFact(reader: AnswerReader, who: PastedReader, index: number, cue: Cue): number | undefined {
  const { kind } = reader.tokens[index] ?? {}
  if (kind === 'break') return undefined
  return (
    readContact(who, index) ??
    readReference(reader, index) ??
    readEmptyOn(reader, index, cue) ??
    readTrailer(reader, index) ??
    (kind === 'word'
      ? (readCarrier(who, index) ?? readEmptyIn(reader, index, cue) ?? readAsk(reader, index))
      : readAsk(reader, index))
  )
}

/** Where each address begins, with the index after it. */
function findEmails(tokens: Token[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const [index, { text }] of tokens.entries()) {
    const email = text === '@' ? readEmail(tokens, index) : undefined
    if (email) found.set(email.start, email.next)
  }
  return found
}

function atOf(tokens: Token[], index: number): number {
  let at = index
  while (tokens[at] && tokens[at]?.text !== '@') at++
  return at
}

/** Finds the posting's reference where it stands, with or without a word before it. */
function findKnownReference(reader: AnswerReader, reference: string | undefined): void {
  const wanted = reference === undefined ? [] : readTokens(reference.toLowerCase()).map(({ text }) => text)
  if (wanted.join('').length < 4) return
  const { tokens } = reader
  const at = tokens.findIndex(
    (_, index) =>
      wanted.every((text, offset) => tokens[index + offset]?.lower === text) && !isInside(tokens, index, wanted.length),
  )
  if (at >= 0 && reference !== undefined) keepValue(reader, 'reference', reference, at, at + wanted.length)
}

const isInside = (tokens: Token[], index: number, length: number): boolean =>
  (tokens[index]?.isGlued === true && /[\p{L}\d]$/u.test(tokens[index - 1]?.text ?? '')) ||
  (tokens[index + length]?.isGlued === true && /^[\p{L}\d]/u.test(tokens[index + length]?.text ?? ''))

function readReference(reader: AnswerReader, index: number): number | undefined {
  const { tokens } = reader
  const isLoad = /^(?:load|posting)$/.test(tokens[index]?.lower ?? '') && /^\d{4,}$/.test(tokens[index + 1]?.text ?? '')
  const found = isLoad ? { start: index + 1, next: index + 2 } : findReference(tokens, index)
  if (!found) return undefined
  if (reader.fields.reference.length === 0) {
    const { start = 0 } = tokens[found.start] ?? {}
    keepValue(reader, 'reference', reader.text.slice(start, tokens[found.next - 1]?.end), found.start, found.next)
  }
  return found.next
}

const denied = /^(?:no|not|non|without|don't|dont|isn't)$/

/** Reads equipment by its name, and the length of a trailer. */
function readTrailer(reader: AnswerReader, index: number): number | undefined {
  const { tokens } = reader
  const equipment = readEquipment(tokens, index)
  if (equipment) {
    const isDenied = sentenceBefore(tokens, index, 2).some((word) => denied.test(word))
    if (!isDenied) keepValue(reader, 'equipment', equipment.value, index, equipment.next)
    return equipment.next
  }
  const feet = readNumber(tokens[index])
  if (feet === undefined || !/^\d{2}$/.test(tokens[index]?.text ?? '') || feet < 10) return undefined
  const unit = tokens[index + 1]?.lower ?? ''
  if (/^(?:ft|feet|foot|footer|pies|['’′])$/.test(unit)) {
    keepValue(reader, 'length', feet, index, index + 2)
    return index + 2
  }
  const code = tokens[index + 1]?.isGlued ? readEquipmentCode(tokens, index + 1) : undefined
  const isTrailer = [20, 24, 26, 28, 40, 48, 53].includes(feet)
  if (isTrailer && code) {
    keepValue(reader, 'length', feet, index, index + 1)
    keepValue(reader, 'equipment', code.value, index + 1, code.next)
    return code.next
  }
  const after = tokens[index + 1]
  const isBeside =
    readEquipment(tokens, index + 1) !== undefined || (isAfterTrailer(reader, index) && after?.isGlued !== true)
  const isEnd = isAfterTrailer(reader, index) && /^[.,]$/.test(after?.text ?? '')
  if (!isTrailer || !(isBeside || isEnd)) return undefined
  keepValue(reader, 'length', feet, index, index + 1)
  return index + 1
}

/** Whether the name of the equipment ends right before the index, as in `Van 53`. */
const isAfterTrailer = ({ tokens, fields }: AnswerReader, index: number): boolean =>
  fields.equipment.at(-1)?.end === tokens[index - 1]?.end

/** As a word it ends the names of companies, too. */
const colorado = 'CO'
const greeting = /^(?:hi|hello|hey|dear|to|attn|attention|morning|afternoon|evening)$/

function readCarrier(who: PastedReader, index: number): number | undefined {
  const { tokens } = who
  const isLabel = /^(?:carrier|company)$/.test(tokens[index]?.lower ?? '') && tokens[index + 1]?.text === ':'
  if (isLabel) return readLabeledCompany(who, index + 2, lineEnd(tokens, index))
  if (greeting.test(tokens[index - 1]?.lower ?? '')) return undefined
  return readAnyPlace(tokens, index)?.value.state === colorado ? undefined : readCompany(who, index)
}

const sender = /^[ \t]*\*?from:[ \t]*"?([^"<\n]{2,80}?)"?[ \t]*</im
const tradeWords =
  /\b(?:transport|transportation|trucking|freight|logistics|carriers?|hauling|haulers?|express|lines|llc|inc)\b/i

/** Takes over who answers; a company in the name of a mail's sender counts where the text names none. */
function addWho(fields: AnswerFields, { load }: PastedReader, source: string, own: readonly string[]): void {
  const isOwn = ({ value }: { value: string }) => own.some((each) => each.toLowerCase() === value.toLowerCase())
  for (const [key, reading] of [
    ['carrier', load.company],
    ['mc', load.mc],
    ['email', load.email],
    ['phone', load.phone],
  ] as const)
    if (reading && !isOwn(reading)) fields[key].push(reading)
  const found = fields.carrier.length > 0 ? null : sender.exec(source)
  const name = found?.[1]?.trim() ?? ''
  if (!found || !tradeWords.test(name) || isOwn({ value: name })) return
  const start = found.index + found[0].indexOf(name)
  fields.carrier.push({ value: name, text: name, start, end: start + name.length })
}
