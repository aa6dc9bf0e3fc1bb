import { expect, test } from 'vitest'
import { completeLoad } from './placeholders.cases.ts'
import { fillMessage, fillPlaceholders, unknownPlaceholders, usedSnippets, valuesOf } from './placeholders.ts'

const values = valuesOf(completeLoad, {
  snippets: { 'equipment-line': '53 ft Van\nair ride', hostile: '{{email}} [[<b>]]' },
})
const template = (body: string) => ({ subject: 'x', template: body })

test('a snippet prints its lines in the body and one line in the subject', () => {
  expect(fillPlaceholders('{{ snippet:equipment-line }}', values, 'html')).toMatchObject({
    text: '53 ft Van<br />air ride',
  })
  expect(fillPlaceholders('{{snippet:equipment-line}}', values, 'plain')).toMatchObject({ text: '53 ft Van air ride' })
})

test('[E12] the text of a snippet is neither markup nor template text', () => {
  expect(fillPlaceholders('{{snippet:hostile}}', values, 'html')).toMatchObject({ text: '{{email}} [[&lt;b&gt;]]' })
})

test('[D4.3] a snippet that does not exist is missing, and optional text with it drops out', () => {
  expect(fillMessage(template('{{snippet:gone}}'), values)).toEqual({ missing: ['snippet:gone'], unknown: [] })
  expect(fillMessage(template('Hi[[, {{snippet:gone}}]]'), values)).toMatchObject({ html: 'Hi' })
})

test.each(['a', 'equipment-line', '53-ft', 'a'.repeat(30)])('[D4.1] {{snippet:%s}} is a placeholder', (name) => {
  expect(unknownPlaceholders(`{{snippet:${name}}}`)).toEqual([])
})

test.each([
  'snippet',
  'snippet:',
  'snippet:A',
  'snippet:a b',
  'snippet:-a',
  'snippet:a:b',
  `snippet:${'a'.repeat(31)}`,
])('[D4.1] {{%s}} is unknown', (raw) => {
  expect(unknownPlaceholders(`{{${raw}}}`)).toEqual([raw])
})

test('the snippets of a template are listed once, from its subject and body', () => {
  expect(usedSnippets({ subject: '{{snippet:a}}', template: '[[{{ snippet:b }}]] {{snippet:a}} {{ref}}' })).toEqual([
    'a',
    'b',
  ])
})
