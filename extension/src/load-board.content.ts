import { boardOf } from './boards/boards.ts'
import { watchCapture } from './capture/watch-capture.ts'
import { watchBoard } from './rows/watch-board.ts'

const dashboardOrigin = new URL(chrome.runtime.getManifest().homepage_url ?? '').origin
const board = boardOf(new URL(location.href), dashboardOrigin)
if (board) {
  watchBoard(board)
  watchCapture(board)
}
