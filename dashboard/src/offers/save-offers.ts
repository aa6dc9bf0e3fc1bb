import type { OfferPosting } from '@loadping/contract/offers/offers'
import { saveFile } from '../ui/save-file.ts'
import { type OfferRow, offersCsv } from './offer-rows.ts'

/** Has the browser save the answers to a posting as a CSV file. */
export function saveOffers({ facts: { reference, origin, dest } }: OfferPosting, rows: readonly OfferRow[]): void {
  const name = (reference ?? `${origin.city}-${dest.city}`).replace(/[^\w-]+/g, '-').toLowerCase()
  saveFile(`offers-${name}.csv`, offersCsv(rows), 'text/csv')
}
