import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { maria, renderScreen } from '../testing/render.tsx'
import { BillingScreen } from './billing-screen.tsx'

test.each([
  ['TRIAL', 'Pro trial', ['Pro trial', 'Free', 'Pro', 'Business Plan'], 2],
  ['FREE', 'Free', ['Free', 'Pro', 'Business Plan'], 2],
  ['PRO', 'Pro', ['Free', 'Pro', 'Business Plan'], 1],
  ['BUSINESS', 'Business Plan', ['Free', 'Pro', 'Business Plan'], 0],
] as const)('Billing marks the plan %s and offers those above it', async (billingPlan, name, names, offers) => {
  const isPaid = billingPlan === 'PRO' || billingPlan === 'BUSINESS'
  const unlimited = isPaid ? { emails: null, limitEmails: null, renewsAt: null } : {}
  renderScreen(<BillingScreen />, { account: { getMe: async () => ({ ...maria, billingPlan, ...unlimited }) } })

  const marked = (await screen.findByText('Your plan')).closest('section')
  expect(marked?.getAttribute('aria-label')).toBe(name)
  const plans = screen.getAllByRole('region').filter((card) => within(card).queryByRole('list'))
  expect(plans.map((card) => card.getAttribute('aria-label'))).toEqual(names)
  expect(screen.queryAllByRole('link', { name: 'Contact Us' })).toHaveLength(offers)
})

test('[D8.3] [D8.8] Billing has the price of Pro and the day on which the emails renew', async () => {
  renderScreen(<BillingScreen />, { account: { getMe: async () => maria } })

  const pro = await screen.findByRole('region', { name: 'Pro' })
  expect(pro.textContent).toMatch(/\$15 a user a month.*\$150 a year/)
  expect(within(pro).getByText('Unlimited emails')).toBeTruthy()
  expect(screen.getByText('Renews Dec 1')).toBeTruthy()
})
