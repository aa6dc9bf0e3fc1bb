import { devPaths } from '@loadping/contract/extension-bridge'
import type { Board } from './board.ts'
import { datOne } from './dat-one.ts'

/** Every board that the extension supports. */
export const boards: readonly Board[] = [datOne]

/** Returns the board of a page: the board's own site, or its demo page on the dashboard's origin. */
export function boardOf(page: URL, dashboardOrigin: string): Board | undefined {
  if (page.origin === dashboardOrigin) return boards.find(({ id }) => page.pathname === `${devPaths.demoBoard}${id}`)
  return boards.find(({ matches }) =>
    matches.some((pattern) => page.origin === new URL(pattern.replace('*', '')).origin),
  )
}
