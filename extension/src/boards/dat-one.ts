import type { BoardDefinition } from './board.ts'
import { cellText, labelsOf, mailOf, readPlace, textOf } from './cell-text.ts'
import { readHours, readPickup } from './cell-times.ts'
import { createReader } from './page-reader.ts'
import type { Values } from './posted-load.ts'
import { type Cell, readCells, readRowCells } from './read-cells.ts'

const cells = {
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
} satisfies Partial<Record<Cell, string>>

const selectors = {
  ...cells,
  row: '[id^="table-row-"]',
  pending: '[data-test="skeleton"]',
  gone: '[data-test="load-unavailable"]',
  details: 'dat-load-details',
  detailsHead: '[data-test="details-header-actions"]',
  detailsRow: '.table-row-detail',
  routeOrigin: '[data-test="route-origin"] .city',
  routeDest: '[data-test="route-destination"] .city',
  routeDate: '[data-test="route-origin"] [data-test="route-date"]',
  routeHours: '[data-test="route-origin"] .hours',
  routeMiles: '.trip-miles',
  labels: '.equipment-label .data-label',
  values: '.equipment-data .data-item',
  notes: '.notes-contents',
  rateTotal: '.data-item-total',
  detailsCompany: '[data-test="company-details-container"]',
  detailsCompanyName: '[data-test="company-details-container"] .company',
  mailLink: '.contacts__email a[href^="mailto:"]',
  phoneLink: '.contacts__phone',
  posting: '[id^="shipment-row-"][aria-selected="true"]',
  carrier: '[id^="truck-row-"]',
}
type Name = keyof typeof selectors

export const datOne: BoardDefinition<Name> = {
  id: 'dat-one',
  fields: [
    'origin',
    'dest',
    'pickupDay',
    'pickupUntilDay',
    'pickupTime',
    'pickupUntilTime',
    'equipment',
    'fullPartial',
    'lengthFeet',
    'weightPounds',
    'tripMiles',
    'deadheadMiles',
    'rate',
    'company',
    'contactEmail',
    'phone',
    'reference',
    'mc',
    'commodity',
    'comments',
    'creditScore',
    'daysToPay',
    'postedAt',
  ],
  sourced: [
    'origin',
    'dest',
    'pickupDay',
    'pickupTime',
    'pickupUntilTime',
    'weightPounds',
    'tripMiles',
    'deadheadMiles',
    'rate',
    'company',
    'contactEmail',
    'phone',
    'reference',
    'commodity',
    'comments',
    'creditScore',
    'daysToPay',
    'postedAt',
  ],
  selectors,
  create: (selectors) =>
    createReader(selectors, {
      readRow: (row, now) => ({
        ...readRowCells(row, selectors, now),
        board: 'dat-one',
        boardLoadId: row.id.replace(/^(?:table|shipment|truck)-row-/, ''),
      }),
      readDetails: (details, now) => readDetails(details, selectors, now),
      rowOf: (details) =>
        details.closest(selectors.row) ?? details.closest(selectors.detailsRow)?.previousElementSibling,
      rateTexts: (row) => [textOf(row, selectors.rate), textOf(row, selectors.ratePerMile)],
    }),
}

const labelOf: Partial<Record<Cell, string>> = {
  fullPartial: 'load',
  length: 'length',
  weight: 'weight',
  commodity: 'commodity',
  reference: 'reference id',
}

function readDetails(details: Element, names: typeof selectors, now: Date): Values {
  const labels = labelsOf(details, names.labels, names.values)
  const company = cellText(details.querySelector(names.detailsCompany)?.textContent) ?? ''
  const [pickupTime, pickupUntilTime] = readHours(textOf(details, names.routeHours))
  const own: Partial<Record<Cell, string | undefined>> = {
    tripMiles: textOf(details, names.routeMiles),
    comments: textOf(details, names.notes),
    rate: textOf(details, names.rateTotal),
    company: textOf(details, names.detailsCompanyName),
    contactEmail: mailOf(details, names.mailLink),
    phone: textOf(details, names.phoneLink),
    docket: /MC\s*[#:-]?\s*\d{1,8}/.exec(company)?.[0],
    creditScore: /credit score[\s:]{0,3}(\d{1,3})/i.exec(company)?.[1],
    daysToPay: /days to pay[\s:]{0,3}(\d{1,3})/i.exec(company)?.[1],
  }
  return {
    ...readCells((cell) => own[cell] ?? labels.get(labelOf[cell] ?? ''), now),
    origin: readPlace(textOf(details, names.routeOrigin)),
    dest: readPlace(textOf(details, names.routeDest)),
    ...readPickup(textOf(details, names.routeDate), now),
    pickupTime,
    pickupUntilTime,
  }
}
