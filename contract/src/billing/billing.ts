import * as z from 'zod/mini'
import { maxSeats, minSeats } from './plans.ts'

/** What is paid for, by Stripe's account of all subscriptions: none until Stripe knows the customer. */
export const BillingStatus = z.enum(['none', 'trialing', 'active', 'past_due', 'canceled'])
export type BillingStatus = z.infer<typeof BillingStatus>

const PaidPlan = z.enum(['PRO', 'BUSINESS'])
export const BillingInterval = z.enum(['month', 'year'])
export type BillingInterval = z.infer<typeof BillingInterval>

/** The plan and the interval to buy. Business begins with its fewest seats. */
export const Purchase = z.strictObject({
  plan: PaidPlan,
  interval: BillingInterval,
})
export type Purchase = z.infer<typeof Purchase>

const time = z.nullable(z.iso.datetime())

const owed = {
  /** The open invoice: Stripe's page of it, its number, and what is left to pay, with tax. */
  invoiceUrl: z.nullable(z.string()),
  invoiceNumber: z.nullable(z.string()),
  owedCents: z.nullable(z.int()),
}

/** How the plan of the caller, or of the team that they manage, is paid. */
export const Billing = z.object({
  status: BillingStatus,
  /** `off`: this server takes no payments. */
  payments: z.enum(['stripe', 'simulator', 'off']),
  /** What the subscription gives, also in grace; null without one that counts. */
  plan: z.nullable(PaidPlan),
  interval: z.nullable(BillingInterval),
  seats: z.nullable(z.int()),
  /** The seats from the next renewal on, if there will be fewer. */
  nextSeats: z.nullable(z.int()),
  /** The interval from the next renewal on, if it will be another one. */
  nextInterval: z.nullable(BillingInterval),
  /** What a seat costs in an interval. */
  seatCents: z.nullable(z.int()),
  renewsAt: time,
  /** When it ends by itself. */
  endsAt: time,
  /** The first payment that failed, and when the plan ends if nothing is paid. */
  failedAt: time,
  graceEndsAt: time,
  ...owed,
  /** When Stripe tries by itself to collect it again. */
  nextAttemptAt: time,
  /** What pays, such as "Visa ending 4242", and when that card expires, such as "09/28". */
  paidBy: z.nullable(z.string()),
  cardExpires: z.nullable(z.string()),
  /** When it was last compared with Stripe, and since when that fails. */
  checkedAt: time,
  failingSince: time,
  /** What the operator granted. */
  grant: z.nullable(z.object({ plan: PaidPlan, seats: z.nullable(z.int()), since: z.iso.datetime() })),
  /** Whether the caller may buy, change and cancel it; members of a team may not. */
  mayPay: z.boolean(),
  /** What the caller pays for by themselves beside the team's plan. */
  own: z.nullable(z.object({ status: BillingStatus, ...owed })),
})
export type Billing = z.infer<typeof Billing>

/** An invoice of Stripe, the newest first. */
export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** What it is for, such as "1 × LoadPing Pro". */
  text: z.string(),
  totalCents: z.int(),
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  /** Stripe's page of it, and its file. */
  url: z.nullable(z.string()),
  pdfUrl: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof Invoice>

/** When the amount was previewed, so that the change is charged as it was shown; without it as of now. */
const pricedAt = z.optional(z.iso.datetime())

/** A number of seats of a Business plan. */
export const SeatChange = z.strictObject({
  seats: z.int().check(z.minimum(minSeats), z.maximum(maxSeats)),
  pricedAt,
})

/** The plan and the interval that a subscription changes to. */
export const PlanChange = z.extend(Purchase, { pricedAt })
export type PlanChange = z.infer<typeof PlanChange>

/** What a change of a subscription costs, before it is made. */
export const ChangePreview = z.object({
  /** Due at once, with tax; 0 for a change that begins with the next renewal. */
  dueCents: z.int(),
  /** The tax in that. */
  taxCents: z.int(),
  /** Whether it begins with the next renewal. */
  isAtRenewal: z.boolean(),
  /** Each interval from then on, before tax. */
  thenCents: z.int(),
  thenInterval: BillingInterval,
  /** The next renewal after the change, or the one that it begins with. */
  renewsAt: z.iso.datetime(),
  pricedAt: z.iso.datetime(),
})
export type ChangePreview = z.infer<typeof ChangePreview>

/** What a change of seats costs, with the seats now and how many of them members and open invitations take. */
export const SeatPreview = z.extend(ChangePreview, { seats: z.int(), inUse: z.int() })
export type SeatPreview = z.infer<typeof SeatPreview>

/** What became of a change: done, from the next renewal on, or as soon as the open invoice is paid. */
export const ChangeResult = z.object({
  outcome: z.enum(['done', 'at-renewal', 'unpaid']),
  /** Stripe's page of the open invoice. */
  invoiceUrl: z.nullable(z.string()),
})
export type ChangeResult = z.infer<typeof ChangeResult>
