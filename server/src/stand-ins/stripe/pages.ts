import { brand } from '@loadping/contract/brand'
import { formatDate, formatFullDate, formatTime } from '@loadping/contract/format/instants'
import { formatMoney } from '@loadping/contract/format/money'
import { escapeHtml } from '@loadping/contract/format/text'
import { color } from '@loadping/contract/palette'
import { pageHead } from '../../http/page-head.ts'
import { formatCardNumber, testCards } from './cards.ts'
import type { State } from './state.ts'

export const dayOf = (seconds: number): string => formatDate(new Date(seconds * 1_000))
export const shortDayOf = (seconds: number): string => formatFullDate(new Date(seconds * 1_000))
export const momentOf = (seconds: number): string => `${dayOf(seconds)}, ${formatTime(new Date(seconds * 1_000))}`

/** Always with cents, as on an invoice. */
export const dollars = (cents: number): string => {
  const text = formatMoney(cents)
  return text.includes('.') ? text : `${text}.00`
}

const styles = `
  :root { color-scheme: light dark; accent-color: ${color('accent-solid')}; font: 14px/20px system-ui, sans-serif; background: ${color('bg-canvas')}; color: ${color('text-primary')}; }
  body { margin: 0; }
  a { color: ${color('accent-text')}; }
  h1 { font-size: 24px; line-height: 32px; margin: 0 0 16px; } h2 { font-size: 16px; line-height: 24px; margin: 0 0 12px; }
  .note { color: ${color('text-muted')}; margin: 0; } .note + .note { margin-top: 8px; }
  .banner { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; padding: 12px 24px; background: ${color('warning-subtle')}; border-bottom: 1px solid ${color('warning-border')}; }
  .banner b { padding: 2px 10px; border-radius: 4px; background: ${color('warning-text')}; color: ${color('bg-surface')}; font-size: 12px; letter-spacing: .04em; }
  .banner span:last-child { margin-left: auto; }
  main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr)); gap: 32px 40px; align-items: start; max-width: 1240px; margin: 0 auto; padding: 40px 24px 64px; }
  .card { background: ${color('bg-surface')}; border: 1px solid ${color('border-default')}; border-radius: 8px; padding: 20px 24px; overflow-wrap: anywhere; }
  main > * { min-width: 0; } .card + .card, .card + section, section > section { margin-top: 24px; }
  .wide { grid-column: 1 / -1; }
  .back { display: inline-flex; align-items: center; min-height: 44px; margin: -12px 0 8px; }
  .price { font-size: 40px; line-height: 48px; font-weight: 600; } .price small { font-size: 14px; font-weight: 400; color: ${color('text-muted')}; }
  dl { display: grid; grid-template-columns: 1fr auto; gap: 8px 0; margin: 24px 0 0; } dt { color: ${color('text-muted')}; } dd { margin: 0; padding-left: 16px; text-align: right; font-variant-numeric: tabular-nums; }
  dt.total, dd.total { border-top: 1px solid ${color('border-default')}; padding-top: 12px; color: inherit; font-weight: 600; margin: 4px 0 0; }
  fieldset { border: 1px solid ${color('border-default')}; border-radius: 8px; padding: 0; margin: 0 0 16px; overflow: hidden; } legend { position: absolute; clip-path: inset(50%); }
  fieldset label { display: grid; grid-template-columns: auto 1fr; gap: 0 12px; align-items: center; min-height: 44px; padding: 8px 12px; cursor: pointer; } fieldset label + label { border-top: 1px solid ${color('border-subtle')}; }
  fieldset label:has(:checked) { background: ${color('bg-selected')}; } fieldset b { font-variant-numeric: tabular-nums; } fieldset small { grid-column: 2; color: ${color('text-muted')}; font-size: 13px; }
  input[type=radio] { margin: 0; grid-row: span 2; }
  .settings label { display: grid; grid-template-columns: 1fr 120px; gap: 12px; align-items: center; margin: 0 0 8px; } .settings label:has(select) { grid-template-columns: 1fr; gap: 4px; margin-top: 12px; } .settings small { display: block; color: ${color('text-muted')}; }
  select, input[type=number] { box-sizing: border-box; width: 100%; min-height: 40px; padding: 0 8px; font: inherit; font-size: 16px; border: 1px solid ${color('border-control')}; border-radius: 6px; background: ${color('page-field')}; color: inherit; }
  button { font: inherit; min-height: 44px; padding: 8px 16px; border: 1px solid ${color('border-default')}; border-radius: 6px; background: ${color('page-button')}; color: inherit; cursor: pointer; }
  button.primary { background: ${color('accent-solid')}; border-color: transparent; color: ${color('accent-on')}; font-weight: 500; } button.full { width: 100%; }
  :focus-visible { outline: 3px solid ${color('page-outline')}; outline-offset: 1px; }
  .actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 12px 0 0; }
  .alert { margin: 0 0 16px; padding: 12px; border: 1px solid ${color('danger-border')}; border-radius: 6px; background: ${color('danger-subtle')}; color: ${color('danger-text')}; }
  table { width: 100%; border-collapse: collapse; } th { text-align: left; font-weight: 400; color: ${color('text-muted')}; } th, td { padding: 8px 12px 8px 0; border-top: 1px solid ${color('border-subtle')}; white-space: nowrap; } .scroll { overflow-x: auto; }
  @media (max-width: 560px) { main { padding-top: 24px; } .banner { padding: 12px 16px; } .banner span:last-child { margin-left: 0; } }
`

