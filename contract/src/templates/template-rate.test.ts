import { expect, test } from 'vitest'
import { completeLoad } from './placeholders.cases.ts'
import { fillMessage, valuesOf } from './placeholders.ts'
import { parseRateFormula, type RateFormula } from './rate-formula.ts'
import { findRate, replaceRateFormulas, setRateFormula } from './template-rate.ts'

const formula = (text: string): RateFormula => {
  const parsed = parseRateFormula(text)
  if (!parsed) throw new Error(`${text} is no formula`)
  return parsed
}
const change = (subject: string, template: string) =>
  Object.values(setRateFormula({ subject, template }, formula('trip*3 to 50')))

test.each([
  [
    '',
    '<p>{{rate}} or {{ rate:trip+8% }} or {{rate:2400}}</p>',
    '',
    '<p>{{rate}} or {{rate:trip*3 to 50}} or {{rate:2400}}</p>',
  ],
  ['{{rate:2400}}', '{{rate:trip+8%}}', '{{rate:trip*3 to 50}}', '{{rate:trip+8%}}'],
  ['{{rate}}', '{{rate:2400}}', '{{rate}}', '{{rate:trip*3 to 50}}'],
  ['{{rate}}', '{{rate}}', '{{rate:trip*3 to 50}}', '{{rate}}'],
  [
    '',
    '<p>Hi</p>\n<p>Can we book it?</p>',
    '',
    '<p>Hi</p>\n<p>[[Rate: {{rate:trip*3 to 50}} all-in]]</p>\n<p>Can we book it?</p>',
  ],
  ['', '', '', '<p>[[Rate: {{rate:trip*3 to 50}} all-in]]</p>'],
])('[3.12] in “%s” and “%s” a new formula changes the rate that the email asks for', (subject, body, ...changed) => {
  expect(change(subject, body)).toEqual(changed)
})

test('[3.12] the formula that is found computes the ask of the email', () => {
  const template = { subject: '{{rate}}', template: '{{rate}} {{rate:2300}} {{rate:2400}}' }

  expect(findRate(template)?.raw).toBe('rate:2300')
  expect(fillMessage(template, valuesOf(completeLoad, {}))).toMatchObject({ askCents: 230_000 })
  expect(findRate({ subject: '', template: '{{rate:x}} {{ref}}' })).toBeUndefined()
})

test.each([
  ['{{rate:2300}} {{ref}}', '{{rate}} {{ rate:trip+8% }}', '{{rate:2500}} {{ref}}', '{{rate}} {{rate:2500}}'],
  ['{{rate}}', '{{rate}}', '{{rate:2500}}', '{{rate}}'],
  ['{{rate:2500}}', '', '{{rate:2500}}', ''],
  ['', '<p>Hi</p>', '', '<p>Hi</p>\n<p>[[Rate: {{rate:2500}} all-in]]</p>'],
])('in “%s” and “%s” one ask replaces every formula', (subject, template, ...replaced) => {
  expect(Object.values(replaceRateFormulas({ subject, template }, formula('2500')))).toEqual(replaced)
})
