import { devPaths } from '@loadping/contract/extension-bridge'
import { boardOf } from './boards/boards.ts'
import type { requests } from './messages.ts'

export type Sender = { id?: string; frameId?: number; url?: string; origin?: string; tab?: unknown }
export type PageKind = keyof typeof requests

/** Which kind of page a message comes from, judged by what the browser says about its sender alone; nothing for all that may not speak. */
export function pageOfSender(
  sender: Sender,
  own: { id: string; popupUrl: string; dashboardOrigin: string },
): PageKind | undefined {
  if (sender.id !== own.id || !sender.url || !URL.canParse(sender.url)) return undefined
  if (sender.url === own.popupUrl) return 'popup'
  if (sender.frameId !== 0 || sender.tab === undefined) return undefined

  const page = new URL(sender.url)
  if (sender.origin !== undefined && sender.origin !== page.origin) return undefined
  if (boardOf(page, own.dashboardOrigin)) return 'board'
  const isPrivatePath = Object.values(devPaths).some((place) => `${page.pathname}/`.startsWith(place))
  return page.origin === own.dashboardOrigin && !isPrivatePath ? 'bridge' : undefined
}
