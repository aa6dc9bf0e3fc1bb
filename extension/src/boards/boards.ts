import type { BoardSetting } from '@loadping/contract/board-settings'
import { devPaths } from '@loadping/contract/extension-bridge'
import type { Board, BoardDefinition } from './board.ts'
import { datOne } from './dat-one.ts'
import { loadlink } from './loadlink.ts'
import { loadlinkNew } from './loadlink-new.ts'
import { sylectus } from './sylectus.ts'
import { truckstop } from './truckstop.ts'

export const definitions: readonly BoardDefinition[] = [datOne, truckstop, loadlinkNew, sylectus, loadlink]

type Setting = Pick<BoardSetting, 'id' | 'selectors'>

/** Creates a board. Of selectors with an unknown name or an invalid one among them, none is used. */
export function boardWith(setting: Setting): Board {
  const definition = definitions.find(({ id }) => id === setting.id)
  if (!definition) throw new Error(`no board ${setting.id}`)
  const { selectors, create, sourced, ...facts } = definition
  const isUsable = Object.entries(setting.selectors).every(
    ([name, text]) => Object.hasOwn(selectors, name) && isSelector(text),
  )
  const isUntried = sourced.length === 0
  return { ...facts, isUntried, ...create(isUsable ? { ...selectors, ...setting.selectors } : selectors) }
}

/** Every board with its built-in selectors. */
export const boards: readonly Board[] = definitions.map(({ id }) => boardWith({ id, selectors: {} }))

/** Returns the board of a page: the board's own site, or its demo page on the dashboard's origin. */
export function boardOf(page: URL, dashboardOrigin: string, among: readonly Board[] = boards): Board | undefined {
  if (page.origin === dashboardOrigin) return among.find(({ id }) => page.pathname === `${devPaths.demoBoard}${id}`)
  return among.find(({ matches }) => matches.some((pattern) => isOn(page, pattern)))
}

/** Whether a page is on the host of a match pattern, `https://host/*` or `https://*.host/*`. */
function isOn({ protocol, host }: URL, pattern: string): boolean {
  const known = new URL(pattern.replace('*.', ''))
  const isBelow = pattern.includes('//*.') && host.endsWith(`.${known.host}`)
  return protocol === known.protocol && (host === known.host || isBelow)
}

function isSelector(text: string): boolean {
  if (text.length > 200) return false
  try {
    document.createDocumentFragment().querySelector(text)
    return true
  } catch {
    return false
  }
}
