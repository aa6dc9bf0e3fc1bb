import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readCursor, writeCursor } from './page-cursor.ts'

const id = '40000000-0000-4000-8000-000000000001'

test('a cursor is read as it was written, and is opaque', () => {
  const written = writeCursor({ value: 245_000, id })

  expect(written).toMatch(/^[\w-]+$/)
  expect(readCursor(written, 'after', z.number())).toEqual({ value: 245_000, id })
})

test.each([
  'x',
  '',
  Buffer.from('[1]').toString('base64url'),
  Buffer.from(`["1","${id}"]`).toString('base64url'),
  Buffer.from('[1,"not-an-id"]').toString('base64url'),
])('%j is no cursor of a list of numbers', (text) => {
  expect(() => readCursor(text, 'after', z.number())).toThrow('Invalid page cursor.')
})
