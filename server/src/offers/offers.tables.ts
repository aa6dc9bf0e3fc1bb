import type { OfferFacts } from '@loadping/contract/offers/offers'
import type { JSONColumnType } from 'kysely'

/** Column types; `offers.sql` is the source of truth. */
export type OffersTables = {
  offerPosting: OfferPostingTable
  offerAnswer: OfferAnswerTable
}

type OfferPostingTable = {
  userId: string
  id: string
  facts: JSONColumnType<OfferFacts>
  createdAt: Date
  deletedAt: Date | null
  endsAt: Date
}

type OfferAnswerTable = {
  userId: string
  id: string
  postingId: string
  text: string
  textHash: string
  pastedAt: Date
  isStarred: boolean
  repliedAt: Date | null
  deletedAt: Date | null
  endsAt: Date
}
