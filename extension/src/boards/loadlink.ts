import type { BoardDefinition } from './board.ts'
import { labelsOf, mailOf, readPlace, textOf } from './cell-text.ts'
import { createReader } from './page-reader.ts'
import { type Cell, readCells, readRowCells } from './read-cells.ts'

const cells = {
  age: 'td:nth-child(2)',
  pickup: 'td:nth-child(3)',
  deadheadMiles: 'td:nth-child(6)',
  tripMiles: 'td:nth-child(9)',
  equipment: 'td:nth-child(10)',
  fullPartial: 'td:nth-child(11)',
  length: 'td:nth-child(12)',
  weight: 'td:nth-child(13)',
  company: 'td:nth-child(14)',
  phone: 'td:nth-child(15)',
} satisfies Partial<Record<Cell, string>>

const selectors = {
  ...cells,
  row: '#ResultGrid tbody > tr[id^="load_"]',
  pending: '.wait',
  gone: '.cancelled',
  originCity: 'td:nth-child(4)',
  originState: 'td:nth-child(5)',
  destCity: 'td:nth-child(7)',
  destState: 'td:nth-child(8)',
  controls: 'td:last-child',
  details: '#LoadDetail[data-load]',
  detailsHead: '#LoadDetail caption',
  labels: '#LoadDetail th',
  values: '#LoadDetail td',
  mailLink: 'a[href^="mailto:"]',
}

const labelOf: Partial<Record<Cell, string>> = {
  reference: 'posting ref',
  commodity: 'commodity',
  comments: 'comments',
  phone: 'phone',
}

export const loadlink: BoardDefinition<keyof typeof selectors> = {
  id: 'loadlink',
  fields: [
    'origin',
    'dest',
    'pickupDay',
    'equipment',
    'fullPartial',
    'lengthFeet',
    'weightPounds',
    'tripMiles',
    'deadheadMiles',
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
  create(selectors) {
    const placeIn = (row: Element, city: string, state: string) =>
      readPlace(`${textOf(row, city) ?? ''}, ${textOf(row, state) ?? ''}`)

    return createReader(selectors, {
      readRow: (row, now) => ({
        ...readRowCells(row, selectors, now),
        origin: placeIn(row, selectors.originCity, selectors.originState),
        dest: placeIn(row, selectors.destCity, selectors.destState),
        board: 'loadlink',
        boardLoadId: row.id.slice('load_'.length),
      }),
      readDetails(details, now) {
        const labels = labelsOf(details, selectors.labels, selectors.values)
        const known = readCells((cell) => labels.get(labelOf[cell] ?? ''), now)
        return { ...known, contactEmail: mailOf(details, selectors.mailLink) }
      },
      rowOf: (details) => details.ownerDocument.getElementById(`load_${details.getAttribute('data-load')}`),
      controlsHost: (row) => row.querySelector(selectors.controls),
      rateTexts: () => [],
    })
  },
}
