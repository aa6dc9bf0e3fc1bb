import { devPaths } from '@loadping/contract/extension-bridge'
import type { BoardId } from '@loadping/contract/loads'
import type { Board, BoardDefinition } from './board.ts'
import { datOne } from './dat-one.ts'

const definitions: readonly BoardDefinition[] = [datOne]

/** Selectors that replace built-in ones of a board. */
export type SelectorUpdate = { id: BoardId; selectors: Record<string, string> }

/** Creates every board. Of an update that has an unknown name or an invalid selector, nothing is used. */
export const boardsWith = (updates: readonly SelectorUpdate[]): readonly Board[] =>
  definitions.map(({ selectors, create, ...facts }) => {
    const update = updates.find(({ id }) => id === facts.id)?.selectors ?? {}
    const isUsable = Object.entries(update).every(([name, text]) => Object.hasOwn(selectors, name) && isSelector(text))
    return { ...facts, ...create(isUsable ? { ...selectors, ...update } : selectors) }
  })

/** Every board with its built-in selectors. */
export const boards = boardsWith([])

/** Returns the board of a page: the board's own site, or its demo page on the dashboard's origin. */
export function boardOf(page: URL, dashboardOrigin: string, among: readonly Board[] = boards): Board | undefined {
  if (page.origin === dashboardOrigin) return among.find(({ id }) => page.pathname === `${devPaths.demoBoard}${id}`)
  return among.find(({ matches }) =>
    matches.some((pattern) => page.origin === new URL(pattern.replace('*', '')).origin),
  )
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
