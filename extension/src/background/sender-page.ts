import type { BoardId } from '@loadping/contract/boards/board-id'
import { devPaths } from '@loadping/contract/extension/extension-bridge'
import { boardOf } from '../boards/boards.ts'

export type Sender = {
  id?: string
  frameId?: number
  url?: string
  origin?: string
  tab?: { url?: string | undefined }
}
export type PageKind = 'board' | 'bridge' | 'confirm' | 'ledger' | 'popup' | 'rowQuestion'
/** By what the worker tells its own pages from others. */
export type Own = {
  id: string
  popupUrl: string
  confirmUrl: string
  rowQuestionUrl: string
  ledgerUrl: string
  dashboardOrigin: string
}

/** Returns the kind of page that sent a message, by the browser's own data only; undefined for any other sender. */
export function pageOfSender(sender: Sender, own: Own): PageKind | undefined {
  if (sender.id !== own.id || !sender.url || !URL.canParse(sender.url)) return undefined
  if (sender.url === own.popupUrl) return 'popup'
  if (sender.url === own.confirmUrl) return 'confirm'
  if (sender.url === own.rowQuestionUrl) return 'rowQuestion'
  if (sender.url === own.ledgerUrl) return 'ledger'
  if (sender.tab === undefined) return undefined

  const page = new URL(sender.url)
  if (sender.origin !== undefined && sender.origin !== page.origin) return undefined
  const board = boardOf(page, own.dashboardOrigin)
  if (sender.frameId !== 0)
    return board?.isFramed && isTabOf(board.id, sender, own.dashboardOrigin) ? 'board' : undefined
  if (board) return 'board'
  const isDevPath = Object.values(devPaths).some((path) => `${page.pathname}/`.startsWith(path))
  return page.origin === own.dashboardOrigin && !isDevPath ? 'bridge' : undefined
}

/** Whether a frame is inside a page of its own board, and not inside one that could cover or steer it. */
function isTabOf(board: BoardId, { tab }: Sender, dashboardOrigin: string): boolean {
  return tab?.url !== undefined && URL.canParse(tab.url) && boardOf(new URL(tab.url), dashboardOrigin)?.id === board
}
