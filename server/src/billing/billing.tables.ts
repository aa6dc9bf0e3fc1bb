import type { BillingInterval } from '@loadping/contract/billing/billing'
import type { PaidPlan } from '@loadping/contract/billing/plans'
import type { JSONColumnType } from 'kysely'

/** What a plan depends on of one subscription at Stripe, with times in ISO. */
export type StoredSubscription = {
  id: string
  /** Stripe's own word, which may be one that we don't know. */
  status: string
  /** Null for a price that is none of ours. */
  plan: PaidPlan | null
  interval: BillingInterval | null
  /** What a seat costs in an interval; null for a price without one amount. */
  seatCents: number | null
  seats: number
  /** The seats from the next renewal on, if they are scheduled. */
  nextSeats: number | null
  /** The interval from the next renewal on, if another one is scheduled. */
  nextInterval: BillingInterval | null
  startedAt: string
  renewsAt: string
  /** When it ends by itself, or ended; null if it renews. */
  endsAt: string | null
  /** The first failed attempt to collect an open invoice; the period's start if it owes, but no such invoice is open. */
  failedAt: string | null
  /** Stripe's page of that invoice, its number, what is left to pay with tax, and when Stripe tries again by itself. */
  invoiceUrl: string | null
  invoiceNumber: string | null
  owedCents: number | null
  nextAttemptAt: string | null
  /** What pays, such as "Visa ending 4242", and when that card expires, such as "09/28"; null for none. */
  paidBy: string | null
  cardExpires: string | null
}

/** Column types; `billing.sql` is the source of truth. */
export type BillingTables = {
  plan: {
    holderId: string
    /** `grant`, or the id of a customer at Stripe. */
    source: string
    plan: PaidPlan
    seats: number | null
    since: Date
    until: Date | null
  }
  customer: {
    id: string
    holderId: string
    subscriptions: JSONColumnType<StoredSubscription[]>
    begun: number
    stored: number
    syncedAt: Date | null
    failingSince: Date | null
    checkAt: Date
  }
  usedTrial: { hash: string; keyId: string; userId: string | null; expiresAt: Date | null }
  stripeEvent: { id: string; receivedAt: Date }
  allowance: { userId: string; month: string; used: number; usedLimit: number | null }
}
