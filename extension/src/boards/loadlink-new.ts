import type { BoardDefinition } from './board.ts'
import { labelsOf, mailOf, textOf } from './cell-text.ts'
import { createReader, findRow } from './page-reader.ts'
import { type Cell, readCells, readRowCells } from './read-cells.ts'

const cells = {
  age: '[data-field="posted"]',
  equipment: '[data-field="equipment"]',
  fullPartial: '[data-field="size"]',
  origin: '[data-field="origin"]',
  dest: '[data-field="destination"]',
  tripMiles: '[data-field="distance"]',
  deadheadMiles: '[data-field="originDeadhead"]',
  pickup: '[data-field="pickup"]',
  length: '[data-field="length"]',
  weight: '[data-field="weight"]',
  company: '[data-field="company"]',
  phone: '[data-field="phone"] span',
  rate: '[data-field="price"]',
} satisfies Partial<Record<Cell, string>>

const selectors = {
  ...cells,
  row: '.MuiDataGrid-row[data-id]',
  pending: '.MuiSkeleton-root',
  gone: '.load-removed',
  details: '.MuiDrawer-paper[data-load]',
  detailsHead: '.drawer-actions',
  labels: '.detail-label',
  values: '.detail-value',
  mailLink: 'a[href^="mailto:"]',
  posting: '.posting-card[data-id][aria-current="true"]',
  carrier: '.match-card[data-id]',
}

const labelOf: Partial<Record<Cell, string>> = {
  origin: 'from',
  dest: 'to',
  pickup: 'pickup',
  delivery: 'delivery',
  equipment: 'equipment',
  length: 'length',
  weight: 'weight',
  tripMiles: 'distance',
  rate: 'price',
  company: 'company',
  phone: 'phone',
  reference: 'reference',
  commodity: 'commodity',
  comments: 'notes',
}

export const loadlinkNew: BoardDefinition<keyof typeof selectors> = {
  id: 'loadlink-new',
  fields: [
    'origin',
    'dest',
    'pickupDay',
    'deliveryDay',
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
    'commodity',
    'comments',
    'postedAt',
  ],
  sourced: [],
  selectors,
  create: (selectors) =>
    createReader(selectors, {
      readRow: (row, now) => ({
        ...readRowCells(row, selectors, now),
        contactEmail: mailOf(row, selectors.mailLink),
        board: 'loadlink-new',
        boardLoadId: row.getAttribute('data-id'),
      }),
      readDetails(details, now) {
        const labels = labelsOf(details, selectors.labels, selectors.values)
        return {
          ...readCells((cell) => labels.get(labelOf[cell] ?? ''), now),
          contactEmail: mailOf(details, selectors.mailLink),
          board: 'loadlink-new',
          boardLoadId: details.getAttribute('data-load'),
        }
      },
      rowOf: (details) =>
        findRow(details, selectors.row, (row) => row.getAttribute('data-id') === details.getAttribute('data-load')),
      rateTexts: (row) => [textOf(row, selectors.rate)],
    }),
}
