import { expect, test } from 'vitest'
import { isStripePage } from './stripe-pages.ts'

test.each([
  ['https://checkout.stripe.com/c/pay/cs_live_1', true],
  ['https://billing.stripe.com/p/session/1', true],
  ['https://invoice.stripe.com/i/acct_1/live_1', true],
  ['https://pay.stripe.com/invoice/acct_1/live_1/pdf', true],
  ['http://checkout.stripe.com/c/pay/1', false],
  ['https://checkout.stripe.com.evil.example/c/pay/1', false],
  ['https://checkout.stripe.com@evil.example/', false],
  ['https://checkout.stripe.com:444/', false],
  ['https://evil.example/https://checkout.stripe.com/', false],
  ['javascript:alert(1)//https://checkout.stripe.com/', false],
  ['http://127.0.0.1:8080/dev/stripe/checkout/cs_test_1', false],
])('[B08] whether %s is a page of Stripe: %s', (url, expected) => {
  expect(isStripePage(url, undefined)).toBe(expected)
})

test('[B08] with the simulator, only its own addresses are pages to go to', () => {
  const simulator = 'http://127.0.0.1:8080/dev/stripe/'

  expect(isStripePage(`${simulator}checkout/cs_test_1`, simulator)).toBe(true)
  expect(isStripePage('http://127.0.0.1:8080/dev/other', simulator)).toBe(false)
  expect(isStripePage('https://checkout.stripe.com/c/pay/1', simulator)).toBe(false)
})
