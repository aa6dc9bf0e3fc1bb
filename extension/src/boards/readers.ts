import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import type { Board, BoardDefinition } from './board.ts'
import { boards } from './boards.ts'
import { datOne } from './dat-one.ts'
import { loadlink } from './loadlink.ts'
import { loadlinkNew } from './loadlink-new.ts'
import { sylectus } from './sylectus.ts'
import { truckstop } from './truckstop.ts'

export const definitions: readonly BoardDefinition[] = [datOne, truckstop, loadlinkNew, sylectus, loadlink]

/** Creates a board. Of selectors with an unknown name or an invalid one among them, none is used. */
export function boardWith({ id, selectors: replaced }: Pick<BoardSetting, 'id' | 'selectors'>): Board {
  const facts = boards.find((each) => each.id === id)
  const definition = definitions.find((each) => each.id === id)
  if (!facts || !definition) throw new Error(`no board ${id}`)
  const { selectors, create, fields } = definition
  const isUsable = Object.entries(replaced).every(([name, text]) => Object.hasOwn(selectors, name) && isSelector(text))
  return { ...facts, fields, ...create(isUsable ? { ...selectors, ...replaced } : selectors) }
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
