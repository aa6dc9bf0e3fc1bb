import { brand } from '@loadping/contract/brand'
import { escapeHtml } from '@loadping/contract/format/text'
import { periodEndOf } from './calendar.ts'
import { formatCardNumber } from './cards.ts'
import { trialEndOf } from './checkout.ts'
import { amountsOf, taxOf } from './invoice-objects.ts'
import { payingCard } from './invoices.ts'
import {
  backLink,
  cardChoice,
  clockButtons,
  confirmation,
  dayOf,
  declinedAlert,
  dollars,
  shortDayOf,
  stripePage,
} from './pages.ts'
import { configurationOf } from './portal-configurations.ts'
import {
  type CheckoutSession,
  type Invoice,
  type PortalConfiguration,
  type PortalSession,
  rowOf,
  type State,
  type Subscription,
} from './state.ts'
import { hasEnded } from './subscription-ends.ts'

/** What the last submit of a page led to, if it is shown again. */
export type Shown = { declined?: boolean; confirm?: string }

const checkout = 'Stripe’s checkout'
const portal = 'Stripe’s customer portal'

export function checkoutPage(state: State, session: CheckoutSession, { declined, confirm }: Shown): string {
  const price = rowOf(state.prices, session.priceId)
  const { email } = rowOf(state.customers, session.customerId)
  const amount = price.unitAmount * session.quantity
  const isTrial = session.trialEnd !== null || session.trialDays !== null
  const tax = isTrial ? 0 : taxOf(amount, state.taxPercent)
  const due = isTrial ? 0 : amount + tax
  const renewsAt = trialEndOf(state, session) ?? periodEndOf({ anchor: state.now, start: state.now }, price.interval)
  const name = escapeHtml(price.productName)
  const summary = `<section>${backLink(session.cancelUrl)}
<h1>Subscribe to ${name}</h1>
<div class="price">${dollars(amount)} <small>per ${price.interval}</small></div>
<dl><dt>${name}, ${session.quantity} ${session.quantity === 1 ? 'seat' : 'seats'}</dt><dd>${dollars(amount)}</dd>
${isTrial ? `<dt>Free trial</dt><dd>-${dollars(amount)}</dd>` : ''}<dt>Tax (simulated ${state.taxPercent}%)</dt><dd>${dollars(tax)}</dd>
<dt class="total">Due today</dt><dd class="total">${dollars(due)}</dd></dl>
<p class="note">Renews ${dayOf(renewsAt)} for ${dollars(amount + taxOf(amount, state.taxPercent))}.</p></section>`
  const pay = `<form method="post" class="card"><h2>Pay with a test card</h2>
${declined ? declinedAlert : ''}<p class="note">For ${escapeHtml(email ?? 'a customer without an address')}</p>
<p></p>${cardChoice()}
<button class="primary full" name="action" value="pay">Pay ${dollars(due)} (simulated)</button>
${session.needsCard ? '' : '<p></p><button class="full" name="action" value="without-card">Start without a card</button>'}
<p></p><p class="note">Only these test cards work. Nothing else can be typed.</p></form>`
  const main = `${summary}${confirm ? confirmation(confirm) : pay}${clockButtons(`/dev/stripe/checkout/${session.id}`)}`
  return stripePage(state, { title: `Subscribe to ${price.productName}`, what: checkout, main })
}

/** Renders what is left of a session that can no longer be paid. */
export function closedCheckoutPage(state: State, { status, successUrl, cancelUrl }: CheckoutSession): string {
  const text = status === 'complete' ? 'This purchase is complete.' : 'This checkout has expired. Start again to pay.'
  const main = `<section><h1>${text}</h1>${backLink(status === 'complete' ? new URL(successUrl).origin : cancelUrl)}</section>`
  return stripePage(state, { title: 'Checkout', what: checkout, main })
}

export function unknownPage(state: State): string {
  const main =
    '<section><h1>The simulator doesn’t know this page.</h1><p><a href="/dev/stripe">All it knows</a></p></section>'
  return stripePage(state, { title: 'Not found', what: 'Stripe', main })
}

const titleOf = (state: State, { priceId, quantity }: Subscription): string => {
  const { productName, interval, unitAmount } = rowOf(state.prices, priceId)
  return `${escapeHtml(productName)}, ${quantity} × ${dollars(unitAmount)} a ${interval}`
}

function subscriptionCard(state: State, subscription: Subscription, offered: PortalConfiguration): string {
  const { id, status, cancelAt, periodEnd, customerId } = subscription
  const number = payingCard(state, { customerId, subscriptionId: id })
  const change =
    cancelAt === null
      ? `<button name="cancel" value="${id}">Cancel at the end of the period</button>`
      : `<button class="primary" name="keep" value="${id}">Don’t cancel</button>`
  const seats = `<p class="settings"><label>Seats<input type="number" name="seats" min="1" max="1000" value="${subscription.quantity}"></label></p><button name="change" value="${id}">Change seats</button>`
  return `<form method="post" class="card"><h2>${titleOf(state, subscription)}</h2>
<dl><dt>Status</dt><dd>${status}</dd><dt>${cancelAt === null ? 'Renews' : 'Ends'}</dt><dd>${dayOf(cancelAt ?? periodEnd)}</dd>
<dt>Pays with</dt><dd>${number === undefined ? 'no card' : formatCardNumber(number)}</dd></dl>
${offered.cancels ? `<p class="actions">${change}</p>` : ''}
${offered.changesSeats ? seats : ''}</form>`
}

