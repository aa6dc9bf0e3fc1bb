import { hostilePieces } from '@loadping/contract/broker-software/load-text.cases'
import { formatMoney, formatPerMile } from '@loadping/contract/format/money'
import { maxGrowth, workGrowth } from '@loadping/contract/testing/work-growth'
import { expect, test } from 'vitest'
import type { PastedCase } from '../freight-text/pasted-loads.cases.ts'
import { maskText } from '../freight-text/pasted-text.ts'
import type { AnswerFields } from './answer-fields.ts'
import { readAnswer } from './answer-reader.ts'
import { answerCases, answeredOn, answeredReference, moreAnswerCases } from './answers.cases.ts'

const read = (text: string) => readAnswer(text, { today: answeredOn, reference: answeredReference })

/** Each field as the text that the cases hold. */
function fieldsOf(fields: AnswerFields): Record<string, string> {
  const lists = Object.entries(fields).map(([key, readings]) => [
    key,
    readings.map(({ value }) => formatValue(value)).join(' + '),
  ])
  return Object.fromEntries(lists.filter(([, text]) => text))
}

function formatValue(value: AnswerFields[keyof AnswerFields][number]['value']): string {
  if (typeof value !== 'object') return String(value)
  if ('city' in value) return `${value.city}, ${value.state ?? '?'}${value.postalCode ? ` ${value.postalCode}` : ''}`
  if ('isNow' in value) return 'now'
  if ('cents' in value) return value.basis === 'flat' ? formatMoney(value.cents) : `${formatPerMile(value.cents)}/mi`
  return [...('day' in value ? [value.day] : []), ...(value.time ? [value.time] : [])].join(' ')
}

/** Counts fields: those that are stated or read. One that is read and not stated is as wrong as one that is missed. */
function compare(cases: PastedCase[]) {
  const wrong: string[] = []
  let count = 0
  for (const { text, fields } of cases) {
    const found = fieldsOf(read(text))
    for (const key of new Set([...Object.keys(fields), ...Object.keys(found)])) {
      count++
      if (fields[key] !== found[key])
        wrong.push(`${key}: ${found[key] ?? '-'}, not ${fields[key] ?? '-'} in “${text.slice(0, 60)}”`)
    }
  }
  return { count, wrong, share: 1 - wrong.length / count }
}

test.each([
  ['forty answers that were written before it', answerCases],
  ['more answers that were written after it', moreAnswerCases],
])('[D13.12] at least 95 % of what %s state is read right', (_, cases) => {
  const { count, wrong } = compare(cases)

  expect(wrong.length / count, wrong.join('\n')).toBeLessThanOrEqual(0.05)
})

test('[D13.12] every value lies in the answer, at its place', () => {
  for (const { text } of [...answerCases, ...moreAnswerCases])
    for (const { text: stated, start, end } of Object.values(read(text)).flat()) {
      expect(end).toBeGreaterThan(start)
      expect(maskText(text).slice(start, end)).toBe(stated)
    }
})

test.each([
  'can you do 14?',
  'Your posted rate of $1,225 is light.',
  "Can't do 1225.",
  'TONU $250, detention $50/hr after 2 hours, cargo insurance $100,000.',
  'We are based in Wichita, KS and can be there at 8.',
  'Could pick up in Kansas City, MO tomorrow at 7am.',
  'Driver is 20 miles out, going to Chicago, IL.',
  'Is it still available?',
  'Hi Quillon Logistics, what is the weight?',
  'Kansas City, MO to Chicago, IL?',
  '> $1,225, 53 ft van, empty in Olathe, KS now',
  'On Mon, Nov 23, 2026 Dana wrote:\n$1,225, van, empty in Olathe, KS now',
])('[D13.12] of “%s” nothing is guessed', (text) => {
  expect(fieldsOf(read(text))).toEqual({})
})

test('[D13.12] a mail that names its day is read by that day, not by the day of the paste', () => {
  const text =
    'From: Ray <ray@redbud.example>\nSent: Friday, November 20, 2026 2:41 PM\n\nVan empty in Olathe, KS tomorrow'

  expect(fieldsOf(read(text))['emptyOn']).toBe('2026-11-21')
})

test("[D13.12] what is the broker's own is not taken for the carrier's", () => {
  const text = 'Quillon Logistics\nMC 812004\ndana@quillon.example'
  const own = ['Quillon Logistics', '812004', 'Dana@Quillon.example']

  expect(fieldsOf(readAnswer(text, { today: answeredOn, own }))).toEqual({})
})

test('[D13.12] a reference of another posting is read as it stands', () => {
  expect(fieldsOf(read('Ref# C100, not XB204171'))).toEqual({ reference: 'C100' })
})

test.each([...hostilePieces, '1300-', 'empty in ', '$1,', '>\n', 'On wrote:\n', 'from: <'])(
  '[D13.12] long text of %j is read in linear time',
  (piece) => {
    expect(workGrowth(piece, read)).toBeLessThan(maxGrowth)
  },
)
