import type { Board } from '../boards/board.ts'
import { askWorker } from '../message.ts'
import { askAboutRow } from './readability-messages.ts'
import { structureOf } from './row-structure.ts'

/** Opens a page of the extension that shows what a report about the first of these rows sends if the user agrees. */
export async function askToReport(board: Board, [row]: Element[]): Promise<void> {
  if (!row) return
  const load = board.readLoad(row, new Date())
  const report = {
    board: board.id,
    version: chrome.runtime.getManifest().version,
    structure: structureOf(row),
    fields: board.fields.filter((field) => load?.[field] !== undefined),
  }
  await askWorker(askAboutRow, { question: { kind: 'report', report } })
}
