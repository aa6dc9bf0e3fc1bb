import { expect, test } from 'vitest'
import { findPlaceholderErrors } from './placeholder-errors.ts'

const errors = (text: string) =>
  findPlaceholderErrors(text).map(({ line, start, end }) => [line, text.slice(start, end)])

test.each<[text: string, found: [line: number, text: string][]]>([
  ['{{origin}} to {{dest}}[[, {{avail}}]]', []],
  ['Hi\n{{nope}}', [[2, '{{nope}}']]],
  [
    '{{ nope }} and {{nope}}',
    [
      [1, '{{ nope }}'],
      [1, '{{nope}}'],
    ],
  ],
  ['{{rate:trip/2}}', [[1, '{{rate:trip/2}}']]],
  ['a\n\nb ]] c', [[3, ']]']]],
  ['[[ open {{ref}}', [[1, '[[']]],
  ['{{origin', [[1, '{{origin']]],
  ['set }} here', [[1, '}}']]],
])('in %j each invalid placeholder is found with its line', (text, found) => {
  expect(errors(text)).toEqual(found)
})
