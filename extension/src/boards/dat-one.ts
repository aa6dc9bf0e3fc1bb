import { PostedLoad } from '@loadping/contract/loads'
import type { Board, Selectors } from './board.ts'
import { readNumber, readPickup, readPlace, readPostedAt, readRate, textOf } from './cell-text.ts'

export const datOne: Board = {
  id: 'dat-one',
  name: 'DAT One',
  matches: ['https://one.dat.com/*'],
  selectors: {
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
  },

  loadElements: (page, { row }) => [...page.querySelectorAll(row)],

  readLoad(row, selectors, now) {
    const [origin, dest] = [readPlace(textOf(row, selectors.origin)), readPlace(textOf(row, selectors.dest))]
    if (!origin || !dest || row.querySelector(selectors.pending)) return undefined

    const details = {
      ...readDetails(row, selectors),
      ...readContact(row, selectors),
      ...readPickup(textOf(row, selectors.pickup), now),
    }
    const postedAt = readPostedAt(textOf(row, selectors.age), now)
    const load = {
      board: 'dat-one',
      boardLoadId: row.id.slice('table-row-'.length),
      origin,
      dest,
      postedAt,
      ...details,
    }
    return PostedLoad.safeParse(withoutAbsent(load)).data
  },

  showsRatePerMile: (row, { rate, ratePerMile }) =>
    [rate, ratePerMile].some((cell) => readRate(textOf(row, cell))?.basis === 'per-mile'),
}

const { shape } = PostedLoad

function readDetails(row: Element, selectors: Selectors) {
  const number = (cell: keyof Selectors) => readNumber(textOf(row, selectors[cell]))
  const rate = shape.rate.safeParse(readRate(textOf(row, selectors.rate))).data
  return {
    equipment: shape.equipment.safeParse(textOf(row, selectors.equipment)).data,
    fullPartial: fullPartials[textOf(row, selectors.fullPartial)?.toUpperCase() ?? ''],
    tripMiles: shape.tripMiles.safeParse(number('tripMiles')).data,
    deadheadMiles: shape.deadheadMiles.safeParse(number('deadheadMiles')).data,
    lengthFeet: shape.lengthFeet.safeParse(number('length')).data,
    weightPounds: shape.weightPounds.safeParse(number('weight')).data,
    creditScore: shape.creditScore.safeParse(number('creditScore')).data,
    daysToPay: shape.daysToPay.safeParse(number('daysToPay')).data,
    rate: rate ?? shape.rate.safeParse(readRate(textOf(row, selectors.ratePerMile))).data,
    commodity: textOf(row, selectors.commodity)?.slice(0, 120),
    comments: textOf(row, selectors.comments)?.slice(0, 1000),
  }
}

function readContact(row: Element, selectors: Selectors) {
  return {
    company: textOf(row, selectors.company)?.slice(0, 120),
    contactEmail: shape.contactEmail.safeParse(textOf(row, selectors.contactEmail)).data,
    phone: textOf(row, selectors.phone)?.slice(0, 40),
    reference: textOf(row, selectors.reference)?.slice(0, 60),
    mc: /^MC\s*[#:-]?\s*(\d{1,8})$/i.exec(textOf(row, selectors.docket) ?? '')?.[1],
  }
}

const fullPartials: Record<string, PostedLoad['fullPartial']> = {
  F: 'full',
  FULL: 'full',
  P: 'partial',
  PARTIAL: 'partial',
  BOTH: 'both',
  'F/P': 'both',
}

const withoutAbsent = (load: object) =>
  Object.fromEntries(Object.entries(load).filter(([, value]) => value !== undefined))
