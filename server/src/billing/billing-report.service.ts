import type { DataDeps } from '../context.ts'
import { listPlans } from './billing.store.ts'
import { type Customer, listCustomers } from './customers.store.ts'
import type { Subscription } from './subscriptions.ts'

/** Returns a line for each right that a user or organization has now, and for each customer that pays for it. */
export async function explainPlans(ctx: DataDeps, holderId: string): Promise<string[]> {
  const plans = await listPlans(ctx.db, { holderId, now: ctx.now() })
  const customers = await listCustomers(ctx.db, holderId)
  return [
    ...plans.map(({ plan, seats, source, since, until }) =>
      [
        `${plan}${seats === null ? '' : `, ${seats} seats,`}`,
        `since ${since.toISOString()},`,
        until ? `until ${until.toISOString()},` : 'without an end,',
        source === 'grant' ? 'by a grant' : `by customer ${source}`,
      ].join(' '),
    ),
    ...customers.flatMap(describeCustomer),
  ]
}

const describeCustomer = ({ id, syncedAt, failingSince, subscriptions }: Customer): string[] => [
  [
    `customer ${id}: ${syncedAt ? `compared at ${syncedAt.toISOString()}` : 'never compared'}`,
    ...(failingSince ? [`failing since ${failingSince.toISOString()}`] : []),
  ].join(', '),
  ...subscriptions.map(describeSubscription),
]

function describeSubscription({ id, status, plan, interval, seats, renewsAt, endsAt, ...one }: Subscription): string {
  const parts = [
    `  ${id}: ${status}`,
    `${plan ?? 'a price that is not ours'} by the ${interval ?? 'unknown interval'} × ${seats}`,
    endsAt ? `ends ${endsAt.toISOString()}` : `renews ${renewsAt.toISOString()}`,
    one.failedAt ? `payment failed at ${one.failedAt.toISOString()}` : '',
    one.invoiceUrl ? `open invoice ${one.invoiceUrl}` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
