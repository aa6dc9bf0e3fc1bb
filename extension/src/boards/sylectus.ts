import type { BoardDefinition } from './board.ts'
import { cellText, labelsOf, linesOf, mailOf, textOf } from './cell-text.ts'
import { readDelivery, readInstant, readPickup } from './cell-times.ts'
import { createReader, findRow } from './page-reader.ts'
import type { Values } from './posted-load.ts'
import { type Cell, readCells } from './read-cells.ts'

const selectors = {
  row: 'tbody > tr',
  bid: 'td:nth-child(10) > input',
  pending: '.loading',
  gone: '.closed',
  postedBy: 'td:nth-child(1)',
  company: 'td:nth-child(1) a',
  references: 'td:nth-child(2)',
  order: 'td:nth-child(3)',
  pickup: 'td:nth-child(4)',
  delivery: 'td:nth-child(5)',
  posted: 'td:nth-child(6)',
  vehicle: 'td:nth-child(7)',
  weight: 'td:nth-child(8)',
  info: 'td:nth-child(9)',
  controls: 'td:nth-child(10)',
  details: '.popup-body[data-order]',
  detailsHead: '.popup-actions',
  labels: '.popup-child .label',
  values: '.popup-child .value',
  mailLink: '.popup-child a[href^="mailto:"]',
}

export const sylectus: BoardDefinition<keyof typeof selectors> = {
  id: 'sylectus',
  fields: [
    'origin',
    'dest',
    'pickupDay',
    'pickupTime',
    'deliveryDay',
    'deliveryTime',
    'equipment',
    'weightPounds',
    'tripMiles',
    'rate',
    'company',
    'contactEmail',
    'phone',
    'reference',
    'mc',
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
    'deliveryDay',
    'deliveryTime',
    'equipment',
    'weightPounds',
    'tripMiles',
    'rate',
    'company',
    'contactEmail',
    'reference',
    'mc',
    'comments',
    'creditScore',
    'daysToPay',
    'postedAt',
  ],
  selectors,
  create(selectors) {
    const reader = createReader(selectors, {
      readRow: (row, now) => readRow(row, selectors, now),
      readDetails(details, now) {
        const labels = labelsOf(details, selectors.labels, selectors.values)
        const known = readCells((cell) => (cell === 'phone' ? labels.get('phone') : undefined), now)
        return { ...known, contactEmail: mailOf(details, selectors.mailLink) }
      },
      rowOf: (details) =>
        findRow(
          details,
          selectors.row,
          (row) => linesOf(row, selectors.order)[0] === details.getAttribute('data-order'),
        ),
      controlsHost: (row) => row.querySelector(selectors.controls),
      rateTexts: (row) => [linesOf(row, selectors.order)[1]],
    })
    const isLoad = (row: Element) => row.matches(selectors.details) || row.querySelector(selectors.bid) !== null
    return { ...reader, rows: (page) => reader.rows(page).filter(isLoad) }
  },
}

/** Reads a row whose cells each hold two or three values, one below the other. */
function readRow(row: Element, names: typeof selectors, now: Date): Values {
  const postedBy = cellText(row.querySelector(names.postedBy)?.textContent) ?? ''
  const references = linesOf(row, names.references)
  const [order, amount] = linesOf(row, names.order)
  const [origin, pickup] = linesOf(row, names.pickup)
  const [dest, delivery] = linesOf(row, names.delivery)
  const [equipment, tripMiles] = linesOf(row, names.vehicle)
  const [, weight] = linesOf(row, names.weight)
  const texts: Partial<Record<Cell, string | undefined>> = {
    origin,
    dest,
    equipment,
    tripMiles,
    weight,
    rate: amount,
    company: textOf(row, names.company),
    reference: references.find((line) => /^[A-Z-]{0,4}\d{4,}$/i.test(line ?? '')),
    docket: references.find((line) => /^MC\s*[#:-]?\s*\d/i.test(line ?? '')),
    comments: textOf(row, names.info),
    creditScore: /credit score[\s:]{0,3}(\d{1,3})/i.exec(postedBy)?.[1],
    daysToPay: /days to pay[\s:]{0,3}(\d{1,3})/i.exec(postedBy)?.[1],
  }
  return {
    ...readCells((cell) => texts[cell], now),
    ...readPickup(pickup, now),
    ...readDelivery(delivery, now),
    postedAt: readInstant(linesOf(row, names.posted)[0], now),
    board: 'sylectus',
    boardLoadId: order,
  }
}
