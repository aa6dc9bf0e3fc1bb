import { expect, test } from 'vitest'
import { formatCount } from '../format/counts.ts'
import { formatMoney, formatPerMile } from '../format/money.ts'
import { notFormulas, rateCases } from './rate-formula.cases.ts'
import { askCents, explainAsk, formatRateFormula, parseRateFormula, rateFormulaTitles } from './rate-formula.ts'

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
  ['a percentage off', 'trip-10%', 'percentage', 180_000],
  ['an amount', 'trip+150', 'amount', 215_000],
  ['an amount off', 'trip-150', 'amount', 185_000],
  ['a rate per mile', 'trip*2.75', 'per-mile', 137_500],
  ['a custom price', '2400', 'custom', 240_000],
])('[3.12] a formula can be %s: %s', (_what, text, kind, cents) => {
  const formula = parseRateFormula(text)

  expect(formula?.kind).toBe(kind)
  expect(formula && askCents(formula, { rate: { cents: 200_000, basis: 'flat' }, tripMiles: 500 })).toBe(cents)
  expect(formula && askCents(formula, { rate: { cents: 400, basis: 'per-mile' }, tripMiles: 500 })).toBe(cents)
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

test.each(rateCases)('[D4.2] “$formula” is written as it is read', ({ formula }) => {
  const parsed = parseRateFormula(formula)

  expect(parsed && parseRateFormula(formatRateFormula(parsed))).toEqual(parsed)
})

test('[3.12] the formulas are named', () => {
  expect(Object.values(rateFormulaTitles)).toEqual(['Trip + Percentage', 'Trip + ABS', 'Trip * Number', 'Custom Price'])
})

const van = { rate: { cents: 231_500, basis: 'flat' as const }, tripMiles: 926 }
const perMile = { rate: { cents: 245, basis: 'per-mile' as const }, tripMiles: 1_950 }

test.each([
  ['trip+8% to 5', van, '$2,315 × 1.08 = $2,500.20, to $5 → $2,500', '$2,500'],
  ['trip-5%', van, '$2,315 × 0.95 = $2,199.25, to $1 → $2,199', '$2,199'],
  ['trip+200', van, '$2,315 + $200 = $2,515', '$2,515'],
  ['trip-50', van, '$2,315 − $50 = $2,265', '$2,265'],
  ['trip*2.75', van, '926 mi × $2.75 = $2,546.50, to $1 → $2,547', '$2,547'],
  ['2400', {}, '$2,400', '$2,400'],
  ['trip+8% to 25', perMile, '1,950 mi × $2.45 × 1.08 = $5,159.70, to $25 → $5,150', '$5,150'],
])('[D4.2] %s is spelled out', (text, inputs, arithmetic, ask) => {
  const formula = parseRateFormula(text)
  const explained = formula && explainAsk(formula, inputs)

  expect(explained).toEqual({ arithmetic, askCents: formula && askCents(formula, inputs) })
  expect(explained && 'askCents' in explained && formatMoney(explained.askCents)).toBe(ask)
})

test.each([
  ['trip+8%', {}, 'rate'],
  ['trip+8%', { rate: { cents: 245, basis: 'per-mile' as const } }, 'trip'],
  ['trip*2.75', { rate: { cents: 231_500, basis: 'flat' as const } }, 'trip'],
  ['trip-100%', van, undefined],
])('[D4.2] %s without an ask says which input is missing', (text, inputs, missing) => {
  const formula = parseRateFormula(text)

  expect(formula && explainAsk(formula, inputs)).toEqual({ missing })
})

test('[D4.2] a rate per mile has two decimals', () => {
  expect(formatPerMile(250_000, 926)).toBe('$2.70')
  expect(formatPerMile(250_000, 971)).toBe('$2.57')
})
