import { boardOf } from './boards/boards.ts'
import { boardWith } from './boards/readers.ts'
import { createPageLoop } from './page/page-loop.ts'
import { watchReadability } from './readability/watch-readability.ts'
import { watchBoard } from './rows/watch-board.ts'

const dashboardOrigin = new URL(chrome.runtime.getManifest().homepage_url ?? '').origin
const known = boardOf(new URL(location.href), dashboardOrigin)
if (known) {
  const board = boardWith({ id: known.id, selectors: {} })
  const loop = createPageLoop()
  watchBoard(board, loop)
  watchReadability(board, loop)
}
