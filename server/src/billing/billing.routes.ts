import { billingApi } from '@loadping/contract/billing/billing.api'
import { implement } from '../http/implement.ts'
import { openPortal, upgrade } from './checkout.service.ts'
import { checkBilling, getBilling, listInvoices } from './payment.service.ts'
import { changePlan, previewPlan } from './plan-changes.service.ts'

export const billingRoutes = implement(billingApi, {
  upgrade: (ctx, { query }) => upgrade(ctx, query),
  openPortal: (ctx, { query }) => openPortal(ctx, query),
  checkBilling: (ctx) => checkBilling(ctx),
  getBilling: async (ctx) => ({ content: await getBilling(ctx) }),
  previewPlan: (ctx, { query }) => previewPlan(ctx, query),
  changePlan: (ctx, { body }) => changePlan(ctx, body),
  listInvoices: (ctx) => listInvoices(ctx),
})
