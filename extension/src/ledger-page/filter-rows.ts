import { addDays, newYorkDay, startOfNewYorkDay } from '@loadping/contract/format/new-york-days'
import type { LedgerRow } from '../ledger/ledger-rows.ts'
import { clickedKinds } from '../ledger/sent-fields.ts'
import { boardName, fieldTexts } from './sent-texts.ts'

/** Which rows are shown; an empty text shows all. */
export type RowFilter = { search: string; board: string; what: string; when: string }
export const noFilter: RowFilter = { search: '', board: '', what: '', when: '' }

/** How many days back each choice shows, today included. */
export const periods: Record<string, { title: string; days: number }> = {
  today: { title: 'Today', days: 1 },
  week: { title: 'Last 7 days', days: 7 },
  month: { title: 'Last 30 days', days: 30 },
}

export function filterRows(
  rows: LedgerRow[],
  { search, board, what, when }: RowFilter,
  names: Record<string, string>,
  now: Date,
): LedgerRow[] {
  const days = periods[when]?.days
  const since = days === undefined ? 0 : startOfNewYorkDay(addDays(newYorkDay(now), 1 - days)).getTime()
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(
    (row) =>
      (board === '' || row.board === board) &&
      (what === '' || row.what === what) &&
      row.lastAt >= since &&
      words.every((word) => textOf(row, names).includes(word)),
  )
}

const texts = new WeakMap<LedgerRow, string>()

/** Returns all that a row shows, made once. */
function textOf(row: LedgerRow, names: Record<string, string>): string {
  const known = texts.get(row)
  if (known !== undefined) return known
  const parts = [row.load ?? '', boardName(row), row.what, row.why, ...fieldTexts(row, names).flat()]
  const text = parts.join('\n').toLowerCase()
  texts.set(row, text)
  return text
}

/** Counts the requests of rows: where they went, and why. */
export function countRequests(rows: LedgerRow[], origin: string) {
  const sum = (isCounted: (row: LedgerRow) => boolean) =>
    rows.reduce((total, row) => total + (isCounted(row) ? row.count : 0), 0)
  const isClicked = ({ what }: LedgerRow) => (clickedKinds as readonly string[]).includes(what)
  return {
    own: sum(({ to }) => to === origin),
    others: sum(({ to }) => to !== origin),
    clicked: sum(isClicked),
    byItself: sum((row) => !isClicked(row)),
  }
}
