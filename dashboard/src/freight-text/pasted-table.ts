import { columnKey, type LabelKey } from './pasted-labels.ts'
import type { Line } from './pasted-text.ts'

/** One value of a table, with the label of its column. */
export type Cell = { key: LabelKey; start: number; end: number }
export type Table = { start: number; end: number; rows: Cell[][] }

const separators: [name: string, pattern: RegExp][] = [
  ['tab', /\t/],
  ['bar', /\|/],
  ['spaces', /\s{2,}/],
]

/** Finds the tables of a text: a line of labels, then lines with as many values. */
export function findTables(lines: Line[]): Table[] {
  const tables: Table[] = []
  for (let at = 0; at < lines.length; at++) {
    const header = lines[at] && readHeader(lines[at]?.text ?? '')
    if (!header) continue
    const rows: Cell[][] = []
    let last = at
    for (let row = at + 1; row < lines.length && row <= at + 500; row++) {
      const line = lines[row]
      if (!line || /^[\s|:-]*$/.test(line.text)) {
        if (line?.text.includes('-')) continue
        break
      }
      const cells = splitCells(line.text, header.separator)
      if (cells.length < header.keys.length - 1 || cells.length < 2) break
      rows.push(
        cells.flatMap(({ start, end }, column) => {
          const key = header.keys[column]
          return key ? [{ key, start: line.start + start, end: line.start + end }] : []
        }),
      )
      last = row
    }
    if (rows.length === 0) continue
    tables.push({ start: lines[at]?.start ?? 0, end: lines[last]?.end ?? 0, rows })
    at = last
  }
  return tables
}

const minColumns = 3

function readHeader(line: string): { keys: (LabelKey | undefined)[]; separator: string } | undefined {
  for (const [separator, pattern] of separators) {
    if (!pattern.test(line.trim())) continue
    const titles = splitCells(line, separator)
    const keys = titles.map(({ start, end }) => columnKey(line.slice(start, end)))
    const known = keys.filter(Boolean).length
    const hasPlaces = keys.includes('origin') && keys.includes('dest')
    if (titles.length >= minColumns && known >= minColumns && known >= titles.length * 0.6 && hasPlaces)
      return { keys, separator }
  }
  return undefined
}

function splitCells(line: string, separator: string): { start: number; end: number }[] {
  const cells: { start: number; end: number }[] = []
  const push = (start: number, end: number) => {
    const text = line.slice(start, end)
    const lead = text.length - text.trimStart().length
    cells.push({ start: start + lead, end: start + lead + text.trim().length })
  }
  const splitter = separator === 'tab' ? /\t/g : separator === 'bar' ? /\|/g : /\s{2,}/g
  const from =
    separator === 'bar' && /^\s*\|/.test(line) ? line.indexOf('|') + 1 : line.length - line.trimStart().length
  const until = separator === 'bar' && /\|\s*$/.test(line) ? line.lastIndexOf('|') : line.trimEnd().length
  let start = separator === 'tab' ? 0 : from
  for (const { 0: part, index } of line.slice(0, until).matchAll(splitter)) {
    if (index < start) continue
    push(start, index)
    start = index + part.length
  }
  push(start, Math.max(start, until))
  return cells
}

/** Returns the text with the commas between the values of comma-separated lines as tabs, each character at its place. */
export function spreadCsv(text: string): string {
  const header = /^(?=[^\n]*,[^\n]*,)(?=[^\n]*\b(?:origin|from|pickup|shipper))[^\n]*$/gim
  const found = [...text.matchAll(header)].find(
    ({ 0: line }) => readHeader(spreadLine(line)) !== undefined && !/\d/.test(line),
  )
  if (!found) return text
  const end = text.indexOf('\n\n', found.index)
  const table = text.slice(found.index, end < 0 ? text.length : end)
  return (
    text.slice(0, found.index) + table.split('\n').map(spreadLine).join('\n') + text.slice(found.index + table.length)
  )
}

const spreadLine = (line: string): string =>
  line.replace(/"[^"]*"|,/g, (part) => (part === ',' ? '\t' : ` ${part.slice(1, -1)} `))