export const invoiceTable = (invoices: Invoice[]): string =>
  invoices.length === 0
    ? '<p class="note">No invoices yet.</p>'
    : `<div class="scroll" tabindex="0"><table><tr><th>Date</th><th>Amount</th><th>Status</th><th>File</th></tr>
${invoices
  .toReversed()
  .map(
    (invoice) =>
      `<tr><td>${shortDayOf(invoice.created)}</td><td>${dollars(amountsOf(invoice).due)}</td><td>${
        invoice.status === 'open' ? `<a href="/dev/stripe/invoice/${invoice.id}">Pay</a>` : invoice.status
      }</td><td>${invoice.finalizedAt === null ? '' : `<a href="/dev/stripe/invoice/${invoice.id}/pdf">PDF</a>`}</td></tr>`,
  )
  .join('\n')}</table></div>`

export function portalPage(
  state: State,
  { id, customerId, returnUrl, configurationId }: PortalSession,
  { declined, confirm }: Shown,
): string {
  const theirs = <Row extends { customerId: string }>(rows: Record<string, Row>) =>
    Object.values(rows).filter((row) => row.customerId === customerId)
  const live = theirs(state.subscriptions).filter((subscription) => !hasEnded(subscription))
  const offered = configurationOf(state, configurationId)
  const card = `<form method="post" class="card"><h2>Change the card</h2>${declined ? declinedAlert : ''}${cardChoice()}
<button name="action" value="card">Use this card</button></form>`
  const main = `<section>${backLink(returnUrl)}<h1>Your plan</h1>
${live.map((subscription) => subscriptionCard(state, subscription, offered)).join('\n') || '<p class="note">No subscription.</p>'}</section>
<section>${confirm ? confirmation(confirm) : offered.changesCard ? card : ''}</section>
${clockButtons(`/dev/stripe/portal/${id}`)}
${offered.listsInvoices ? `<section class="card wide"><h2>Invoices</h2>${invoiceTable(theirs(state.invoices))}</section>` : ''}`
  return stripePage(state, { title: 'Customer portal', what: portal, main })
}

export function invoicePage(state: State, invoice: Invoice, { declined, confirm }: Shown): string {
  const { due, tax, total } = amountsOf(invoice)
  const isOpen = invoice.status === 'open' && invoice.settles === null
  const said = invoice.settles ? 'The payment is on its way.' : `This invoice is ${invoice.status}.`
  const pay = `<form method="post" class="card"><h2>Pay with a test card</h2>${declined ? declinedAlert : ''}${cardChoice()}
<button class="primary full" name="action" value="pay">Pay ${dollars(due)} (simulated)</button></form>`
  const main = `<section>${backLink('/')}<h1>Invoice ${invoice.number ?? 'draft'}</h1><div class="price">${dollars(due)}</div>
<dl>${invoice.lines.map(({ description, amount }) => `<dt>${escapeHtml(description)}</dt><dd>${dollars(amount)}</dd>`).join('\n')}
${tax === 0 ? '' : `<dt>Tax</dt><dd>${dollars(tax)}</dd>`}${total === due ? '' : `<dt>Credit</dt><dd>${dollars(due - total)}</dd>`}<dt class="total">Due</dt><dd class="total">${dollars(due)}</dd></dl>
<p><a href="/dev/stripe/invoice/${invoice.id}/pdf">Download PDF</a></p></section>
<section>${confirm ? confirmation(confirm) : isOpen ? pay : `<p class="card">${said}</p>`}</section>
${clockButtons(`/dev/stripe/invoice/${invoice.id}`)}`
  return stripePage(state, { title: `Invoice ${invoice.number ?? ''}`, what: 'Stripe’s invoice page', main })
}

/** Renders an invoice as a PDF of one page. */
export function invoicePdf(state: State, invoice: Invoice): string {
  const { email } = rowOf(state.customers, invoice.customerId)
  const { due, tax } = amountsOf(invoice)
  const lines = [
    `SIMULATOR - invoice ${invoice.number ?? 'draft'} of ${brand.name}. No real money moved.`,
    `Date: ${dayOf(invoice.created)}`,
    `To: ${email ?? ''}`,
    '',
    ...invoice.lines.map(({ description, amount }) => `${description.replace('×', 'x')}: ${dollars(amount)}`),
    ...(tax === 0 ? [] : [`Tax: ${dollars(tax)}`]),
    '',
    `Due: ${dollars(due)}, ${invoice.status}`,
  ].map((line) => line.replace(/[^ -~]/g, '?').replace(/[\\()]/g, '\\$&'))
  const stream = `BT /F1 11 Tf 56 760 Td 18 TL ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  return `${pdf}xref\n0 6\n0000000000 65535 f \n${starts.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
}
