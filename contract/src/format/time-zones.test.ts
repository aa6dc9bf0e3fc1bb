import { expect, test } from 'vitest'
import { clockIn, instantOf, timeZoneOf } from './time-zones.ts'

const winter = Date.parse('2025-12-01T18:00:00Z')

/** Places on both sides of each boundary, with the letters that their clocks show in winter. */
const places: [city: string, state: string, latitude: number, longitude: number, letters: string][] = [
  ['Pensacola', 'FL', 30.42, -87.22, 'CST'],
  ['Tallahassee', 'FL', 30.44, -84.28, 'EST'],
  ['Gary', 'IN', 41.59, -87.35, 'CST'],
  ['South Bend', 'IN', 41.68, -86.25, 'EST'],
  ['Lafayette', 'IN', 40.42, -86.89, 'EST'],
  ['Evansville', 'IN', 37.97, -87.57, 'CST'],
  ['Terre Haute', 'IN', 39.47, -87.41, 'EST'],
  ['Bowling Green', 'KY', 36.99, -86.44, 'CST'],
  ['Louisville', 'KY', 38.25, -85.76, 'EST'],
  ['Iron Mountain', 'MI', 45.82, -88.07, 'CST'],
  ['Marquette', 'MI', 46.54, -87.4, 'EST'],
  ['Knoxville', 'TN', 35.96, -83.92, 'EST'],
  ['Chattanooga', 'TN', 35.05, -85.31, 'EST'],
  ['Nashville', 'TN', 36.16, -86.78, 'CST'],
  ['Crossville', 'TN', 35.95, -85.03, 'CST'],
  ['Goodland', 'KS', 39.35, -101.71, 'MST'],
  ['Colby', 'KS', 39.4, -101.05, 'CST'],
  ['Elkhart', 'KS', 37.01, -101.9, 'CST'],
  ['Scottsbluff', 'NE', 41.87, -103.67, 'MST'],
  ['North Platte', 'NE', 41.12, -100.77, 'CST'],
  ['Dickinson', 'ND', 46.88, -102.79, 'MST'],
  ['Bismarck', 'ND', 46.81, -100.78, 'CST'],
  ['Williston', 'ND', 48.15, -103.62, 'CST'],
  ['Rapid City', 'SD', 44.08, -103.23, 'MST'],
  ['Pierre', 'SD', 44.37, -100.35, 'CST'],
  ['El Paso', 'TX', 31.76, -106.49, 'MST'],
  ['Van Horn', 'TX', 31.04, -104.83, 'CST'],
  ['Lewiston', 'ID', 46.42, -117.02, 'PST'],
  ['Boise', 'ID', 43.62, -116.2, 'MST'],
  ['Ontario', 'OR', 44.03, -116.96, 'MST'],
  ['Baker City', 'OR', 44.77, -117.83, 'PST'],
  ['Phoenix', 'AZ', 33.45, -112.07, 'MST'],
  ['Jackpot', 'NV', 41.98, -114.67, 'MST'],
  ['Reno', 'NV', 39.53, -119.81, 'PST'],
  ['Anchorage', 'AK', 61.22, -149.9, 'AKST'],
  ['Honolulu', 'HI', 21.31, -157.86, 'HST'],
  ['San Juan', 'PR', 18.47, -66.11, 'AST'],
  ['Thunder Bay', 'ON', 48.38, -89.25, 'EST'],
  ['Kenora', 'ON', 49.77, -94.49, 'CST'],
  ['Regina', 'SK', 50.45, -104.62, 'CST'],
  ['Lloydminster', 'SK', 53.28, -110.01, 'MST'],
  ['Cranbrook', 'BC', 49.51, -115.77, 'MST'],
  ['Kelowna', 'BC', 49.89, -119.5, 'PST'],
  ['Moncton', 'NB', 46.09, -64.77, 'AST'],
  ['St. John’s', 'NL', 47.56, -52.71, 'NST'],
]

test.each(places)('%s, %s keeps its own time', (city, state, latitude, longitude, letters) => {
  const zone = timeZoneOf({ city, state, latitude, longitude }) ?? ''

  expect(clockIn(zone, winter).letters).toBe(letters)
})

test('a state without coordinates has the time of most of it, and Mexico has none', () => {
  expect(timeZoneOf({ city: 'Somewhere', state: 'TX' })).toBe('America/Chicago')
  expect(timeZoneOf({ city: 'El Paso', state: 'TX' })).toBe('America/Denver')
  expect(timeZoneOf({ city: 'Nuevo Laredo', state: 'TM' })).toBeUndefined()
})

test.each<[zone: string, day: string, time: string, instant: string]>([
  ['America/Chicago', '2026-11-22', '07:00', '2026-11-22T13:00:00.000Z'],
  ['America/Chicago', '2026-07-04', '07:00', '2026-07-04T12:00:00.000Z'],
  // Spring forward at 2:00 on 2026-03-08, fall back at 2:00 on 2026-11-01.
  ['America/Chicago', '2026-03-08', '01:59', '2026-03-08T07:59:00.000Z'],
  ['America/Chicago', '2026-03-08', '02:30', '2026-03-08T08:30:00.000Z'],
  ['America/Chicago', '2026-03-08', '03:00', '2026-03-08T08:00:00.000Z'],
  ['America/Chicago', '2026-11-01', '00:30', '2026-11-01T05:30:00.000Z'],
  ['America/Chicago', '2026-11-01', '01:30', '2026-11-01T06:30:00.000Z'],
  ['America/Chicago', '2026-11-01', '02:00', '2026-11-01T08:00:00.000Z'],
  ['America/Chicago', '2026-10-31', '24:00', '2026-11-01T05:00:00.000Z'],
  ['America/Phoenix', '2026-07-04', '07:00', '2026-07-04T14:00:00.000Z'],
  ['America/St_Johns', '2026-01-15', '07:00', '2026-01-15T10:30:00.000Z'],
])('in %s, %s %s is %s', (zone, day, time, instant) => {
  expect(new Date(instantOf(zone, day, time)).toISOString()).toBe(instant)
})

test('the letters follow daylight saving time', () => {
  const before = Date.parse('2026-03-08T07:59:00Z')

  expect(clockIn('America/Chicago', before)).toEqual({ day: '2026-03-08', time: '01:59', letters: 'CST' })
  expect(clockIn('America/Chicago', before + 60_000)).toEqual({ day: '2026-03-08', time: '03:00', letters: 'CDT' })
})
