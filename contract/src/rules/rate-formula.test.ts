import { expect, test } from 'vitest'
import { notFormulas, rateCases } from './rate-formula.cases.ts'
import { askCents, formatMoney, parseRateFormula } from './rate-formula.ts'

test.each(rateCases)('[D4.2] $formula over $tripMiles mi asks $ask', ({ formula, posted, tripMiles, ask }) => {
  const parsed = parseRateFormula(formula)
  const cents = parsed && askCents(parsed, { rate: posted, tripMiles })

  expect(cents === undefined ? null : formatMoney(cents)).toBe(ask)
})

test.each(notFormulas)('[D4.2] “%s” is not a formula', (text) => {
  expect(parseRateFormula(text)).toBeUndefined()
})

test('[3.12] a formula is a percentage, an amount, a rate per mile or a custom price', () => {
  expect(['trip+10%', 'trip+200', 'trip*2.75', '2400'].map((text) => parseRateFormula(text)?.kind)).toEqual([
    'percentage',
    'amount',
    'per-mile',
    'custom',
  ])
})
