import type { BoardId, PostedLoad } from '@loadping/contract/loads'

/** CSS selectors of a board's cells. All but `row` are looked up inside a row. */
export type Selectors = Record<
  | 'row'
  | 'pending'
  | 'age'
  | 'equipment'
  | 'fullPartial'
  | 'origin'
  | 'dest'
  | 'tripMiles'
  | 'deadheadMiles'
  | 'pickup'
  | 'length'
  | 'weight'
  | 'company'
  | 'contactEmail'
  | 'phone'
  | 'reference'
  | 'docket'
  | 'commodity'
  | 'comments'
  | 'creditScore'
  | 'daysToPay'
  | 'rate'
  | 'ratePerMile',
  string
>

/** Everything specific to one load board. Pure: reads the page and never changes it. */
export type Board = {
  id: BoardId
  name: string
  /** Pages this board runs on, as manifest match patterns. */
  matches: string[]
  selectors: Selectors
  /** Returns the rows: the elements that each show one load. */
  loadElements: (page: ParentNode, selectors: Selectors) => Element[]
  /** Returns the load that a row shows, or undefined while the board is still filling it in. */
  readLoad: (element: Element, selectors: Selectors, now: Date) => PostedLoad | undefined
  /** Whether the board itself already shows this load's rate per mile. */
  showsRatePerMile: (element: Element, selectors: Selectors) => boolean
}
