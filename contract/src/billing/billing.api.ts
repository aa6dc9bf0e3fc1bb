import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'
import { Billing, BillingStatus, ChangePreview, ChangeResult, Invoice, PlanChange, Purchase } from './billing.ts'

const Address = z.object({ url: z.string() })

export const billingApi = defineApi({
  /** Returns the address of a checkout at Stripe, or of the portal for who has a subscription. */
  upgrade: {
    access: 'carrier',
    limit: 'payments',
    method: 'GET',
    path: '/users/upgrade',
    query: Purchase,
    response: Address,
  },
  /** Returns the address of Stripe's portal; with `own`, of a manager's own subscription, not the team's. */
  openPortal: {
    access: 'carrier',
    limit: 'payments',
    method: 'GET',
    path: '/users/billing',
    query: z.strictObject({ of: z.optional(z.literal('own')) }),
    response: Address,
  },
  /** Asks Stripe first. While Stripe does not answer, it returns what was last known. */
  checkBilling: {
    access: 'carrier',
    limit: 'payments',
    method: 'GET',
    path: '/users/billing-status',
    response: z.object({ status: BillingStatus }),
  },
  /** Returns what was last read from Stripe, without asking it. */
  getBilling: {
    access: 'carrier',
    method: 'GET',
    path: '/api/v1/main/stripe/billing-status',
    response: z.object({ content: Billing }),
  },
  /** Says what a change of a subscription to another plan or interval costs. */
  previewPlan: {
    access: 'carrier',
    limit: 'payments',
    method: 'GET',
    path: '/users/plan',
    query: Purchase,
    response: ChangePreview,
  },
  /** Pays a year or Business at once, or a month again from the next renewal on. */
  changePlan: {
    access: 'carrier',
    limit: 'payments',
    method: 'POST',
    path: '/users/plan',
    body: PlanChange,
    response: ChangeResult,
  },
  /** Returns the 12 newest invoices. */
  listInvoices: {
    access: 'carrier',
    limit: 'payments',
    method: 'GET',
    path: '/users/invoices',
    response: z.array(Invoice),
  },
})
