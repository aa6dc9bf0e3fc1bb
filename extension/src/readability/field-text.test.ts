import { expect, test } from 'vitest'
import { fieldText } from './field-text.ts'

test('a load that is checked shows its age, dates and numbers as a board does', () => {
  const now = new Date('2026-11-23T18:30:00Z')
  const text = (field: string, value: Parameters<typeof fieldText>[1]) => fieldText(field, value, now)

  expect([text('postedAt', '2026-11-23T15:16:23Z'), text('postedAt', '2026-11-23T18:10:00Z')]).toEqual([
    '3 h 13 min',
    '20 min',
  ])
  expect([text('pickupDay', '2026-11-23'), text('weightPounds', 14_000), text('lengthFeet', 48)]).toEqual([
    'Mon, Nov 23',
    '14,000 lb',
    '48 ft',
  ])
  expect([text('creditScore', 97), text('equipment', 'V'), text('origin', { city: 'Elgin', state: 'IL' })]).toEqual([
    '97',
    'V',
    'Elgin, IL',
  ])
  expect(text('rate', { cents: 250, basis: 'per-mile' })).toBe('$2.50/mi')
})
