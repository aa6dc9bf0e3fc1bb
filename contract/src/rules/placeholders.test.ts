import { expect, test } from 'vitest'
import { placeholderTitles } from './placeholder-titles.ts'
import { completeLoad, fillCases, formattedValues, fullProfile, minimalLoad } from './placeholders.cases.ts'
import { chipAskCents, fillMessage, fillPlaceholders, unknownPlaceholders, valuesOf } from './placeholders.ts'

const full = valuesOf(completeLoad, fullProfile)
const bare = valuesOf(minimalLoad, {})

test.each(formattedValues)('[D4.10] {{%s}} prints %s', (name, text, always) => {
  expect(fillPlaceholders(`{{${name}}}`, full, 'html')).toMatchObject({ text: text.replace('\n', '<br>') })
  expect(fillPlaceholders(`{{${name}}}`, bare, 'html')).toMatchObject(
    always ? { text: expect.any(String) } : { missing: [name] },
  )
})

test('[D4.10] every placeholder that exists has its printed form in the table', () => {
  expect(formattedValues.map(([name]) => name).sort()).toEqual(Object.keys(placeholderTitles).sort())
})

test.each(fillCases)('[D4.1] [D4.3] fills “$text”', ({ text, full: withAll, bare: withLittle }) => {
  expect(fillPlaceholders(text, full, 'plain')).toMatchObject(withAll)
  expect(fillPlaceholders(text, bare, 'plain')).toMatchObject(withLittle)
})

test.each(fillCases)('[D4.1] names what is unknown in “$text” before it is saved', ({ text, full: withAll }) => {
  expect(unknownPlaceholders(text)).toEqual('unknown' in withAll ? withAll.unknown : [])
})

test.each(['load', 'rate', 'do', 'trip', 'tripDO', 'weight'])(
  '[D4.3] nothing that is missing prints as a hole, $0 or NaN: {{%s}}',
  (name) => {
    expect(fillPlaceholders(`a {{${name}}} b`, bare, 'html')).toEqual({ missing: [name], unknown: [] })
    expect(fillPlaceholders(`a [[{{${name}}}]]b`, bare, 'html')).toMatchObject({ text: 'a b' })
  },
)

test('[E12] names that every object has are unknown names', () => {
  expect(unknownPlaceholders('{{constructor}} {{__proto__}} {{hasOwnProperty}}')).toEqual([
    'constructor',
    '__proto__',
    'hasOwnProperty',
  ])
})

test('[E12] a value is data: neither its placeholders nor its markup mean anything', () => {
  const hostile = valuesOf({ ...completeLoad, company: '{{email}} [[x]] <img src=x onerror=alert(1)> & "q"' }, {})

  expect(fillPlaceholders('<p>{{company}}</p>', hostile, 'html')).toMatchObject({
    text: '<p>{{email}} [[x]] &#60;img src=x onerror=alert(1)&#62; &#38; &#34;q&#34;</p>',
  })
  expect(fillPlaceholders('{{company}}', hostile, 'plain')).toMatchObject({
    text: '{{email}} [[x]] <img src=x onerror=alert(1)> & "q"',
  })
})

test('[E12] a value cannot break out of a line of plain text', () => {
  const hostile = valuesOf({ ...completeLoad, company: 'Quillon\r\nBcc: all@evil.example\u2028x\u0000' }, {})

  expect(fillPlaceholders('{{company}}', hostile, 'plain')).toMatchObject({ text: 'Quillon Bcc: all@evil.example x' })
})

const askOf = (subject: string, template: string, values = full) => fillMessage({ subject, template }, values)

test.each([
  ['', '{{rate:trip*2.75}} not {{rate}}', 254_700],
  ['', '{{rate}} or {{rate:trip*2.75}}', 254_700],
  ['{{rate}}', '{{rate:2400}}', 240_000],
  ['{{rate:2300}}', '{{rate:2400}}', 230_000],
  ['', 'posted {{rate}}', 231_500],
  ['', 'no price', undefined],
])(
  '[D4.2] the ask of subject “%s” and body “%s” is its first formula, else the posted rate where it is named',
  (subject, template, askCents) => {
    expect(askOf(subject, template)).toMatchObject({ askCents })
  },
)

test('[D4.2] a price that dropped out is not asked', () => {
  const weightless = valuesOf({ ...completeLoad, weightPounds: undefined }, {})

  expect(askOf('', '[[{{weight}} {{rate:trip+1%}}]] {{rate:2400}}', weightless)).toMatchObject({
    html: ' $2,400',
    askCents: 240_000,
  })
  expect(askOf('', 'Hi[[ {{weight}} {{rate:trip+1%}}]]', weightless)).toEqual({
    subject: '',
    html: 'Hi',
    askCents: undefined,
  })
})

test('[D4.3] what subject and body miss is named once', () => {
  expect(askOf('{{ref}}', '{{ref}} {{rate}}', bare)).toEqual({ missing: ['ref', 'rate'], unknown: [] })
})

test('[D4.2] the price chip shows the first formula, else the posted rate', () => {
  expect(chipAskCents('{{rate}} or {{rate:trip+8% to 5}}', full)).toBe(250_000)
  expect(chipAskCents('no formula', full)).toBe(231_500)
  expect(chipAskCents('{{rate:trip+8%}}', bare)).toBeUndefined()
})

test('[D4.3] the sender is asked for what the load leaves out, and cannot overwrite what it says', () => {
  const typed = valuesOf(minimalLoad, {}, { rate: '$2,400', ref: ' R-1 ', origin: 'Elsewhere, XX' })

  expect(fillPlaceholders('{{origin}} {{ref}} {{rate}}', typed, 'plain')).toMatchObject({
    text: 'Rockford, IL R-1 $2,400',
    postedCents: 240_000,
  })
  expect(fillPlaceholders('{{rate:trip+10%}}', typed, 'plain')).toMatchObject({ text: '$2,400', formulaCents: 240_000 })
  expect(fillPlaceholders('{{rate}}', valuesOf(minimalLoad, {}, { rate: 'call me' }), 'plain')).toEqual({
    missing: ['rate'],
    unknown: [],
  })
})

test.each(['{{', '[[', '{{a', '{{{', '}}{{', '[[{{origin}}]]', '{{origin}'])(
  'a megabyte of “%s” is read in linear time',
  (piece) => {
    const text = piece.repeat(1_000_000 / piece.length)
    const start = Date.now()

    unknownPlaceholders(text)

    expect(Date.now() - start).toBeLessThan(2_000)
  },
)
