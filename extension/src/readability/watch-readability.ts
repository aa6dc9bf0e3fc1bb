import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import type { BoardCounts } from '@loadping/contract/extension/board-health'
import { minPlaces } from '@loadping/contract/extension/judge-board-health'
import type { Board } from '../boards/board.ts'
import { boardWith } from '../boards/readers.ts'
import { openDashboard } from '../dashboard-pages.ts'
import { askWorker } from '../message.ts'
import type { PageLoop } from '../page/page-loop.ts'
import { countFields } from './count-fields.ts'
import { countPlaces, findLikelyRow } from './find-places.ts'
import { createHint, type HintAction } from './hint.ts'
import { askAboutRow, countBoard } from './readability-messages.ts'
import { askToReport } from './report-row.ts'

const firstMs = 3_000
const periodMs = 30_000

/** Counts what can be read on the page, and says so on it when that is nothing, or not yet confirmed. */
export function watchReadability(builtIn: Board, loop: Pick<PageLoop, 'add'>): void {
  let board = builtIn
  let appliedSelectors = '{}'
  let hasFound = false
  const hint = createHint(builtIn.name, (action) => void act(action))
  loop.add({ run: tick, pauseMs: () => periodMs, firstMs, end: hint.remove })

  async function tick(): Promise<void> {
    const judged = await askWorker(countBoard, { counts: count() })
    if (!judged) return
    applySelectors(judged.setting)
    hint.show(judged)
  }

  /** Counts nothing on a page without a row that is no list of loads, or was left for another page of the board. */
  function count(): BoardCounts | null {
    const counts = countFields(board, document, new Date())
    hasFound ||= counts.rows > 0
    if (counts.rows > 0) return counts
    const places = hasFound ? 0 : countPlaces(document.body)
    return places >= minPlaces ? { ...counts, places } : null
  }

  function applySelectors(setting: BoardSetting): void {
    const next = JSON.stringify(setting.selectors)
    if (next !== appliedSelectors) board = boardWith(setting)
    appliedSelectors = next
  }

  async function act(action: HintAction): Promise<void> {
    const rows = board.rows(document)
    if (action === 'paste') await askWorker(openDashboard, { page: 'paste' })
    else if (action === 'report') await askToReport(board, rows.length > 0 ? rows : likelyRows())
    else await askToCheck(rows)
  }

  function likelyRows(): Element[] {
    const row = findLikelyRow(document.body)
    return row ? [row] : []
  }

  async function askToCheck(rows: Element[]): Promise<void> {
    const readable = rows.find((row) => board.readLoad(row, new Date()))
    const load = readable && board.readLoad(readable, new Date())
    if (load) await askWorker(askAboutRow, { question: { kind: 'check', load } })
  }
}
