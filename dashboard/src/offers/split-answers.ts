import { linesOf } from '../freight-text/pasted-text.ts'

/** How a pasted text is split into answers: where it shows itself, at each empty line, at each line, or not at all. */
export type SplitWay = 'auto' | 'blocks' | 'lines' | 'none'

/** A part of a pasted text, with the place where it begins. */
export type AnswerPart = { start: number; text: string }

type Split = { way: SplitWay; own: readonly string[] }

/**
 * Splits a pasted text into answers. By itself only where a mail, another person of a chat, or a line of signs begins: an
 * empty line stands inside of answers, too.
 */
export function splitAnswers(text: string, { way, own }: Split): AnswerPart[] {
  const starts = way === 'none' ? new Map<number, number>() : findStarts(text, way, own)
  const parts: AnswerPart[] = []
  let start = 0
  for (const [end, next] of [...starts, [text.length, text.length] as const]) {
    addPart(parts, text.slice(start, end), start)
    start = next
  }
  return parts
}

function addPart(parts: AnswerPart[], text: string, start: number): void {
  const trimmed = text.trim()
  if (/[\p{L}\d]/u.test(trimmed)) parts.push({ text: trimmed, start: start + text.indexOf(trimmed) })
}

/** Where an answer ends, and where the next one begins: a line of signs between them belongs to neither. */
function findStarts(text: string, way: Exclude<SplitWay, 'none'>, own: readonly string[]): Map<number, number> {
  const lines = linesOf(text)
  if (way === 'lines') return new Map(lines.map(({ start }) => [start, start]))
  if (way === 'blocks')
    return new Map(lines.filter(({ text: line }) => !line.trim()).map(({ start }) => [start, start]))
  const starts = new Map<number, number>()
  const state: State = { sender: undefined, speaker: undefined, isForwarded: false }
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]?.start ?? text.length
    if (isSeparator(lines, at)) {
      starts.set(line.start, next)
      Object.assign(state, { sender: undefined, speaker: undefined, isForwarded: false })
    } else if (startsAnswer(lines, at, state, own)) starts.set(line.start, line.start)
  }
  return starts
}

type State = { sender: string | undefined; speaker: string | undefined; isForwarded: boolean }
type Lines = ReturnType<typeof linesOf>

const header = /^\s*\*?(?:from|sent|to|cc|date|subject|reply-to):/i
const from = /^\s*\*?from:\s*(.{2,200})$/i
const forwarded = /^\s*(?:-{2,}\s*forwarded message\b|begin forwarded message)/i
const quotedAbove = /^\s*(?:-{2,}\s*original message|_{10,}\s*$|>)/i
const stamp =
  /^\[[\d:/.,\sAPM]{6,30}\] ([^:\n]{1,40}):|^\d{1,2}\/\d{1,2}\/\d{2,4}, \d{1,2}:\d{2}(?: [AP]M)? - ([^:\n]{1,40}):/

/** Whether a mail of somebody else begins in the line, or another person of a chat speaks. */
function startsAnswer(lines: Lines, at: number, state: State, own: readonly string[]): boolean {
  const line = lines[at]?.text ?? ''
  if (forwarded.test(line)) {
    state.isForwarded = true
    return true
  }
  const found = stamp.exec(line)
  const speaker = found?.[1] ?? found?.[2]
  if (speaker !== undefined) {
    const isOther = speaker !== state.speaker
    state.speaker = speaker
    return isOther
  }
  const [, sender] = from.exec(line) ?? []
  if (sender === undefined || !isHeaderBlock(lines, at) || isQuoted(lines, at)) return false
  const isSame = sender === state.sender || isOwn(sender, own)
  const isOfForwarded = state.isForwarded
  state.isForwarded = false
  if (!isSame) state.sender = sender
  return !isSame && !isOfForwarded
}

const isOwn = (sender: string, own: readonly string[]): boolean =>
  own.some((each) => sender.toLowerCase().includes(each.toLowerCase()))

/** Whether another line of a mail's head follows. */
const isHeaderBlock = (lines: Lines, at: number): boolean =>
  lines.slice(at + 1, at + 4).some(({ text }) => header.test(text))

/** Whether the lines before say that an earlier message follows. */
function isQuoted(lines: Lines, at: number): boolean {
  let before = at - 1
  while (before >= 0 && at - before < 4 && (!lines[before]?.text.trim() || header.test(lines[before]?.text ?? '')))
    before--
  return quotedAbove.test(lines[before]?.text ?? '') || /^\s*>/.test(lines[at]?.text ?? '')
}

/** Whether a line has only signs such as `---` or `=====`, and is neither a signature's `--` nor above a quoted mail. */
function isSeparator(lines: Lines, at: number): boolean {
  const line = lines[at]?.text.trim() ?? ''
  if (!/^(?:-{3,60}|={3,60}|\*{3,60}|#{3,60}|~{3,60}|—{2,60})$/.test(line)) return false
  return !lines.slice(at + 1, at + 3).some(({ text }) => from.test(text))
}
