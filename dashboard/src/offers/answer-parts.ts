import { endsSentence, readTokens, type Token } from '@loadping/contract/broker-software/text-tokens'
import { addDays, type Day } from '@loadping/contract/format/new-york-days'
import { linesOf, maskText, splitQuoted } from '../freight-text/pasted-text.ts'
import { readMoment } from '../freight-text/pasted-when.ts'
import type { AnswerFields, AnswerKey } from './answer-fields.ts'

/** One run over an answer. */
export type AnswerReader = {
  text: string
  tokens: Token[]
  today: Day
  fields: AnswerFields
}

/** Keeps a value with its place, unless the same one is kept already. */
export function keepValue<K extends AnswerKey>(
  { text, tokens, fields }: AnswerReader,
  key: K,
  value: AnswerFields[K][number]['value'],
  from: number,
  next: number,
): void {
  const start = tokens[from]?.start ?? 0
  const end = tokens[next - 1]?.end ?? start
  // The list's type is the key's, which TypeScript cannot follow through the table.
  const list = fields[key] as { value: unknown; text: string; start: number; end: number }[]
  const isKept = list.some((each) => JSON.stringify(each.value) === JSON.stringify(value))
  if (!isKept && list.length < maxValues) list.push({ value, text: text.slice(start, end), start, end })
}

/** More trucks than that are a list, which nobody reads in a column. */
const maxValues = 6

/** The words of the sentence from its beginning to the index, the nearest last. */
export function sentenceBefore(tokens: Token[], index: number, count: number): string[] {
  const words: string[] = []
  for (let at = index - 1; at >= Math.max(0, index - count) && !endsSentence(tokens, at); at--)
    words.unshift(tokens[at]?.lower ?? '')
  return words
}

const legal = /^\W{0,3}(?:confidentiality|disclaimer|this (?:e-?mail|message|communication)\b|notice:)/i
const sentOn = /^\s*\*?(?:date|sent):\s*(.{4,60})$/i
const maxAgeDays = 31

/**
 * Splits off what the carrier did not write for this posting: quoted messages, mail headers and legal notices. `today` is
 * the day of the mail, if it names one.
 */
export function ownPart(source: string, today: Day): { text: string; today: Day } {
  const masked = maskMarkedQuotes(maskText(source))
  const { text, quotedStart } = splitQuoted(masked)
  const notice = linesOf(text).find(({ text: line, start }) => start > 0 && legal.test(line))
  const end = Math.min(quotedStart, notice?.start ?? text.length)
  return { text: text.slice(0, end), today: findSentDay(masked.slice(0, end), today) ?? today }
}

const wrote = /^\s*on .{6,120}\bwrote:\s*$/i

/** Replaces quoted lines with `>` by spaces, and the line that introduces them: an answer may stand below them. */
function maskMarkedQuotes(text: string): string {
  const lines = linesOf(text).map((line) => line.text)
  const isQuote = lines.map((line) => /^\s*>/.test(line))
  const shown = lines.map((line, at) => {
    const isIntroduction = wrote.test(line) && (isQuote[at + 1] || (!lines[at + 1]?.trim() && isQuote[at + 2]))
    return isQuote[at] || isIntroduction ? ' '.repeat(line.length) : line
  })
  return shown.join('\n')
}

function findSentDay(text: string, today: Day): Day | undefined {
  for (const line of linesOf(text)) {
    const [, date] = sentOn.exec(line.text) ?? []
    const day = date === undefined ? undefined : readMoment({ tokens: readTokens(date), today, cue: undefined }, 0)
    const sent = day?.value.day
    if (sent && sent <= today && sent >= addDays(today, -maxAgeDays)) return sent
  }
  return undefined
}
