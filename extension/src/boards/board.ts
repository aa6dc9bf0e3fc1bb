import type { BoardId, PostedLoad } from '@loadping/contract/loads'

/** Where a board shows what, as CSS selectors; all but `row` are looked up inside a row. */
export type Selectors = Record<
  | 'row'
  | 'pending'
  | 'age'
  | 'equipment'
  | 'extent'
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

/** All the extension knows about one load board. Pure: it reads the page and never changes it. */
export type Board = {
  id: BoardId
  name: string
  /** Pages this board runs on, as manifest match patterns. */
  matches: string[]
  selectors: Selectors
  /** The elements that each show one load. */
  loadElements: (page: ParentNode, selectors: Selectors) => Element[]
  /** The load an element shows at this moment, or nothing while the board is still filling it in. */
  readLoad: (element: Element, selectors: Selectors, now: Date) => PostedLoad | undefined
  /** Whether the board itself already shows this load's rate per mile. */
  showsRatePerMile: (element: Element, selectors: Selectors) => boolean
}
