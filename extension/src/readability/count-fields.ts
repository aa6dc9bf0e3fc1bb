import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { BoardCounts, LoadField } from '@loadping/contract/extension/board-health'
import type { Board } from '../boards/board.ts'

/** Enough rows to judge a board. A long list would cost time and tell no more. */
const maxRows = 60

/** Counts which of the board's fields its rows show. What they show stays here. */
export function countFields(board: Board, page: ParentNode, now: Date): BoardCounts {
  const rows = board.rows(page).slice(0, maxRows)
  const loads = rows.map((row) => board.readLoad(row, now)).filter((load) => load !== undefined)
  const countOf = (field: LoadField) => loads.filter((load: PostedLoad) => load[field] !== undefined).length
  const fields = Object.fromEntries(board.fields.map((field) => [field, countOf(field)]))
  return { board: board.id, rows: rows.length, loads: loads.length, fields }
}
