import { expect, test } from 'vitest'
import { readEmptyTime } from '../read-empty-time.ts'
import { readTrucks } from './read-trucks.ts'

const olathe = { city: 'Olathe', state: 'KS' }

test.each([
  ['commas', '104 Ray, reefer, Olathe, KS, today 6:30 PM, 7:10'],
  ['tabs', '104 Ray\treefer\tOlathe, KS\ttoday 6:30 PM\t7:10'],
  ['semicolons', '104 Ray;R;Olathe KS;today 6:30 PM;7.17 h'],
  ['spaces of a page', '104 Ray   53 ft reefer   Olathe, KS   today 6:30 PM   7h 10m'],
  [
    'a head in another order',
    'Unit,Location,Available,Hours left,Trailer\n104 Ray,"Olathe, KS",today 6:30 PM,7:10,Reefer',
  ],
])('[D12.13] a truck is read from a line with %s', (_name, text) => {
  expect(readTrucks(text)).toEqual([
    expect.objectContaining({
      name: '104 Ray',
      equipment: 'reefer',
      place: olathe,
      emptyText: 'today 6:30 PM',
      driveMinutes: 430,
      unclear: [],
    }),
  ])
})

test('[D12.13] a time with the letters of its zone is read', () => {
  expect(readTrucks('104 Ray, Olathe, KS, 6:30 PM CST')[0]).toMatchObject({ emptyText: '6:30 PM CST', unclear: [] })
})

test.each([
  ['a plain time is hours or a clock', '104 Ray, 6:30', '“6:30”'],
  ['a city without a state', '104 Ray, Olathe', '“Olathe”'],
  ['a state that does not exist', 'truck\tplace\n104 Ray\tOlathe, XX', 'place “Olathe, XX”: write it as Elgin, IL'],
  ['more hours than there are', 'truck,hours\n104 Ray,12:30', 'hours “12:30”: write them as 8:30, at most 11:00'],
  ['an unknown trailer', 'truck,type\n104 Ray,submarine', 'equipment “submarine”'],
  ['no name', ',van', 'no name'],
])('[D12.13] nothing is guessed: %s', (_name, text, unclear) => {
  expect(readTrucks(text)[0]?.unclear[0]).toBe(unclear)
})

const now = Date.parse('2026-11-23T20:56:00Z') // Monday, 2:56 PM in Chicago
test.each([
  ['now', '2026-11-23T20:56'],
  ['6:30 PM', '2026-11-24T00:30'],
  ['6:30 PM CST', '2026-11-24T00:30'],
  ['tomorrow 7a', '2026-11-24T13:00'],
  ['Tue at 7:00 AM', '2026-11-24T13:00'],
  ['Mon 18:00', '2026-11-24T00:00'],
  ['11/25 18:30', '2026-11-26T00:30'],
  ['2026-11-25T08:00', '2026-11-25T14:00'],
  ['noon', '2026-11-23T18:00'],
  ['1/2 6 AM', '2027-01-02T12:00'],
])('an empty time is read in the zone of the place: %s', (text, utc) => {
  expect(new Date(readEmptyTime(text, 'America/Chicago', now) ?? 0).toISOString().slice(0, 16)).toBe(utc)
})

test.each(['6:30 PM EST', 'Tuesday', 'later', '25:00', '13 PM', '2/30 6 AM'])('%s is no time there', (text) => {
  expect(readEmptyTime(text, 'America/Chicago', now)).toBeUndefined()
})
