import type { BoardId } from '@loadping/contract/boards/board-id'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { BoardFacts } from './boards.ts'

/** One load board on one page. Pure: reads the page and never changes it. */
export type Board = BoardFacts & Pick<BoardDefinition, 'fields'> & BoardReader

export type LoadField = keyof PostedLoad

export type BoardReader = {
  /** Returns the rows and open details: the elements that each show one load. */
  rows(page: ParentNode): Element[]
  /** Returns the load that a row shows, or undefined while the board is still filling it in. */
  readLoad(row: Element, now: Date): PostedLoad | undefined
  /** Returns the load of a row that the board marks as no longer posted. */
  readWithdrawn(row: Element, now: Date): PostedLoad | undefined
  /** Returns the element of a row in which the controls stand. */
  controlsHost(row: Element): HTMLElement
  /** Whether the board itself already shows this load's rate per mile. */
  showsRatePerMile(row: Element): boolean
  /** Returns the rate of a row that is in Canadian dollars, as text. */
  canadianRate(row: Element): string | undefined
  /** Whether a row is a carrier beside the user's own posting, as brokers work with, and not a load to haul. */
  isOwnPosting(row: Element): boolean
}

/** How a board's pages are read. */
export type BoardDefinition<Name extends string = string> = {
  id: BoardId
  /** What this board shows at all, for its health. */
  fields: readonly LoadField[]
  /** The fields whose place on the page has a public source; README.md names it. The other places are assumed. */
  sourced: readonly LoadField[]
  /** The built-in selectors, by names of the board's own. The operator can replace any of them. */
  selectors: Record<Name, string>
  create(selectors: Record<Name, string>): BoardReader
}
