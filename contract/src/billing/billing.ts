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
  /** What a seat costs in an interval. */
  seatCents: z.nullable(z.int()),
  renewsAt: time,
  /** When it ends by itself. */
  endsAt: time,
  /** The first payment that failed, and when the plan ends if nothing is paid. */
  failedAt: time,
  graceEndsAt: time,
  /** Stripe's page of the invoice that is open. */
  invoiceUrl: z.nullable(z.string()),
  /** What pays, such as "Visa ending 4242". */
  paidBy: z.nullable(z.string()),
  /** When it was last compared with Stripe, and since when that fails. */
  checkedAt: time,
  failingSince: time,
  /** What the operator granted. */
  grant: z.nullable(z.object({ plan: PaidPlan, seats: z.nullable(z.int()), since: z.iso.datetime() })),
  /** Whether the caller may buy, change and cancel it; members of a team may not. */
  mayPay: z.boolean(),
  /** Whether the caller pays for a subscription of their own beside the team's. */
  hasOwn: z.boolean(),
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

/** A number of seats of a Business plan. */
export const SeatChange = z.strictObject({ seats: z.int().check(z.minimum(minSeats), z.maximum(maxSeats)) })

/** What a change of seats costs, before it is made. */
export const SeatPreview = z.object({
  /** The seats now, and how many of them members and open invitations take. */
  seats: z.int(),
  inUse: z.int(),
  /** Due at once, before tax; 0 for fewer seats. */
  dueCents: z.int(),
  /** Each interval from the next renewal on. */
  thenCents: z.int(),
  renewsAt: z.iso.datetime(),
})
export type SeatPreview = z.infer<typeof SeatPreview>

/** What became of a change of seats: done, from the next renewal on, or as soon as the open invoice is paid. */
export const SeatResult = z.object({
  outcome: z.enum(['done', 'at-renewal', 'unpaid']),
  /** Stripe's page of the open invoice. */
  invoiceUrl: z.nullable(z.string()),
})
export type SeatResult = z.infer<typeof SeatResult>
