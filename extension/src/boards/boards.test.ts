import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PostedLoad } from '@loadping/contract/boards/posted-load'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { boardOf } from './boards.ts'
import { readCanadianRate } from './cell-text.ts'
import { datOne } from './dat-one.ts'
import { boardWith } from './readers.ts'

const Expected = z.object({ readAt: z.iso.datetime(), loads: z.array(PostedLoad) })
const fixture = (file: string) => readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8')
const now = new Date('2026-11-20T20:00:00.000Z')

test('[D11.4] DAT One: every load of its page is read, also with odd texts', () => {
  const html = fixture('dat-one.html').replace(/<(link|script) .*/g, '')
  const page = new DOMParser().parseFromString(html, 'text/html')
  const { readAt, loads } = Expected.parse(JSON.parse(fixture('dat-one.json')))
  const board = datOne.create(datOne.selectors)

  expect(board.rows(page).map((row) => board.readLoad(row, new Date(readAt)))).toEqual(loads)
})

test('a row is no load while its rate is loading', () => {
  expect(readRow({ 'rate-cell': '<span data-test="skeleton"></span>' })).toBeUndefined()
})

test.each([{ 'origin-cell': '' }, { 'destination-cell': '–' }, { 'origin-cell': 'Zone Midwest' }])(
  'a row without an origin or a destination is no load: %o',
  (cells) => {
    expect(readRow(cells)).toBeUndefined()
  },
)

test.each(['–', '-', '—', '', ' – '])('a cell without a value is undefined: “%s”', (empty) => {
  const cells = [
    'age',
    'truck',
    'full-partial',
    'trip',
    'dho',
    'pick-up',
    'length',
    'weight',
    'company',
    'rate',
    'rate-per-mile',
    'reference',
    'docket',
  ]
  const load = readRow(Object.fromEntries(cells.map((cell) => [`${cell}-cell`, empty])))

  expect(load).toEqual({
    board: 'dat-one',
    boardLoadId: '1',
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
  })
})

test.each([
  ['age-cell', '53m', { postedAt: '2026-11-20T19:07:00.000Z' }],
  ['age-cell', '1h 04m', { postedAt: '2026-11-20T18:56:00.000Z' }],
  ['age-cell', '2h', { postedAt: '2026-11-20T18:00:00.000Z' }],
  ['age-cell', '0m', { postedAt: '2026-11-20T20:00:00.000Z' }],
  ['age-cell', '>24h', {}],
  ['pick-up-cell', '11/21', { pickupDay: '2026-11-21' }],
  ['pick-up-cell', '11/21 - 11/23', { pickupDay: '2026-11-21', pickupUntilDay: '2026-11-23' }],
  ['pick-up-cell', '12/30 – 1/2', { pickupDay: '2026-12-30', pickupUntilDay: '2027-01-02' }],
  ['pick-up-cell', '11/23 - 11/21', { pickupDay: '2026-11-23' }],
  ['pick-up-cell', '2/30', {}],
  ['rate-cell', '$2,315', { rate: { cents: 231_500, basis: 'flat' } }],
  ['rate-cell', '$2.50/mi', { rate: { cents: 250, basis: 'per-mile' } }],
  ['rate-per-mile-cell', '$2.5/mi', { rate: { cents: 250, basis: 'per-mile' } }],
  ['rate-cell', '$0', {}],
  ['rate-cell', '-$2,315', {}],
  ['rate-cell', '$9,999,999', {}],
  ['rate-cell', 'Call', {}],
  ['weight-cell', '44,000 lbs', { weightPounds: 44_000 }],
  ['weight-cell', '-5 lb', {}],
  ['weight-cell', '44,000,000 lb', {}],
  ['length-cell', '53 ft', { lengthFeet: 53 }],
  ['length-cell', '0 ft', {}],
  ['trip-cell', '1,105', { tripMiles: 1105 }],
  ['dho-cell', '0', { deadheadMiles: 0 }],
  ['full-partial-cell', 'P', { fullPartial: 'partial' }],
  ['truck-cell', ' vr ', { equipment: 'vr' }],
  ['truck-cell', 'x'.repeat(21), {}],
  ['docket-cell', 'MC-123456', { mc: '123456' }],
  ['contact-email', ' Loads@Quillon.Example ', { contactEmail: 'loads@quillon.example' }],
  ['contact-email', 'a@b.example\nbcc: c@d.example', {}],
  ['company-cell', 'x'.repeat(500), { company: 'x'.repeat(120) }],
  ['comments', `line one\n${'y'.repeat(5000)}`, { comments: `line one ${'y'.repeat(991)}` }],
])('%s “%s” reads as %o', (cell, text, expected) => {
  expect(readRow({ [cell]: text })).toEqual({
    board: 'dat-one',
    boardLoadId: '1',
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
    ...expected,
  })
})

