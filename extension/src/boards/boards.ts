import { boardOptions } from '@loadping/contract/account/board-options'
import type { BoardId } from '@loadping/contract/boards/board-id'
import { devPaths } from '@loadping/contract/extension/extension-bridge'
import { pages } from '@loadping/contract/pages'

/** What is known of a board before one of its pages is read. */
export type BoardFacts = {
  id: BoardId
  name: string
  /** Pages this board runs on, as manifest match patterns. */
  matches: string[]
  /** Whether its rows stand in a frame inside another page of the board. */
  isFramed?: true
  /** Whether nothing public tells how this board's pages are built. */
  isUntried: boolean
  /** Whether it is the dashboard's practice board, which is built like this board. */
  isPractice?: boolean
}

const facts: Omit<BoardFacts, 'name' | 'isUntried'>[] = [
  { id: 'dat-one', matches: ['https://one.dat.com/*'] },
  { id: 'truckstop', matches: ['https://main.truckstop.com/*'] },
  { id: 'loadlink-new', matches: ['https://app.loadlink.ca/*'] },
  { id: 'sylectus', matches: ['https://*.sylectus.com/*'], isFramed: true },
  { id: 'loadlink', matches: ['https://loadlinknet.loadlink.ca/*'] },
]

/** Every board, without what reads its pages. */
export const boards: readonly BoardFacts[] = facts.map((each) => {
  const { name, isUntried = false } = boardOptions[each.id]
  return { ...each, name, isUntried }
})

/** Returns the board of a page: the board's own site, or its demo page or the practice board on the dashboard's origin. */
export function boardOf(
  page: URL,
  dashboardOrigin: string,
  among: readonly BoardFacts[] = boards,
): BoardFacts | undefined {
  if (page.origin === dashboardOrigin) {
    const isPractice = page.pathname === pages.practice
    const found = among.find(({ id }) =>
      isPractice ? id === 'truckstop' : page.pathname === `${devPaths.demoBoard}${id}`,
    )
    return found && { ...found, isPractice }
  }
  return among.find(({ matches }) => matches.some((pattern) => isOn(page, pattern)))
}

/** Whether a page is on the host of a match pattern, `https://host/*` or `https://*.host/*`. */
function isOn({ protocol, host }: URL, pattern: string): boolean {
  const known = new URL(pattern.replace('*.', ''))
  const isBelow = pattern.includes('//*.') && host.endsWith(`.${known.host}`)
  return protocol === known.protocol && (host === known.host || isBelow)
}
