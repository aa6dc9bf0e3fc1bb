import { expect, test } from 'vitest'
import { formatMoney } from '../format/money.ts'
import { maxGrowth, workGrowth } from '../testing/work-growth.ts'
import {
  documentedFormats,
  hardCities,
  hostilePieces,
  loadTexts,
  type ReadFields,
  readingDay,
} from './load-text.cases.ts'
import { readLoadText } from './load-text.ts'
import type { LoadText } from './text-reader.ts'

const read = (text: string): ReadFields => fieldsOf(readLoadText(text, { today: readingDay }).load)

test.each(documentedFormats)('[D12.2] %s: “%s” is read as documented', (_source, text, fields) => {
  expect(read(text)).toEqual(fields)
})

test.each(loadTexts)('[D12.2] the facts of “%s” are read', (text, fields) => {
  expect(read(text)).toEqual(fields)
})

test.each(hardCities)('[D12.2] the city of “Empty in %s today” is read whole', (city) => {
  expect(read(`Empty in ${city} today`)).toEqual({ emptyIn: city, emptyOn: readingDay })
})

test('[D12.2] a reading names the text that it came from', () => {
  const text = 'Empty in Elgin, IL today. Rate: $2,450 all in.'
  const { load } = readLoadText(text, { today: readingDay })

  expect(load.emptyIn?.text).toBe('Elgin, IL')
  expect(load.rate?.text).toBe('$2,450')
  for (const reading of Object.values(load)) expect(text.slice(reading.start, reading.end)).toBe(reading.text)
})

test.each([
  ['Towards Marion, IN', 'inexact-place', 'Marion, IN'],
  ['Empty Friday August 12th', 'written-date', 'Friday August 12th'],
  ['Empty Nov. 21 in Elgin, IL', 'written-date', 'Nov. 21'],
  ['We can do 2.4k all in', 'shorthand', '2.4k'],
])('[D12.2] what software cannot read in “%s” is marked as %s', (text, why, marked) => {
  expect(readLoadText(text, { today: readingDay }).unreadable).toEqual([
    { why, text: marked, start: text.indexOf(marked), end: text.indexOf(marked) + marked.length },
  ])
})

test.each([...hostilePieces, hostilePieces.join('')])('[D12.2] long text of %j is read in linear time', (piece) => {
  expect(workGrowth(piece, read)).toBeLessThan(maxGrowth)
})

test('[D12.2] a megabyte of hostile text is read in seconds', () => {
  const text = hostilePieces.map((piece) => piece.repeat(Math.ceil(1_000_000 / hostilePieces.length / piece.length)))
  const start = Date.now()

  read(text.join(''))

  expect(Date.now() - start).toBeLessThan(20_000)
})

/** Each field as the text that the cases hold. */
function fieldsOf(load: LoadText): ReadFields {
  const formatted = Object.entries(load).map(([field, { value }]) => [field, formatValue(value)])
  return Object.fromEntries(formatted)
}

function formatValue(value: NonNullable<LoadText[keyof LoadText]>['value']): string {
  if (typeof value !== 'object') return String(value)
  if ('city' in value) return `${value.city}, ${value.state}${value.postalCode ? ` ${value.postalCode}` : ''}`
  if ('day' in value) return `${value.day}${value.time ? ` ${value.time}` : ''}`
  return `${formatMoney(value.cents)}${value.basis === 'per-mile' ? '/mi' : ''}${value.isAllIn ? ' all-in' : ''}`
}
