import { expect, test } from 'vitest'
import { notFormulas, rateCases } from './rate-formula.cases.ts'
import { askCents, formatCount, formatMoney, parseRateFormula } from './rate-formula.ts'

test.each(rateCases)('[D4.2] $formula over $tripMiles mi asks $ask', ({ formula, posted, tripMiles, ask }) => {
  const parsed = parseRateFormula(formula)
  const cents = parsed && askCents(parsed, { rate: posted, tripMiles })

  expect(cents === undefined ? null : formatMoney(cents)).toBe(ask)
})

test.each(notFormulas)('[D4.2] “%s” is not a formula', (text) => {
  expect(parseRateFormula(text)).toBeUndefined()
})

test.each([
  ['a percentage', 'trip+10%', 'percentage', 220_000],
  ['an amount', 'trip+150', 'amount', 215_000],
  ['a rate per mile', 'trip*2.75', 'per-mile', 137_500],
  ['a custom price', '2400', 'custom', 240_000],
])('[3.12] a formula can be %s: %s', (_what, text, kind, cents) => {
  const formula = parseRateFormula(text)

  expect(formula?.kind).toBe(kind)
  expect(formula && askCents(formula, { rate: { cents: 200_000, basis: 'flat' }, tripMiles: 500 })).toBe(cents)
})

test.each([
  0, 1, 99, 100, 101, 12_345, 99_999, 100_000, 231_500, 250_050, 99_999_999, 100_000_000, 12_345_678_900, -250,
  -100_000,
])('[D4.2] %s cents are formatted as en-US writes dollars', (cents) => {
  const minimumFractionDigits = cents % 100 === 0 ? 0 : 2
  const format = { style: 'currency', currency: 'USD', minimumFractionDigits } as const

  expect(formatMoney(cents)).toBe((cents / 100).toLocaleString('en-US', format))
  expect(formatCount(Math.abs(cents))).toBe(Math.abs(cents).toLocaleString('en-US'))
})
