import type { Billing, ChangePreview } from '@loadping/contract/billing/billing'
import { brand } from '@loadping/contract/brand'
import { formatDate } from '@loadping/contract/format/instants'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { carrier, type FakeApi, maria, renderApp, renderScreen, signInAs, unpaid } from '../testing/render.tsx'
import { BillingScreen } from './billing-screen.tsx'

const day = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()
const paid: Billing = {
  ...unpaid,
  status: 'active',
  plan: 'PRO',
  interval: 'month',
  seatCents: 1_500,
  renewsAt: inDays(20.5),
  paidBy: 'Visa ending 4242',
  cardExpires: '09/28',
  checkedAt: new Date().toISOString(),
}
const pastDue: Billing = {
  ...paid,
  status: 'past_due',
  failedAt: inDays(-3.5),
  graceEndsAt: inDays(3.5),
  invoiceUrl: 'http://localhost:3000/dev/stripe/invoice/in_1',
  invoiceNumber: 'LP-0002',
  owedCents: 1_624,
  nextAttemptAt: inDays(1.5),
}
const notOwed = { invoiceUrl: null, invoiceNumber: null, owedCents: null }
const owed = { invoiceUrl: 'http://localhost:3000/dev/stripe/invoice/in_1', invoiceNumber: 'LP-0002', owedCents: 1_624 }
const team = '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e009'
const unlimited = { emails: null, limitEmails: null, renewsAt: null }
const pro = { ...maria, ...unlimited, billingPlan: 'PRO' } as const
const invoice = {
  id: 'in_1',
  number: 'LP-0001',
  createdAt: '2026-11-15T15:00:00.000Z',
  text: '1 × LoadPing Pro (at $15.00 / month)',
  totalCents: 1_500,
  status: 'paid',
  url: 'http://localhost:3000/dev/stripe/invoice/in_1',
  pdfUrl: 'http://localhost:3000/dev/stripe/invoice/in_1/pdf',
} as const

type Shown = { billing: Billing; me?: Awaited<ReturnType<NonNullable<NonNullable<FakeApi['account']>['getMe']>>> }

const show = ({ billing, me = maria }: Shown, calls: FakeApi['billing'] = {}) =>
  renderScreen(<BillingScreen />, {
    account: { getMe: async () => me },
    mailboxes: { listMailboxes: async () => [] },
    billing: { getBilling: async () => ({ content: billing }), listInvoices: async () => [], ...calls },
  })

const regionsOf = (names: string[]) =>
  screen
    .getAllByRole('region')
    .map((card) => card.getAttribute('aria-label') ?? '')
    .filter((name) => names.includes(name))

test('[D8.3] [D8.8] Billing offers Pro with its price, and says when the emails renew', async () => {
  show({ billing: unpaid })

  const card = await screen.findByRole('region', { name: 'Pro' })
  expect(card.textContent).toContain('$15 per user, month')
  expect(within(card).getByText('Unlimited emails')).toBeTruthy()
  expect(within(card).getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')).toBe('/pricing/upgrade')
  expect(screen.getByText(/32\/50 emails left\. Renews Dec 1\./)).toBeTruthy()
  expect(regionsOf(['Free', 'Pro', 'Business Plan'])).toEqual(['Free', 'Pro', 'Business Plan'])
  expect(screen.getAllByRole('link', { name: 'Contact Us' })).toHaveLength(1)
})

test('[3.3] billing info that is loading is no plan; then it has a status, a type and its data', async () => {
  const asked = Promise.withResolvers<{ content: Billing }>()
  show({ billing: pastDue, me: pro }, { getBilling: () => asked.promise })
  await waitFor(() => expect(document.querySelector('[aria-hidden].delayed-appear')).not.toBeNull())
  expect(screen.queryByRole('link', { name: 'Upgrade to Pro' })).toBeNull()

  asked.resolve({ content: pastDue })

  expect(await screen.findByRole('heading', { name: /^Your payment didn’t go through/ })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Why you still have Pro' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pay $16.24' })).toBeTruthy()
})

