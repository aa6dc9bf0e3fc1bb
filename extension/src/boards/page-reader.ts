import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { BoardReader } from './board.ts'
import { readCanadianRate, readRate } from './cell-text.ts'
import { offerTo, toLoad, type Values } from './posted-load.ts'

/** Where a page has its rows. A board without details or postings of the user's own lacks those selectors. */
type Places = {
  row: string
  /** What a row holds until the board has filled it in. */
  pending: string
  /** A row that can no longer be booked, or what such a row holds. */
  gone: string
  /** The open details of one load. */
  details?: string
  /** Where in the details the controls stand. */
  detailsHead?: string
  /** The posting of the user's own that is chosen. */
  posting?: string
  /** The carriers that match it. */
  carrier?: string
}

type Reads = {
  /** Reads all of a row, a posting or a carrier; with its id. */
  readRow(row: Element, now: Date): Values
  /** Reads the details; with the id of their load, if they show it. */
  readDetails?(details: Element, now: Date): Values
  /** Returns the row of open details. */
  rowOf?(details: Element): Element | null | undefined
  controlsHost?(row: Element): Element | null
  rateTexts(row: Element): (string | undefined)[]
}

/** Creates what all boards have in common: rows, open details and carriers beside an own posting. */
export function createReader(places: Places, reads: Reads): BoardReader {
  const { row, pending, gone, details, detailsHead, posting, carrier } = places
  const everyRow = [row, details, carrier].filter((selector) => selector !== undefined).join(', ')
  const is = (element: Element, selector: string | undefined) => selector !== undefined && element.matches(selector)
  const isPending = (element: Element) => element.querySelector(pending) !== null
  const isGone = (element: Element) => element.matches(gone) || element.querySelector(gone) !== null
  const isUnavailable = (element: Element) => isPending(element) || isGone(element)

  function readLoad(element: Element, now: Date): PostedLoad | undefined {
    if (isUnavailable(element)) return undefined
    return is(element, details) ? readDetails(element, now) : readOwn(element, now)
  }

  const readOwn = (element: Element, now: Date): PostedLoad | undefined =>
    is(element, carrier) ? readOffer(element, now) : toLoad(reads.readRow(element, now))

  /** Reads details with what only their row shows, unless the row meanwhile shows another lane. */
  function readDetails(element: Element, now: Date): PostedLoad | undefined {
    const rowOfDetails = reads.rowOf?.(element)
    const own = reads.readDetails?.(element, now) ?? {}
    if (!rowOfDetails) return toLoad(own)
    const known = reads.readRow(rowOfDetails, now)
    return isUnavailable(rowOfDetails) || !isSameLane(known, own) ? undefined : toLoad(known, own)
  }

  function readOffer(element: Element, now: Date): PostedLoad | undefined {
    const chosen = posting === undefined ? null : element.ownerDocument.querySelector(posting)
    const load = chosen && toLoad(reads.readRow(chosen, now))
    const { boardLoadId, company, contactEmail, phone, mc, dot } = reads.readRow(element, now)
    return load && boardLoadId
      ? offerTo(load, String(boardLoadId), { company, contactEmail, phone, mc, dot })
      : undefined
  }

  return {
    rows: (page) => [...page.querySelectorAll(everyRow)],
    readLoad,
    readWithdrawn: (element, now) =>
      isGone(element) && !isPending(element) && !is(element, details) ? readOwn(element, now) : undefined,
    controlsHost(element) {
      const host = is(element, details)
        ? detailsHead === undefined
          ? null
          : element.querySelector(detailsHead)
        : reads.controlsHost?.(element)
      return (host ?? element) as HTMLElement
    },
    showsRatePerMile: (element) => reads.rateTexts(element).some((text) => readRate(text)?.basis === 'per-mile'),
    canadianRate: (element) => reads.rateTexts(element).map(readCanadianRate).find(Boolean),
    isOwnPosting: (element) => is(element, carrier),
  }
}

/** Returns the row of details, by what both show. */
export const findRow = (
  { ownerDocument }: Element,
  selector: string,
  isOwn: (row: Element) => boolean,
): Element | undefined => [...ownerDocument.querySelectorAll(selector)].find(isOwn)

function isSameLane(row: Values, details: Values): boolean {
  const ofRow = toLoad(row)
  const ofDetails = toLoad(row, details)
  return (['origin', 'dest'] as const).every((end) => ofRow?.[end].city === ofDetails?.[end].city)
}
