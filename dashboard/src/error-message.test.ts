import { Problem } from '@loadping/contract/wire/problem'
import { expect, test } from 'vitest'
import { errorMessage } from './error-message.ts'

const busy = new Problem('busy', 'This inquiry is already being sent.')

test('the message of a problem is shown, and a fallback for any other error', () => {
  expect(errorMessage(busy)).toBe('This inquiry is already being sent.')
  expect(errorMessage(new TypeError('x is undefined'))).toBe('Something went wrong. What you typed is still here.')
  expect(errorMessage(new TypeError('x is undefined'), 'Not saved.')).toBe('Not saved.')
})

test('with a list of codes only the messages of those problems are shown', () => {
  expect(errorMessage(busy, 'Not saved.', ['busy'])).toBe('This inquiry is already being sent.')
  expect(errorMessage(busy, 'Not saved.', ['too-many'])).toBe('Not saved.')
})

test.for([
  ['name', 'Name: Too long'],
  ['load/minRateCents', 'Rate at least: Too long'],
  ['cc/0', 'CC: Too long'],
  ['mc', 'MC: Too long'],
  ['', 'Too long'],
])('a refused input %s is named by its label', ([path = '', text]) => {
  expect(errorMessage(new Problem('invalid-input', 'Too long', { [path]: 'Too long' }))).toBe(text)
})
