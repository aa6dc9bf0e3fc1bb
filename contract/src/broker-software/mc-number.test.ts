import { expect, test } from 'vitest'
import { maxGrowth, workGrowth } from '../testing/work-growth.ts'
import { mcNumberCases } from './mc-number.cases.ts'
import { findCarrierNumber } from './mc-number.ts'

test.each(mcNumberCases)('[5.3] [D4.5] “%s” holds the number %j', (text, expected) => {
  const found = findCarrierNumber(text)

  expect(found ? `${found.kind} ${found.number}` : '').toBe(expected)
})

test.each(['MC ', 'MC:', 'MC#', 'MC-1', 'MC 123456789 '])(
  '[I09] [D4.5] long text of “%s” is searched in linear time',
  (piece) => {
    expect(workGrowth(piece, findCarrierNumber)).toBeLessThan(maxGrowth)
  },
)