test('yearly prices are two months less, and are what the upgrade begins with', async () => {
  show({ billing: unpaid })

  await userEvent.click(await screen.findByRole('button', { name: 'Yearly, 2 months free' }))
  const card = screen.getByRole('region', { name: 'Pro' })
  expect(card.textContent).toContain('$150 per user, year')
  expect(within(card).getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')).toBe(
    '/pricing/upgrade?interval=year',
  )
})

test('after the trial Billing says that it ended and what stays', async () => {
  show({
    billing: unpaid,
    me: { ...maria, billingPlan: 'FREE', createdAt: inDays(-40), limitTempl: 5 },
  })

  expect(await screen.findByRole('heading', { name: 'Your Pro Trial is Expired' })).toBeTruthy()
  expect(screen.getByText(/Your templates and loads are kept\./)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Pro' })).getByText('Expired')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Upgrade to Pro' })).toHaveLength(2)
  expect(screen.getByText('Your plan now')).toBeTruthy()
})

test('[D13.4] an account without a trial reads why, on Billing', async () => {
  show({ billing: unpaid, me: { ...maria, billingPlan: 'FREE', trialDays: 0, limitTempl: 5 } })

  expect(await screen.findByRole('heading', { name: 'Your plan is Free' })).toBeTruthy()
  expect(screen.getByText(/You had your Pro trial with an earlier account, so this one has none\./)).toBeTruthy()
  expect(screen.queryByText(/Expired/)).toBeNull()
})

