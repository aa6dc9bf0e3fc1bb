import { devPaths } from '@loadping/contract/extension-bridge'
import { boardOf } from './boards/boards.ts'
import type { requests } from './messages.ts'

export type Sender = { id?: string; frameId?: number; url?: string; origin?: string; tab?: unknown }
export type PageKind = keyof typeof requests

/** Returns the kind of page that sent a message, by the browser's own data only; undefined for any other sender. */
export function pageOfSender(
  sender: Sender,
  own: { id: string; popupUrl: string; confirmUrl: string; dashboardOrigin: string },
): PageKind | undefined {
  if (sender.id !== own.id || !sender.url || !URL.canParse(sender.url)) return undefined
  if (sender.url === own.popupUrl) return 'popup'
  if (sender.url === own.confirmUrl) return 'confirm'
  if (sender.frameId !== 0 || sender.tab === undefined) return undefined

  const page = new URL(sender.url)
  if (sender.origin !== undefined && sender.origin !== page.origin) return undefined
  if (boardOf(page, own.dashboardOrigin)) return 'board'
  const isDevPath = Object.values(devPaths).some((path) => `${page.pathname}/`.startsWith(path))
  return page.origin === own.dashboardOrigin && !isDevPath ? 'bridge' : undefined
}
