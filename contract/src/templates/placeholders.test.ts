import { expect, test } from 'vitest'
import { maxGrowth, workGrowth } from '../testing/work-growth.ts'
import { placeholderTitles } from './placeholder-titles.ts'
import { completeLoad, fillCases, formattedValues, fullProfile, minimalLoad } from './placeholders.cases.ts'
import {
  chipAskCents,
  fillMessage,
  fillPlaceholders,
  previewMessage,
  unknownPlaceholders,
  valuesOf,
} from './placeholders.ts'

const complete = valuesOf(completeLoad, fullProfile)
const minimal = valuesOf(minimalLoad, {})

test.each(formattedValues)('[D4.10] {{%s}} is formatted as %s', (name, text, otherwise) => {
  expect(fillPlaceholders(`{{${name}}}`, complete, 'html')).toMatchObject({ text: text.replace('\n', '<br />') })
  expect(fillPlaceholders(`{{${name}}}`, minimal, 'html')).toMatchObject(
    otherwise ? { text: otherwise === 'empty' ? '' : expect.any(String) } : { missing: [name] },
  )
})

test('[D4.10] the table covers every placeholder', () => {
  expect(formattedValues.map(([name]) => name).sort()).toEqual(Object.keys(placeholderTitles).sort())
})

test.each(fillCases)('[D4.1] [D4.3] fills “$text”', ({ text, complete: ifComplete, minimal: ifMinimal }) => {
  expect(fillPlaceholders(text, complete, 'plain')).toMatchObject(ifComplete)
  expect(fillPlaceholders(text, minimal, 'plain')).toMatchObject(ifMinimal)
})

test.each(fillCases)('[D4.1] lists the unknown placeholders of “$text”', ({ text, complete: ifComplete }) => {
  expect(unknownPlaceholders(text)).toEqual('unknown' in ifComplete ? ifComplete.unknown : [])
})

test.each([
  ['<p>a</p>\n<p>[[{{ref}}]]</p>\n<p>b</p>', '<p>a</p>\n<p>b</p>'],
  ['<p>[[{{ref}}]] [[{{weight}}]]<br></p>b', 'b'],
  ['<p style="color:red"><b>[[{{ref}}]]</b>&nbsp;</p>b', 'b'],
  ['<ul><li>[[{{ref}}]]</li><li>{{origin}}</li></ul>', '<ul><li>Rockford, IL</li></ul>'],
  ['<p>[[{{ref}}]][[{{origin}}]]</p>', '<p>Rockford, IL</p>'],
  ['<p>a [[{{ref}}]]</p>', '<p>a </p>'],
  ['<p>{{origin}}[[{{ref}}]]</p>', '<p>Rockford, IL</p>'],
  ['<p></p><p><br></p><p> </p>', '<p></p><p><br></p><p> </p>'],
  ['<p><img src="x">[[{{ref}}]]</p>', '<p><img src="x"></p>'],
  ['<table><tr><td>[[{{ref}}]]</td></tr></table>', '<table><tr><td></td></tr></table>'],
  ['[[<p>{{ref}}</p>]]<p>b</p>', '<p>b</p>'],
])('[D4.3] a paragraph left with nothing but dropped text is left out of %j', (template, html) => {
  expect(fillPlaceholders(template, minimal, 'html')).toMatchObject({ text: html })
  expect(fillPlaceholders(template, complete, 'html')).toMatchObject({
    text: template
      .replace(/\[\[|\]\]/g, '')
      .replaceAll('{{ref}}', 'Q48213')
      .replaceAll('{{weight}}', '44,000 lb')
      .replaceAll('{{origin}}', 'Joliet, IL'),
  })
})

test.each(['load', 'rate', 'do', 'trip', 'tripDO', 'weight'])(
  '[D4.3] a missing {{%s}} is reported or left out, never formatted as blank, $0 or NaN',
  (name) => {
    expect(fillPlaceholders(`a {{${name}}} b`, minimal, 'html')).toEqual({ missing: [name], unknown: [] })
    expect(fillPlaceholders(`a [[{{${name}}}]]b`, minimal, 'html')).toMatchObject({ text: 'a b' })
  },
)

test('[D13.27] {{temp}} prints the temperature, and nothing where none is known', () => {
  expect(fillPlaceholders('at {{temp}}', complete, 'plain')).toMatchObject({ text: 'at -10 °F continuous' })
  expect(fillPlaceholders('<p>a {{temp}}b</p>', minimal, 'html')).toMatchObject({ text: '<p>a b</p>' })
  expect(fillPlaceholders('a[[, at {{temp}}]]', minimal, 'plain')).toMatchObject({ text: 'a' })
  const range = valuesOf({ ...minimalLoad, temperature: { lowF: 34, highF: 36 } }, {})
  expect(fillPlaceholders('{{temp}}', range, 'plain')).toMatchObject({ text: '34 to 36 °F' })
})

test('[E12] names of Object.prototype members are unknown placeholders', () => {
  expect(unknownPlaceholders('{{constructor}} {{__proto__}} {{hasOwnProperty}}')).toEqual([
    'constructor',
    '__proto__',
    'hasOwnProperty',
  ])
})

