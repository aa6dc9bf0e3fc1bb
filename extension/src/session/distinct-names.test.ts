import { expect, test } from 'vitest'
import { withDistinctNames } from './distinct-names.ts'

test('templates of one name differ by the teammate who shares them, or by a number', () => {
  const priya = 'Priya Nair'
  const tom = 'Tom Becker'
  const template = (id: string, name: string, owner: string | null = null) => ({ id, name, owner })

  const named = withDistinctNames([
    template('1', 'Flatbed'),
    template('2', 'Flatbed'),
    template('3', 'Reefer'),
    template('4', 'Flatbed', priya),
    template('5', 'Flatbed', tom),
    template('6', 'Van', tom),
  ])

  expect(named.map(({ name }) => name)).toEqual([
    'Flatbed',
    'Flatbed (2)',
    'Reefer',
    'Flatbed (Priya Nair)',
    'Flatbed (Tom Becker)',
    'Van',
  ])
})
