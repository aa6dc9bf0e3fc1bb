import { escapeHtml } from '@loadping/contract/format/text'
import { invoiceTable } from './hosted-pages.ts'
import { clockButtons, momentOf, shortDayOf, stripePage } from './pages.ts'
import { type Disorder, rowOf, type State } from './state.ts'

/** What can go wrong with a delivery, in the words of the page. */
export const disorders: Record<keyof Disorder, string> = {
  reorder: 'Reordered',
  duplicate: 'Twice',
  delay: 'Minutes late',
  late: 'Three days late',
  drop: 'Lost',
  oldVersion: 'In an old API version',
}

const afterDunning: Record<State['afterDunning'], string> = {
  cancel: 'Cancel the subscription',
  unpaid: 'Mark it unpaid',
  past_due: 'Leave it past due',
}

type FaultKind = NonNullable<State['fault']>['kind']

const faults: Record<FaultKind, string> = {
  'rate-limit': 'Answers 429',
  'server-error': 'Answers 500',
  'no-connection': 'No connection',
  'lost-answer': 'Does it, but the answer is lost',
  slow: 'Never answers',
  nonsense: 'Answers nonsense',
}

export const isFaultKind = (kind: string): kind is FaultKind => Object.hasOwn(faults, kind)

const options = (texts: Record<string, string>, chosen: string): string =>
  Object.entries(texts)
    .map(([value, text]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`)
    .join('')

const settings = ({ disorder, fault, afterDunning: after, taxPercent }: State): string => {
  const shares = Object.entries(disorders).map(
    ([name, text]) =>
      `<label>${text}<input type="number" name="${name}" min="0" max="100" value="${Math.round((Object.entries(disorder).find(([key]) => key === name)?.[1] ?? 0) * 100)}"></label>`,
  )
  return `<form method="post" action="/dev/stripe/settings" class="card settings"><h2>Disorder</h2>
<p class="note">Percent of webhooks that arrive …</p><p></p>${shares.join('\n')}
<label>The API, for the next ${fault?.left ?? 3} requests<select name="fault">${options({ none: 'Works', ...faults }, fault?.kind ?? 'none')}</select></label>
<label>After the last failed payment<select name="afterDunning">${options(afterDunning, after)}</select></label>
<p></p><label>Tax of new invoices, in percent<input type="number" name="taxPercent" min="0" max="100" step="any" value="${taxPercent}"></label>
<p class="actions"><button class="primary">Set</button></p></form>`
}

const subscriptions = (state: State): string => {
  const rows = Object.values(state.subscriptions).toReversed().slice(0, 20)
  if (rows.length === 0) return '<p class="note">Nobody has subscribed yet.</p>'
  return `<div class="scroll" tabindex="0"><table><tr><th>Customer</th><th>Plan</th><th>Status</th><th>Period ends</th></tr>
${rows
  .map(({ customerId, priceId, quantity, status, cancelAt, periodEnd }) => {
    const { email } = rowOf(state.customers, customerId)
    const end = `${shortDayOf(cancelAt ?? periodEnd)}${cancelAt === null ? '' : ', then ends'}`
    return `<tr><td>${escapeHtml(email ?? customerId)}</td><td>${quantity} × ${escapeHtml(rowOf(state.prices, priceId).productName)}</td><td>${status}</td><td>${end}</td></tr>`
  })
  .join('\n')}</table></div>`
}

const events = ({ events: all, deliveries }: State): string => {
  const newest = all.toReversed().slice(0, 20)
  if (newest.length === 0) return '<p class="note">Nothing has happened yet.</p>'
  const waiting = (id: string) => deliveries.filter(({ eventId }) => eventId === id).length
  return `<div class="scroll" tabindex="0"><table><tr><th>When</th><th>Event</th><th>Deliveries that wait</th></tr>
${newest.map(({ id, type, created }) => `<tr><td>${momentOf(created)}</td><td>${type}</td><td>${waiting(id) || ''}</td></tr>`).join('\n')}</table></div>`
}

/** Renders everything that the simulator knows and can be set to. */
export function simulatorPage(state: State): string {
  const main = `<section><h1>Stripe simulator</h1>
<p class="note">The server buys and asks here through Stripe’s own SDK. Move the clock to see trials end, plans renew and payments fail.</p><p></p>
${clockButtons('/dev/stripe')}</section>
${settings(state)}
<section class="wide"><div class="card"><h2>Subscriptions</h2>${subscriptions(state)}</div>
<div class="card"><h2>Invoices</h2>${invoiceTable(Object.values(state.invoices).slice(-20))}</div>
<div class="card"><h2>Events</h2>${events(state)}</div></section>`
  return stripePage(state, { title: 'Stripe simulator', what: 'Stripe', main })
}