test('an active plan shows its price, renewal, card, why, and its invoices', async () => {
  show({ billing: paid, me: pro }, { listInvoices: async () => [invoice] })

  expect(await screen.findByRole('heading', { name: /^Pro\s*\$15\.00 a month$/ })).toBeTruthy()
  expect(screen.getByText(formatDate(new Date(paid.renewsAt ?? '')))).toBeTruthy()
  expect(screen.getByText('$15.00, in 21 days')).toBeTruthy()
  expect(screen.getByText('Visa ending 4242')).toBeTruthy()
  expect(screen.getByText('Expires 09/28')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Why you have Pro' })).toBeTruthy()
  expect(screen.getByText(/Last checked with Stripe today at/)).toBeTruthy()
  const row = await screen.findByRole('row', { name: /LP-0001/ })
  expect(row.textContent).toContain('$15.00')
  expect(within(row).getByRole('link', { name: 'PDF' }).getAttribute('href')).toBe(invoice.pdfUrl)
  expect(screen.queryByRole('link', { name: 'Upgrade to Pro' })).toBeNull()
})

test('[D13.3] a failed payment shows the days that are left and leads to the open invoice', async () => {
  show({ billing: pastDue, me: pro })

  expect(
    await screen.findByRole('heading', { name: 'Your payment didn’t go through. 4 days left to pay' }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pay $16.24' }).getAttribute('href')).toBe(pastDue.invoiceUrl)
  expect(screen.getByText('Day 4 of 7')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'LP-0002' }).getAttribute('href')).toBe(pastDue.invoiceUrl)
  expect(screen.getAllByText(formatDate(new Date(pastDue.nextAttemptAt ?? '')))).toHaveLength(2)
  expect(screen.getByText('Stripe tries the card again')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Why you still have Pro' })).toBeTruthy()
  expect(screen.getByText(/^Your plan becomes Free: 50 emails a month\. Templates/)).toBeTruthy()
})

test('after the seven days the plan is Free, and the invoice can still be paid', async () => {
  show({
    billing: { ...pastDue, plan: null, failedAt: inDays(-8), graceEndsAt: inDays(-1) },
    me: { ...maria, billingPlan: 'FREE', createdAt: inDays(-60) },
  })

  expect(await screen.findByRole('heading', { name: /Your plan is Free now/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pay $16.24' })).toBeTruthy()
})

test('after the seven days Billing offers to pay the open invoice, and no second subscription', async () => {
  const over = { ...pastDue, plan: null, failedAt: inDays(-8), graceEndsAt: inDays(-1) }
  show({ billing: over, me: { ...maria, billingPlan: 'FREE', createdAt: inDays(-60) } })

  expect(await screen.findByRole('link', { name: 'Pay $16.24' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Upgrade to Pro' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Monthly' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Your Pro Trial is Expired' })).toBeNull()
})

test('whom the operator granted a plan is not told that it is Free after a payment failed', async () => {
  const grant = { plan: 'PRO', seats: null, since: inDays(-9) } as const
  show({ billing: { ...pastDue, plan: null, failedAt: inDays(-8), graceEndsAt: inDays(-1), grant }, me: pro })

  expect(await screen.findByRole('heading', { name: 'Your payment didn’t go through.' })).toBeTruthy()
})

test('a canceled plan says until when it stays and offers to keep it', async () => {
  show({ billing: { ...paid, endsAt: paid.renewsAt }, me: pro })

  const end = formatDate(new Date(paid.renewsAt ?? ''))
  expect(await screen.findByText(`Ends ${end}`)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Keep Pro' })).toBeTruthy()
})

test('[D8.7] while Stripe cannot be reached Billing says since when, and how long the plan stays', async () => {
  show({ billing: { ...paid, failingSince: inDays(-0.01) }, me: pro })

  expect(await screen.findByText(/We haven’t reached Stripe since .*72 hours from then\./)).toBeTruthy()
})

test('a plan that ended because Stripe did not answer is on hold, and says why', async () => {
  show({ billing: { ...paid, failingSince: inDays(-4) }, me: { ...maria, billingPlan: 'FREE' } })

  expect(await screen.findByText('On hold')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Why you don’t have Pro' })).toBeTruthy()
  expect(screen.getByText(/Your plan comes back when we do\./)).toBeTruthy()
})

test('[D8.9] a granted plan names the operator, and is not offered for sale', async () => {
  show({
    billing: { ...unpaid, grant: { plan: 'PRO', seats: null, since: '2026-11-02T15:00:00.000Z' } },
    me: pro,
  })

  expect(await screen.findByText('Given by your operator')).toBeTruthy()
  expect(screen.getByText(/Granted on Mon, Nov 2, 2026/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Upgrade to Pro' })).toBeNull()
  expect(screen.getByText('Your plan now')).toBeTruthy()
})

test('[D13.5] granted seats are changed by Contact Us', async () => {
  show({
    billing: { ...unpaid, grant: { plan: 'BUSINESS', seats: 10, since: '2026-11-02T15:00:00.000Z' } },
    me: { ...maria, ...unlimited, billingPlan: 'BUSINESS', organizationId: team, role: 'MANAGER' },
  })

  const contact = await screen.findByRole('link', { name: 'Contact Us about seats' })
  expect(contact.getAttribute('href')).toMatch(/^mailto:.*More%20seats$/)
})

test('[D13.25] without payments Billing has no purchase, and whom to ask', async () => {
  show({ billing: { ...unpaid, payments: 'off' } })

  expect(await screen.findByText(/takes no payments\. Your operator gives out the plans/)).toBeTruthy()
  const operator = within(screen.getByRole('region', { name: 'Your operator' }))
  expect(operator.getByText(brand.supportAddress)).toBeTruthy()
  expect(operator.getByRole('link', { name: 'Email your operator' }).getAttribute('href')).toMatch(/^mailto:/)
  expect(screen.getByRole('row', { name: 'Emails 50 a month No monthly limit No monthly limit' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Upgrade to Pro' })).toBeNull()
  expect(document.body.textContent).not.toMatch(/\$\d/)
})

test('[D13.25] without payments a granted plan is named as the one of the table that is theirs', async () => {
  const grant = { plan: 'PRO', seats: null, since: '2026-11-02T15:00:00.000Z' } as const
  show({ billing: { ...unpaid, payments: 'off', grant }, me: pro })

  expect(await screen.findByText('Given by your operator')).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Pro, yours' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Your operator' })).toBeTruthy()
})

test("[D8.11] a member sees the team's plan, and the portal of a subscription of their own", async () => {
  show({
    billing: { ...paid, mayPay: false, own: { status: 'active', ...notOwed } },
    me: { ...pro, billingPlan: 'BUSINESS', organizationId: team },
  })

  expect(await screen.findByText(/Its managers choose the plan and pay for it/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Your own subscription' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Manage in Stripe' })).toBeTruthy()
})

test.each(['USER', 'MANAGER'] as const)(
  'who is a %s of a team is told of their own subscription that owes',
  async (role) => {
    show({
      billing: {
        ...(role === 'MANAGER' ? paid : pastDue),
        mayPay: role === 'MANAGER',
        own: { status: 'past_due', ...owed },
      },
      me: { ...pro, billingPlan: 'BUSINESS', organizationId: team, role },
    })

    const note = within(await screen.findByRole('status'))
    expect(note.getByRole('heading').textContent).toBe('The payment for your own subscription didn’t go through')
    expect(note.getByRole('link', { name: 'Pay $16.24' }).getAttribute('href')).toBe(owed.invoiceUrl)
  },
)

test("[D8.11] a manager's own subscription has a portal beside the team's", async () => {
  leave()
  const openPortal = vi.fn(async () => ({ url: `${window.location.origin}/dev/stripe/portal/1` }))
  show(
    {
      billing: { ...paid, plan: 'BUSINESS', seats: 6, own: { status: 'active', ...notOwed } },
      me: { ...pro, billingPlan: 'BUSINESS', organizationId: team, role: 'MANAGER' },
    },
    { openPortal },
  )

  const own = within(await screen.findByRole('region', { name: 'Your own subscription' }))
  await userEvent.click(own.getByRole('button', { name: 'Manage in Stripe' }))
  await waitFor(() => expect(openPortal).toHaveBeenCalledWith({ query: { of: 'own' } }))
})

test('[4.7] when billing cannot be loaded, it says so and can be tried again', async () => {
  let answers = 0
  show(
    { billing: unpaid },
    {
      getBilling: async () => {
        answers += 1
        if (answers === 1) throw new Problem('unexpected', 'Something went wrong on our end. Try again.')
        return { content: unpaid }
      },
    },
  )

  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Upgrade to Pro' })).toBeTruthy()
})

test('invoices that cannot be read say why, and leave the rest of Billing usable', async () => {
  show(
    { billing: paid, me: pro },
    { listInvoices: () => Promise.reject(new Problem('unavailable', "We can't reach Stripe.")) },
  )

  expect(await screen.findByText("Couldn't load your invoices")).toBeTruthy()
  expect(screen.getByText("We can't reach Stripe.")).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Manage in Stripe' })).toBeTruthy()
})

const leave = () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  return { assign, replace }
}
const upgrading = (url: string, calls: FakeApi['billing'] = {}) => {
  signInAs('Maria')
  return renderApp('/pricing/upgrade', {
    account: {
      getMe: async () => maria,
      getUserInfo: async () => carrier,
    },
    mailboxes: { listMailboxes: async () => [] },
    billing: { getBilling: async () => ({ content: unpaid }), upgrade: async () => ({ url }), ...calls },
  })
}

test('the upgrade says what changes and what is due, then goes to the payment page', async () => {
  const { assign } = leave()
  const url = `${window.location.origin}/dev/stripe/checkout/cs_test_1`
  upgrading(url)

  const pay = await screen.findByRole('button', { name: 'Continue to payment, $15.00' })
  expect(screen.getByRole('row', { name: /^Emails 32 of 50 left, renews Dec 1 No monthly limit/ })).toBeTruthy()
  await userEvent.click(pay)
  await waitFor(() => expect(assign).toHaveBeenCalledWith(url))
})

test("Manage in Stripe asks for the portal of who pays, without a value that isn't there", async () => {
  leave()
  const openPortal = vi.fn(async () => ({ url: `${window.location.origin}/dev/stripe/portal/1` }))
  show({ billing: paid, me: pro }, { openPortal })

  await userEvent.click(await screen.findByRole('button', { name: 'Manage in Stripe' }))
  await waitFor(() => expect(openPortal).toHaveBeenCalledTimes(1))
  expect(openPortal.mock.calls).toStrictEqual([[{ query: {} }]])
})

test('[B08] an address that is no payment page is not opened', async () => {
  const { assign } = leave()
  upgrading('https://evil.example/checkout')

  await userEvent.click(await screen.findByRole('button', { name: /Continue to payment/ }))
  expect(await screen.findByText(/That address is not a payment page/)).toBeTruthy()
  expect(assign).not.toHaveBeenCalled()
})

test('[D8.6] [4.7] on return from Stripe, Billing asks what was paid and loads anew', async () => {
  const { replace } = leave()
  signInAs('Maria')
  const checkBilling = vi.fn(async () => ({ status: 'active' as const }))
  renderApp('/pricing?from=stripe', {
    account: {
      getMe: async () => maria,
      getUserInfo: async () => carrier,
    },
    mailboxes: { listMailboxes: async () => [] },
    billing: { getBilling: async () => ({ content: unpaid }), checkBilling },
  })

  await waitFor(() => expect(replace).toHaveBeenCalledWith('/pricing'))
  expect(checkBilling).toHaveBeenCalledTimes(1)
})

const pricedAt = '2026-11-24T15:00:00.000Z'
const business: Billing = { ...paid, plan: 'BUSINESS', seats: 6, seatCents: 2_200 }
const showSeats = (changeSeats: NonNullable<NonNullable<FakeApi['team']>['changeSeats']>) =>
  renderScreen(<BillingScreen />, {
    account: { getMe: async () => ({ ...pro, billingPlan: 'BUSINESS', organizationId: team, role: 'MANAGER' }) },
    mailboxes: { listMailboxes: async () => [] },
    billing: { getBilling: async () => ({ content: business }), listInvoices: async () => [] },
    team: {
      previewSeats: async ({ query }) => ({
        seats: 6,
        inUse: 5,
        dueCents: Number(query.seats) > 6 ? 3_080 : 0,
        taxCents: 0,
        isAtRenewal: Number(query.seats) < 6,
        thenCents: Number(query.seats) * 2_200,
        thenInterval: 'month' as const,
        pricedAt,
        renewsAt: business.renewsAt ?? '',
      }),
      changeSeats,
    },
  })

test('[D13.5] a change of seats shows its sum before it is made', async () => {
  const changeSeats = vi.fn(async () => ({ outcome: 'done' as const, invoiceUrl: null }))
  showSeats(changeSeats)
  await userEvent.click(await screen.findByRole('button', { name: 'Change seats' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change seats' }))
  expect(await dialog.findByText('5 of 6 seats are taken by members and open invitations.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'More seats' }))
  await userEvent.click(dialog.getByRole('button', { name: 'More seats' }))

  expect(await dialog.findByText('8 × $22.00 = $176.00 a month')).toBeTruthy()
  await userEvent.click(await dialog.findByRole('button', { name: 'Add 2 seats, $30.80' }))
  await waitFor(() => expect(changeSeats).toHaveBeenCalledWith({ body: { seats: 8, pricedAt } }))
  expect(await screen.findByText('Your team has 8 seats now')).toBeTruthy()
})

test('[D13.5] seats cannot be chosen below those in use', async () => {
  showSeats(async () => ({ outcome: 'at-renewal', invoiceUrl: null }))
  await userEvent.click(await screen.findByRole('button', { name: 'Change seats' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change seats' }))
  await dialog.findByText(/^5 of 6 seats/)
  await userEvent.click(dialog.getByRole('button', { name: 'Fewer seats' }))

  expect(await dialog.findByRole('button', { name: 'Change to 5 seats at renewal' })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Fewer seats' }).hasAttribute('disabled')).toBe(true)

  await userEvent.type(dialog.getByRole('textbox', { name: 'Seats' }), '{Backspace}4')
  expect((await dialog.findByRole('alert')).textContent).toBe('Enter 5 to 1,000 seats.')
  expect(dialog.getByRole('button', { name: /^Change/ }).hasAttribute('disabled')).toBe(true)
})

const showIntervals = (billing: Billing, preview: Partial<ChangePreview>, calls: FakeApi['billing'] = {}) =>
  show(
    { billing, me: pro },
    {
      previewPlan: async () => ({
        dueCents: 0,
        taxCents: 0,
        isAtRenewal: false,
        thenCents: 15_000,
        thenInterval: 'year',
        renewsAt: inDays(365),
        pricedAt,
        ...preview,
      }),
      ...calls,
    },
  )

test('[B13] a year shows what is due before it is paid, with the tax in it', async () => {
  const changePlan = vi.fn(async () => ({ outcome: 'done' as const, invoiceUrl: null }))
  showIntervals(paid, { dueCents: 14_310, taxCents: 310 }, { changePlan })

  expect(await screen.findByText('2 months free: $30 less than 12 months.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'See what changes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay yearly' }))
  expect(await dialog.findByText('$143.10')).toBeTruthy()
  expect(dialog.getByText('Visa ending 4242, $3.10 of it tax')).toBeTruthy()
  expect(dialog.getByText('$150.00 a year')).toBeTruthy()
  expect(changePlan).not.toHaveBeenCalled()

  await userEvent.click(dialog.getByRole('button', { name: 'Pay yearly, $143.10' }))
  await waitFor(() => expect(changePlan).toHaveBeenCalledWith({ body: { plan: 'PRO', interval: 'year', pricedAt } }))
  expect(await screen.findByText('You pay by the year')).toBeTruthy()
})

test('[B13] a month instead of a year begins with the renewal, and can be taken back until then', async () => {
  const yearly = { ...paid, interval: 'year', seatCents: 15_000 } as const
  const changePlan = vi.fn(async () => ({ outcome: 'at-renewal' as const, invoiceUrl: null }))
  showIntervals(
    yearly,
    { isAtRenewal: true, thenCents: 1_500, thenInterval: 'month', renewsAt: yearly.renewsAt ?? '' },
    { changePlan },
  )

  await userEvent.click(await screen.findByRole('button', { name: 'See what changes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay monthly' }))
  expect(await dialog.findByText(`From ${formatDate(new Date(yearly.renewsAt ?? ''))}`)).toBeTruthy()
  expect(dialog.getByText('$0.00')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Pay monthly' }))
  expect(await screen.findByText('You pay by the month from the next renewal on')).toBeTruthy()
})

test('a month that waits for the renewal is named, and the year can be kept', async () => {
  const waiting = { ...paid, interval: 'year', seatCents: 15_000, nextInterval: 'month' } as const
  showIntervals(waiting, { renewsAt: waiting.renewsAt ?? '' })

  const day = formatDate(new Date(waiting.renewsAt ?? ''))
  expect(await screen.findByText(`Monthly from ${day} on`)).toBeTruthy()
  expect(screen.getByText('By the month, in 21 days')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Keep yearly' }))
  expect(await screen.findByText(`It renews on ${day} as it did before.`)).toBeTruthy()
})

test('a plan that ends or owes offers no other interval', async () => {
  show({ billing: { ...paid, endsAt: paid.renewsAt }, me: pro })

  expect(await screen.findByRole('button', { name: 'Keep Pro' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'See what changes' })).toBeNull()
})
