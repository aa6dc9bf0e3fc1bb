import type { BoardId, PostedLoad } from '@loadping/contract/loads'

/** One load board on one page. Pure: reads the page and never changes it. */
export type Board = BoardFacts &
  BoardReader & {
    /** Whether nothing public tells how this board's pages are built. */
    isUntried: boolean
  }

type BoardFacts = {
  id: BoardId
  name: string
  /** Pages this board runs on, as manifest match patterns. */
  matches: string[]
  /** Whether its rows stand in a frame inside another page of the board. */
  isFramed?: true
  /** What this board shows at all, for its health. */
  fields: readonly LoadField[]
}

export type LoadField = keyof PostedLoad

export type BoardReader = {
  /** Returns the rows and open details: the elements that each show one load. */
  rows(page: ParentNode): Element[]
  /** Returns the load that a row shows, or undefined while the board is still filling it in. */
  readLoad(row: Element, now: Date): PostedLoad | undefined
  /** Returns the element of a row in which the controls stand. */
  controlsHost(row: Element): HTMLElement
  /** Whether the board itself already shows this load's rate per mile. */
  showsRatePerMile(row: Element): boolean
  /** Whether a row is a carrier beside the user's own posting, as brokers work with, and not a load to haul. */
  isOwnPosting(row: Element): boolean
}

/** A board before it is known by which selectors its pages are read. */
export type BoardDefinition<Name extends string = string> = BoardFacts & {
  /** The fields whose place on the page has a public source; README.md names it. The other places are assumed. */
  sourced: readonly LoadField[]
  /** The built-in selectors, by names of the board's own. The operator can replace any of them. */
  selectors: Record<Name, string>
  create(selectors: Record<Name, string>): BoardReader
}
