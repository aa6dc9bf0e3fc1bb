import type * as z from 'zod/mini'
import { type Paging, pageOf, readParams } from './api-params.ts'
import { expand } from './expand.ts'
import type { Form } from './form.ts'
import { listObject } from './objects.ts'
import { missing } from './refusal.ts'
import type { Customer, Price, State, Subscription } from './state.ts'
import { hasEnded } from './subscription-ends.ts'

/** One endpoint. `:id` in its path is the only variable. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  answer: (draft: State, form: Form, id: string) => object
}

/** Describes an endpoint: what it accepts, and what it does and answers. */
export function route<Schema extends z.ZodMiniType<{ expand?: string[] | undefined }>>(
  name: `${Route['method']} ${string}`,
  schema: Schema,
  answer: (draft: State, params: z.output<Schema>, id: string) => object,
): Route {
  const [method, path = ''] = name.split(' ')
  if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') throw new Error(name)
  return {
    method,
    path,
    answer(draft, form, id) {
      const params = readParams(schema, form)
      const answered = answer(draft, params, id)
      return expand(draft, answered, params.expand ?? [])
    },
  }
}

/** Returns a page of rows as the list that the SDK pages through. */
export function answerPage<Row extends { id: string; created: number }>(
  rows: Row[],
  { params, url, toObject }: { params: Paging; url: string; toObject: (row: Row) => object },
): object {
  const page = pageOf(rows, params)
  return listObject(page.rows.map(toObject), url, page.hasMore)
}

/** Returns the customer that a parameter names, refused if it is unknown or deleted. */
export function getCustomer({ customers }: State, id: string): Customer {
  const customer = customers[id]
  if (!customer || customer.isDeleted) throw missing('customer', id, 'customer')
  return customer
}

export function getPrice({ prices }: State, id: string, param: string): Price {
  const price = prices[id]
  if (!price) throw missing('price', id, param)
  return price
}

/** Returns a subscription that has not ended. */
export function getLiveSubscription({ subscriptions }: State, id: string, param?: string): Subscription {
  const subscription = subscriptions[id]
  if (!subscription || hasEnded(subscription)) throw missing('subscription', id, param)
  return subscription
}

/** Returns the row of a path's id. */
export function getRow<Row>(table: Record<string, Row>, what: string, id: string): Row {
  const row = table[id]
  if (row === undefined) throw missing(what, id)
  return row
}
