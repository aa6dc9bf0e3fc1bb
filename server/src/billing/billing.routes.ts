import { billingApi } from '@loadping/contract/billing/billing.api'
import { implement } from '../http/implement.ts'
import { openPortal, upgrade } from './checkout.service.ts'
import { checkBilling, getBilling, listInvoices } from './payment.service.ts'

export const billingRoutes = implement(billingApi, {
  upgrade: (ctx, { query }) => upgrade(ctx, query),
  openPortal: (ctx, { query }) => openPortal(ctx, query),
  checkBilling: (ctx) => checkBilling(ctx),
  getBilling: async (ctx) => ({ content: await getBilling(ctx) }),
  listInvoices: (ctx) => listInvoices(ctx),
})
