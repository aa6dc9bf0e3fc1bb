import { expect, test } from 'vitest'
import { formatBytes, formatCount } from './counts.ts'
import { formatDollars, formatMoney, formatPerMile, readDollars } from './money.ts'

test.each([
  [245_000, '$2,450'],
  [245_050, '$2,450.50'],
  [-55_300, '-$553'],
  [5, '$0.05'],
])('%d cents are %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text)
})

test('whole dollars are rounded once', () => {
  expect(formatDollars(231_549)).toBe('$2,315')
  expect(formatDollars(231_550)).toBe('$2,316')
})

test('an amount per mile has two decimals', () => {
  expect(formatPerMile(231_500, 926)).toBe('$2.50')
  expect(formatPerMile(270)).toBe('$2.70')
})

test.each([
  [44_000, '44,000'],
  [1_234_567, '1,234,567'],
  [999, '999'],
  [-1_000, '-1,000'],
  [12.5, '12.5'],
])('%d is %s', (number, text) => {
  expect(formatCount(number)).toBe(text)
})

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_234, '1.2 KB'],
  [44_000, '44 KB'],
  [999_500, '1 MB'],
  [4_200_000, '4.2 MB'],
  [1_340_000_000, '1.3 GB'],
  [84_000_000_000, '84 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  ['$2,450', 245_000],
  [' 2450 ', 245_000],
  ['2,450.50', 245_050],
  ['2450.5', 245_050],
  ['24,50', undefined],
  ['2450 or best', undefined],
  ['1e3', undefined],
  ['-5', undefined],
  ['', undefined],
])('typed %j is %s cents', (text, cents) => {
  expect(readDollars(text)).toBe(cents)
})
