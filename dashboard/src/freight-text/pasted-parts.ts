import type { Token } from '@loadping/contract/broker-software/text-tokens'
import { findLane } from './pasted-stops.ts'
import { type Cell, findTables } from './pasted-table.ts'
import { type Line, linesOf } from './pasted-text.ts'

/** A range of tokens, or cells of a table, that speaks of one load, of all loads, or was quoted. */
export type Part = { kind: 'own' | 'shared' | 'quoted'; from: number; to: number; cells?: Cell[] }

const maxLoads = 50

/**
 * Finds the loads of a text: rows of a table, lines with different lanes, or parts. `common` is stated of all of them.
 */
export function findLoads(text: string, tokens: Token[], quotedStart: number): { own: Part[]; common: Part[] } {
  const quoted = indexAt(tokens, quotedStart)
  const lines = linesOf(text.slice(0, quotedStart))
  const tables = findTables(lines)
  const ranges: Block[] = tables.length > 0 ? tables : findBlocks(tokens, lines)
  const last: Part = { kind: 'quoted', from: quoted, to: tokens.length }
  if (ranges.length === 0) return { own: [{ kind: 'own', from: 0, to: quoted }], common: [last] }

  const shared: Part[] = []
  let start = 0
  for (const range of ranges) {
    shared.push({ kind: 'shared', from: start, to: indexAt(tokens, range.start) })
    start = indexAt(tokens, range.end)
  }
  shared.push({ kind: 'shared', from: start, to: quoted })
  const own = ranges.flatMap((range): Part[] => {
    const part = { kind: 'own' as const, from: indexAt(tokens, range.start), to: indexAt(tokens, range.end) }
    return range.rows
      ? range.rows.map((cells) => ({ ...part, from: indexAt(tokens, cells[0]?.start ?? 0), cells }))
      : [part]
  })
  return { own: own.slice(0, maxLoads), common: [...shared, last] }
}

/** Returns the index of the first token at or after a position. */
function indexAt(tokens: Token[], position: number): number {
  let low = 0
  let high = tokens.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle]?.start ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}

type Block = { start: number; end: number; rows?: Cell[][] }

/** Finds two or more blocks that begin with a lane of their own, or with a heading such as `Load 1`. */
function findBlocks(tokens: Token[], lines: Line[]): Block[] {
  const headings = lines.filter((line) => /^\W*load\s*#?\s*\d{1,2}\W*$/i.test(line.text))
  if (headings.length > 1) return blocksFrom(headings, lines)
  const lanes = lines.flatMap((line) => {
    const lane = laneOf(tokens, line)
    return lane ? [{ line, lane }] : []
  })
  const isList = new Set(lanes.map(({ lane }) => lane)).size > 1
  return isList
    ? blocksFrom(
        lanes.map(({ line }) => line),
        lines,
      )
    : []
}

function laneOf(tokens: Token[], line: Line): string | undefined {
  for (let index = indexAt(tokens, line.start); (tokens[index]?.start ?? line.end) < line.end; index++) {
    const lane = findLane(tokens, index)
    const origin = lane?.origin.value
    const dest = lane?.dest.value
    if (origin && dest) return [origin.city, origin.state, dest.city, dest.state].join().toLowerCase()
  }
  return undefined
}

/** A block ends where the next one begins, or at an empty line. */
function blocksFrom(starts: Line[], lines: Line[]): Block[] {
  const first = new Set(starts)
  const blocks: Block[] = []
  let open: Block | undefined
  for (const line of lines) {
    if (first.has(line)) {
      open = { start: line.start, end: line.end }
      blocks.push(open)
    } else if (!line.text.trim()) open = undefined
    else if (open) open.end = line.end
  }
  return blocks
}
