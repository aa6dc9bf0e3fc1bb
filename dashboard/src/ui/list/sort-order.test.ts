import { expect, test } from 'vitest'
import { nextSort, readSort } from './sort-order.ts'

test('an order names a column and its direction, any other text none', () => {
  expect(readSort('-sent', ['name', 'sent'])).toEqual({ column: 'sent', isDescending: true })
  expect(readSort('name', ['name', 'sent'])).toEqual({ column: 'name', isDescending: false })
  expect(readSort('all', ['name', 'sent'])).toBeUndefined()
})

test('clicks on a head sort one way, then the other, then not', () => {
  expect(['', 'name', '-name'].map((now) => nextSort(now, 'name', false))).toEqual(['name', '-name', undefined])
  expect(['name', '-sent', 'sent'].map((now) => nextSort(now, 'sent', true))).toEqual(['-sent', 'sent', undefined])
})
