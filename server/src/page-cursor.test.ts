import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readCursor, writeCursor } from './page-cursor.ts'

const id = '40000000-0000-4000-8000-000000000001'
const shape = z.tuple([z.number(), z.uuid()])

test('a cursor is read as it was written, and is opaque', () => {
  const written = writeCursor(245_000, id)

  expect(written).toMatch(/^[\w-]+$/)
  expect(readCursor(written, 'after', shape)).toEqual([245_000, id])
})

test.each([
  'x',
  '',
  Buffer.from('[1]').toString('base64url'),
  Buffer.from(`["1","${id}"]`).toString('base64url'),
  Buffer.from('[1,"not-an-id"]').toString('base64url'),
])('%j is no cursor of a list of numbers', (text) => {
  expect(() => readCursor(text, 'after', shape)).toThrow('Invalid page cursor.')
})
