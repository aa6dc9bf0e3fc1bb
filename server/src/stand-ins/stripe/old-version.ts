/** A version before basil, in which an old endpoint gets its events. */
export const oldApiVersion = '2024-06-20'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Gives a subscription or an invoice the shape that it had in the old version. */
export function toOldVersion(object: object): object {
  const past: Record<string, unknown> = { ...object }
  if (past['object'] === 'subscription') {
    const items = isRecord(past['items']) ? past['items']['data'] : undefined
    const item: unknown = Array.isArray(items) ? items[0] : undefined
    if (!isRecord(item)) return past
    past['current_period_start'] = item['current_period_start']
    past['current_period_end'] = item['current_period_end']
    past['quantity'] = item['quantity']
    past['cancel_at_period_end'] = past['cancel_at'] === item['current_period_end']
    const { current_period_start: _start, current_period_end: _end, ...rest } = item
    past['items'] = { object: 'list', data: [rest], has_more: false, url: '' }
    delete past['billing_mode']
  }
  if (past['object'] === 'invoice') {
    const details = isRecord(past['parent']) ? past['parent']['subscription_details'] : undefined
    past['subscription'] = isRecord(details) ? details['subscription'] : null
    past['paid'] = past['status'] === 'paid'
    past['payment_intent'] = null
    delete past['parent']
  }
  return past
}