/** Renders a page of the simulator under its banner. `what` says of which page of Stripe it stands in. */
export const stripePage = (
  state: State,
  { title, what, main }: { title: string; what: string; main: string },
): string =>
  `${pageHead(title)}
<style>${styles}</style>
<header class="banner"><b>SIMULATOR</b> <strong>No real money moves here.</strong> <span>This page stands in for ${escapeHtml(what)} on this computer. It doesn’t exist in production.</span> <span>Simulator’s clock: <strong>${momentOf(state.now)}</strong></span></header>
<main>${main}</main>
</html>`

/** Renders the list of test cards to choose from. */
export const cardChoice = (chosen = '4242424242424242'): string => `<fieldset><legend>Test cards</legend>
${Object.entries(testCards)
  .map(
    ([number, { title }]) =>
      `<label><input type="radio" name="card" value="${number}"${number === chosen ? ' checked' : ''}> <b>${formatCardNumber(number)}</b><small>${escapeHtml(title)}</small></label>`,
  )
  .join('\n')}
</fieldset>`

/** Renders what a person sees whose bank asks to confirm a payment. */
export const confirmation = (card: string): string => `<form method="post" class="card">
<h2>Your bank asks you to confirm</h2>
<p class="note">Test card ${formatCardNumber(card)} needs your confirmation (3D Secure).</p>
<input type="hidden" name="card" value="${escapeHtml(card)}">
<p class="actions"><button class="primary" name="authentication" value="completed">Confirm payment</button> <button name="authentication" value="abandoned">Don’t confirm</button></p>
</form>`

export const declinedAlert =
  '<p class="alert" role="alert">The payment didn’t go through. Choose another test card, or confirm it.</p>'

/** Renders the buttons that move the clock; afterwards the browser is back at `back`. */
export const clockButtons = (back: string, { withNext = true } = {}): string => `<section><h2>Move the clock</h2>
<form method="post" action="/dev/stripe/clock" class="actions"><input type="hidden" name="back" value="${escapeHtml(back)}">
<button name="days" value="1">+1 day</button> <button name="days" value="7">+7 days</button>${withNext ? ' <button name="days" value="next">To the next event</button>' : ''}</form></section>`

export const backLink = (url: string | null): string =>
  url === null ? '' : `<a class="back" href="${escapeHtml(url)}">Back to ${brand.name}</a>`
