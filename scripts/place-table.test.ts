import { expect, test } from 'vitest'
import { findPoint } from '../extension/src/places/known-places.ts'
import { findCity } from '../server/src/places/gazetteer.ts'

test.each([
  ['Joliet', 'IL'],
  ['Ft. Worth', 'TX'],
  ['St. Joseph', 'MO'],
  ['Olathe', 'KS'],
  ['Montréal', 'QC'],
  ['Lebec', 'CA'],
  ['Nowhere at all', 'KS'],
  ['Durango', 'DU'],
])('the extension finds %s, %s where the server does', (city, state) => {
  const known = findCity(city, state)

  expect(findPoint({ city, state })).toEqual(known && { latitude: known.latitude, longitude: known.longitude })
})