test('a pickup just before New Year is in the last year once the new year has started', () => {
  expect(readRow({ 'pick-up-cell': '12/31' }, new Date('2027-01-01T15:00:00Z'))).toMatchObject({
    pickupDay: '2026-12-31',
  })
})

test("a page belongs to a board by the board's site or its demo page", () => {
  const on = (url: string) => boardOf(new URL(url), 'http://127.0.0.1:8080')?.id

  expect(on('https://one.dat.com/search-loads')).toBe('dat-one')
  expect(on('https://www6.sylectus.com/II14_managepostedloads.asp')).toBe('sylectus')
  expect(on('https://sylectus.com.evil.example/')).toBeUndefined()
  expect(on('https://notsylectus.com/')).toBeUndefined()
  expect(on('http://127.0.0.1:8080/demo-board/dat-one?still')).toBe('dat-one')
  expect(on('http://127.0.0.1:8080/')).toBeUndefined()
  expect(on('http://127.0.0.1:8081/demo-board/dat-one')).toBeUndefined()
  expect(on('https://one.dat.com.evil.example/')).toBeUndefined()
  expect(on('http://one.dat.com/')).toBeUndefined()
})

test.each([
  [{ origin: '.moved' }, 'Racine'],
  [{ origin: '.moved', reference: 'i[' }, 'Joliet'],
  [{ origin: '.moved', price: '.price' }, 'Joliet'],
  [{ origin: '.moved', reference: `i${':not(b)'.repeat(50)}` }, 'Joliet'],
])('[D11.4] selectors %o are used as a whole or not at all', (selectors, city) => {
  const cells = { 'origin-cell': 'Joliet, IL', 'destination-cell': 'Dallas, TX' }
  const html = Object.entries(cells).map(([hook, content]) => `<i data-test="load-${hook}">${content}</i>`)
  document.body.innerHTML = `<div id="table-row-1">${html.join('')}<b class="moved">Racine, WI</b></div>`

  const updated = boardWith({ id: 'dat-one', selectors: { ...selectors } })
  const read = updated.rows(document).map((row) => updated.readLoad(row, now)?.origin.city)

  expect(read).toEqual([city])
})

function readRow(cells: Record<string, string>, at = now): PostedLoad | undefined {
  const all = { 'origin-cell': 'Joliet, IL', 'destination-cell': 'Dallas, TX', ...cells }
  const html = Object.entries(all).map(([hook, content]) => `<i data-test="load-${hook}">${content}</i>`)
  const page = new DOMParser().parseFromString(`<div id="table-row-1">${html.join('')}</div>`, 'text/html')
  const board = datOne.create(datOne.selectors)
  return board.rows(page).map((row) => board.readLoad(row, at))[0]
}

test.each([
  ['CA$3,007.00', 'CA$3,007'],
  ['C$950', 'CA$950'],
  ['CAD 1,200', 'CA$1,200'],
  ['$1,200.00 CAD', 'CA$1,200'],
  ['US$2,315.00', undefined],
  ['$2,315', undefined],
])('of the rate %s, the part in Canadian dollars is %s', (text, rate) => {
  expect(readCanadianRate(text)).toBe(rate)
})
