import type { BoardDefinition } from './board.ts'
import { labelsOf, mailOf, textOf } from './cell-text.ts'
import { createReader, findRow } from './page-reader.ts'
import { type Cell, readCells, readRowCells } from './read-cells.ts'

const cells = {
  age: '[col-id="updatedOn"]',
  equipment: '[col-id="equipmentCode"]',
  fullPartial: '[col-id="modeCode"]',
  origin: '[col-id="originCityState"]',
  dest: '[col-id="destinationCityState"]',
  tripMiles: '[col-id="tripDistance"]',
  deadheadMiles: '[col-id="originDeadhead"]',
  pickup: '[col-id="originEarlyTime"]',
  length: '[col-id="dimensionsLength"]',
  weight: '[col-id="dimensionsWeight"]',
  company: '[col-id="accountName"] .company',
  phone: 'a[href^="tel:"]',
  docket: '[col-id="accountName"] .docket',
  daysToPay: '[col-id="daysToPay"]',
  rate: '[col-id="postedRate"]',
} satisfies Partial<Record<Cell, string>>

const selectors = {
  ...cells,
  row: '.ag-center-cols-container > .ag-row[row-id]',
  pending: '.skeleton',
  gone: '.is-unavailable',
  mailLink: 'a[href^="mailto:"]',
  details: '.posting-details[data-load-id]',
  detailsHead: '.posting-details-actions',
  labels: '.posting-details dt',
  values: '.posting-details dd',
  posting: '.posted-load[row-id][aria-selected="true"]',
  carrier: '.matching-truck[row-id]',
}

const labelOf: Partial<Record<Cell, string>> = {
  origin: 'origin',
  dest: 'destination',
  pickup: 'pickup',
  delivery: 'delivery',
  equipment: 'equipment',
  fullPartial: 'load size',
  length: 'length',
  weight: 'weight',
  tripMiles: 'distance',
  rate: 'rate',
  company: 'company',
  phone: 'phone',
  docket: 'broker mc',
  dot: 'usdot',
  reference: 'load number',
  commodity: 'commodity',
  comments: 'special info',
  daysToPay: 'days to pay',
}

export const truckstop: BoardDefinition<keyof typeof selectors> = {
  id: 'truckstop',
  fields: [
    'origin',
    'dest',
    'pickupDay',
    'pickupTime',
    'deliveryDay',
    'deliveryTime',
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
    'dot',
    'commodity',
    'comments',
    'daysToPay',
    'postedAt',
  ],
  sourced: ['origin', 'dest', 'tripMiles', 'equipment', 'rate', 'company', 'contactEmail', 'phone', 'mc'],
  selectors,
  create: (selectors) =>
    createReader(selectors, {
      readRow: (row, now) => ({
        ...readRowCells(row, selectors, now),
        contactEmail: mailOf(row, selectors.mailLink),
        board: 'truckstop',
        boardLoadId: row.getAttribute('row-id'),
      }),
      readDetails(details, now) {
        const labels = labelsOf(details, selectors.labels, selectors.values)
        return {
          ...readCells((cell) => labels.get(labelOf[cell] ?? ''), now),
          contactEmail: mailOf(details, selectors.mailLink),
          board: 'truckstop',
          boardLoadId: details.getAttribute('data-load-id'),
        }
      },
      rowOf: (details) =>
        findRow(details, selectors.row, (row) => row.getAttribute('row-id') === details.getAttribute('data-load-id')),
      rateTexts: (row) => [textOf(row, selectors.rate)],
    }),
}
