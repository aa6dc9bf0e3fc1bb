import type { PostedLoad } from '@loadping/contract/loads'
import type { BoardDefinition } from './board.ts'
import { readNumber, readPickup, readPlace, readPostedAt, readRate, textOf } from './cell-text.ts'
import { toLoad } from './posted-load.ts'

const selectors = {
  row: '[id^="table-row-"]',
  pending: '[data-test="skeleton"]',
  age: '[data-test="load-age-cell"]',
  equipment: '[data-test="load-truck-cell"]',
  fullPartial: '[data-test="load-full-partial-cell"]',
  origin: '[data-test="load-origin-cell"]',
  dest: '[data-test="load-destination-cell"]',
  tripMiles: '[data-test="load-trip-cell"]',
  deadheadMiles: '[data-test="load-dho-cell"]',
  pickup: '[data-test="load-pick-up-cell"]',
  length: '[data-test="load-length-cell"]',
  weight: '[data-test="load-weight-cell"]',
  company: '[data-test="load-company-cell"]',
  contactEmail: '[data-test="load-contact-email"]',
  phone: '[data-test="load-contact-phone"]',
  reference: '[data-test="load-reference-cell"]',
  docket: '[data-test="load-docket-cell"]',
  commodity: '[data-test="load-commodity-cell"]',
  comments: '[data-test="load-comments"]',
  creditScore: '[data-test="load-credit-score-cell"]',
  daysToPay: '[data-test="load-days-to-pay-cell"]',
  rate: '[data-test="load-rate-cell"]',
  ratePerMile: '[data-test="load-rate-per-mile-cell"]',
}

export const datOne: BoardDefinition<keyof typeof selectors> = {
  id: 'dat-one',
  name: 'DAT One',
  matches: ['https://one.dat.com/*'],
  isUntried: false,
  fields: [
    ...(['origin', 'dest', 'pickupDay', 'pickupUntilDay', 'equipment', 'fullPartial', 'lengthFeet'] as const),
    ...(['weightPounds', 'tripMiles', 'deadheadMiles', 'rate', 'company', 'contactEmail', 'phone'] as const),
    ...(['reference', 'mc', 'commodity', 'comments', 'creditScore', 'daysToPay', 'postedAt'] as const),
  ],
  selectors,
  create: (selectors) => ({
    rows: (page) => [...page.querySelectorAll(selectors.row)],
    readLoad: (row, now) => (row.querySelector(selectors.pending) ? undefined : readLoad(row, selectors, now)),
    controlsHost: (row) => row as HTMLElement,
    showsRatePerMile: (row) =>
      [selectors.rate, selectors.ratePerMile].some((cell) => readRate(textOf(row, cell))?.basis === 'per-mile'),
    isOwnPosting: () => false,
  }),
}

function readLoad(row: Element, cells: typeof selectors, now: Date): PostedLoad | undefined {
  const text = (cell: keyof typeof selectors) => textOf(row, cells[cell])
  const rate = readRate(text('rate')) ?? readRate(text('ratePerMile'))
  return toLoad({
    board: 'dat-one',
    boardLoadId: row.id.slice('table-row-'.length),
    origin: readPlace(text('origin')),
    dest: readPlace(text('dest')),
    ...readPickup(text('pickup'), now),
    equipment: text('equipment'),
    fullPartial: fullPartials[text('fullPartial')?.toUpperCase() ?? ''],
    lengthFeet: readNumber(text('length')),
    weightPounds: readNumber(text('weight')),
    tripMiles: readNumber(text('tripMiles')),
    deadheadMiles: readNumber(text('deadheadMiles')),
    rate,
    company: text('company')?.slice(0, 120),
    contactEmail: text('contactEmail'),
    phone: text('phone')?.slice(0, 40),
    reference: text('reference')?.slice(0, 60),
    mc: /^MC\s*[#:-]?\s*(\d{1,8})$/i.exec(text('docket') ?? '')?.[1],
    commodity: text('commodity')?.slice(0, 120),
    comments: text('comments')?.slice(0, 1000),
    creditScore: readNumber(text('creditScore')),
    daysToPay: readNumber(text('daysToPay')),
    postedAt: readPostedAt(text('age'), now),
  })
}

const fullPartials: Record<string, PostedLoad['fullPartial']> = {
  F: 'full',
  FULL: 'full',
  P: 'partial',
  PARTIAL: 'partial',
  BOTH: 'both',
  'F/P': 'both',
}
