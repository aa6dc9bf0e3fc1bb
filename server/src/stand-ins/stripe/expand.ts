import { cardObject, includeInvoicePayments } from './card-objects.ts'
import { chargeObject, findChargedInvoice } from './charge-objects.ts'
import { invoiceObject } from './invoice-objects.ts'
import { customerObject, listObject, priceObject, productObject, subscriptionObject } from './objects.ts'
import { invalid } from './refusal.ts'
import { lineItems, scheduleObject } from './session-objects.ts'
import type { State } from './state.ts'

/** Returns the object that an id names, if an answer can contain it. */
function findObject(state: State, id: string): object | undefined {
  const customer = state.customers[id]
  const subscription = state.subscriptions[id]
  const invoice = state.invoices[id]
  const schedule = state.schedules[id]
  const card = state.cards[id]
  const price = state.prices[id]
  const charged = id.startsWith('ch_') ? findChargedInvoice(state, id) : undefined
  const product = Object.values(state.prices).find(({ productId }) => productId === id)
  if (customer) return customerObject(state, customer)
  if (subscription) return subscriptionObject(state, subscription)
  if (invoice) return invoiceObject(state, invoice)
  if (schedule) return scheduleObject(state, schedule)
  if (card) return cardObject(state, card)
  if (price) return priceObject(price)
  if (charged) return chargeObject(state, charged)
  return product && productObject(product)
}

/** Returns what an object has only when it is asked for. */
function findIncluded(state: State, { object, id }: Record<string, unknown>, name: string): object | undefined {
  const session = state.sessions[String(id)]
  const invoice = state.invoices[String(id)]
  if (object === 'checkout.session' && name === 'line_items' && session) return lineItems(state, session)
  if (object === 'invoice' && name === 'payments' && invoice) return includeInvoicePayments(invoice)
  if (object === 'invoice' && name === 'confirmation_secret' && invoice)
    return { client_secret: `${invoice.id}_secret`, type: 'payment_intent' }
  if (object !== 'customer' || name !== 'subscriptions') return undefined
  const theirs = Object.values(state.subscriptions).filter((one) => one.customerId === id && one.status !== 'canceled')
  return listObject(
    theirs.reverse().map((one) => subscriptionObject(state, one)),
    `/v1/customers/${String(id)}/subscriptions`,
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const toPlain = (object: object): Record<string, unknown> => JSON.parse(JSON.stringify(object))

/** Returns an answer as plain data, with the objects that are asked for in the place of their ids. */
export function expand(state: State, answer: object, paths: string[]): Record<string, unknown> {
  const plain = toPlain(answer)
  for (const path of paths) {
    if (path.split('.').length > 4)
      throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    expandPath(state, plain, path.split('.'))
  }
  return plain
}

function expandPath(state: State, node: Record<string, unknown>, [name, ...rest]: string[]): void {
  if (name === undefined) return
  const value = node[name]
  if (value === null) return
  const found = typeof value === 'string' ? findObject(state, value) : (value ?? findIncluded(state, node, name))
  if (!isRecord(found)) throw invalid(`This property cannot be expanded (${name}).`, { param: 'expand' })
  const isNew = found !== value
  const next = isNew ? toPlain(found) : found
  node[name] = next
  for (const inner of Array.isArray(next) ? next : [next]) if (isRecord(inner)) expandPath(state, inner, rest)
}