test('[E12] placeholders and markup inside a value are plain data', () => {
  const hostile = valuesOf({ ...completeLoad, company: '{{email}} [[x]] <img src=x onerror=alert(1)> & "q"' }, {})

  expect(fillPlaceholders('<p>{{company}}</p>', hostile, 'html')).toMatchObject({
    text: '<p>{{email}} [[x]] &lt;img src=x onerror=alert(1)&gt; &amp; "q"</p>',
  })
  expect(fillPlaceholders('{{company}}', hostile, 'plain')).toMatchObject({
    text: '{{email}} [[x]] <img src=x onerror=alert(1)> & "q"',
  })
})

test('[E12] a value inside a tag cannot leave its attribute', () => {
  const hostile = valuesOf({ ...completeLoad, company: '" onclick="x\ny' }, {})

  expect(fillPlaceholders('<a href="{{company}}">{{company}}</a>', hostile, 'html')).toMatchObject({
    text: '<a href="&quot; onclick=&quot;x y">" onclick="x<br />y</a>',
  })
})

test('[E12] a value cannot add a line break to plain text', () => {
  const hostile = valuesOf({ ...completeLoad, company: 'Quillon\r\nBcc: all@evil.example\u2028x\u0000' }, {})

  expect(fillPlaceholders('{{company}}', hostile, 'plain')).toMatchObject({ text: 'Quillon Bcc: all@evil.example x' })
})

const askOf = (subject: string, template: string, values = complete) => fillMessage({ subject, template }, values)

test.each([
  ['', '{{rate:trip*2.75}} not {{rate}}', 254_700],
  ['', '{{rate}} or {{rate:trip*2.75}}', 254_700],
  ['{{rate}}', '{{rate:2400}}', 240_000],
  ['{{rate:2300}}', '{{rate:2400}}', 230_000],
  ['', 'posted {{rate}}', 231_500],
  ['', 'no ask', undefined],
])(
  '[D4.2] the ask of “%s” and “%s” is the first formula, else the posted rate if used',
  (subject, template, askCents) => {
    expect(askOf(subject, template)).toMatchObject({ askCents })
  },
)

test('[D4.2] a formula in left-out optional text does not set the ask', () => {
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

test('[D4.3] values missing from both subject and body are listed once', () => {
  expect(askOf('{{ref}}', '{{ref}} {{rate}}', minimal)).toEqual({ missing: ['ref', 'rate'], unknown: [] })
})

test('[D4.2] the price chip shows the first formula, else the posted rate', () => {
  expect(chipAskCents('{{rate}} or {{rate:trip+8% to 5}}', complete)).toBe(250_000)
  expect(chipAskCents('no formula', complete)).toBe(231_500)
  expect(chipAskCents('{{rate:trip+8%}}', minimal)).toBeUndefined()
})

test('[D4.3] entered values fill missing ones and never replace posted ones', () => {
  const entered = valuesOf(minimalLoad, {}, { rate: '$2,400', ref: ' R-1 ', origin: 'Elsewhere, XX' })

  expect(fillPlaceholders('{{origin}} {{ref}} {{rate}}', entered, 'plain')).toMatchObject({
    text: 'Rockford, IL R-1 $2,400',
    postedCents: 240_000,
  })
  expect(fillPlaceholders('{{rate:trip+10%}}', entered, 'plain')).toMatchObject({
    text: '$2,400',
    formulaCents: 240_000,
  })
  expect(fillPlaceholders('{{rate}}', valuesOf(minimalLoad, {}, { rate: 'call me' }), 'plain')).toEqual({
    missing: ['rate'],
    unknown: [],
  })
})

const hostile = [
  '{{',
  '[[',
  '{{a',
  '{{{',
  '}}{{',
  '[[{{origin}}]]',
  '{{origin}',
  '<p>[[x]]',
  '<p',
  '<p>&nbsp;',
  '</p>',
  '<b>',
]

test.each(hostile)('[I09] a long template of “%s” is filled in linear time', (piece) => {
  expect(workGrowth(piece, (text) => fillPlaceholders(text, complete, 'html'))).toBeLessThan(maxGrowth)
})

test('a megabyte of hostile template text is filled in seconds', () => {
  const start = Date.now()

  for (const piece of hostile) fillPlaceholders(piece.repeat(100_000 / piece.length), complete, 'html')

  expect(Date.now() - start).toBeLessThan(10_000)
})

test.each(fillCases)('[D4.3] the preview of “$text” is the email with its values marked', ({ text }) => {
  for (const values of [complete, minimal]) {
    const template = { subject: text, template: `<p>${text}</p>` }
    const message = fillMessage(template, values)
    const preview = previewMessage(template, values)

    if ('subject' in message)
      expect({ ...preview, html: preview?.html.replace(/<\/?mark>/g, '') }).toEqual({
        subject: message.subject,
        html: message.html,
        missing: [],
      })
    else expect(preview?.missing).toEqual(message.unknown.length > 0 ? undefined : message.missing)
  }
})

test('[D4.3] the preview names what will be asked in the place of its value', () => {
  const template = { subject: 'Load {{ref}}', template: '<p>{{rate:trip+8%}} for <a href="{{email}}">{{dest}}</a></p>' }

  expect(previewMessage(template, minimal)).toEqual({
    subject: 'Load (Reference Number)',
    html: '<p><mark class="asked">Rate</mark> for <a href=""><mark>Tulsa, OK</mark></a></p>',
    missing: ['ref', 'rate', 'email'],
  })
})
