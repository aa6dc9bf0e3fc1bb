import {
  readDocket,
  readFeet,
  readFullPartial,
  readMiles,
  readNumber,
  readPhone,
  readPlace,
  readPounds,
  readRate,
  textOf,
} from './cell-text.ts'
import { readDelivery, readPickup, readPostedAt } from './cell-times.ts'
import type { Values } from './posted-load.ts'

/** What boards show in a cell or beside a label. */
export type Cell =
  | 'age'
  | 'equipment'
  | 'fullPartial'
  | 'origin'
  | 'dest'
  | 'tripMiles'
  | 'deadheadMiles'
  | 'pickup'
  | 'delivery'
  | 'length'
  | 'weight'
  | 'company'
  | 'contactEmail'
  | 'phone'
  | 'reference'
  | 'docket'
  | 'dot'
  | 'commodity'
  | 'comments'
  | 'creditScore'
  | 'daysToPay'
  | 'rate'
  | 'ratePerMile'

/** Reads the texts of a row or of details. A cell that a board lacks has none. */
export function readCells(text: (cell: Cell) => string | undefined, now: Date): Values {
  return {
    origin: readPlace(text('origin')),
    dest: readPlace(text('dest')),
    ...readPickup(text('pickup'), now),
    ...readDelivery(text('delivery'), now),
    equipment: text('equipment'),
    fullPartial: readFullPartial(text('fullPartial')),
    lengthFeet: readFeet(text('length')),
    weightPounds: readPounds(text('weight')),
    tripMiles: readMiles(text('tripMiles')),
    deadheadMiles: readMiles(text('deadheadMiles')),
    rate: readRate(text('rate')) ?? readRate(text('ratePerMile')),
    company: text('company'),
    contactEmail: text('contactEmail'),
    phone: readPhone(text('phone')),
    reference: text('reference'),
    mc: readDocket(text('docket')),
    dot: text('dot'),
    commodity: text('commodity'),
    comments: text('comments'),
    creditScore: readNumber(text('creditScore')),
    daysToPay: readNumber(text('daysToPay')),
    postedAt: readPostedAt(text('age'), now),
  }
}

/** Reads the cells of a row that have a selector. */
export const readRowCells = (row: Element, selectors: Partial<Record<Cell, string>>, now: Date): Values =>
  readCells((cell) => {
    const selector = selectors[cell]
    return selector === undefined ? undefined : textOf(row, selector)
  }, now)
