import { expect, test } from 'vitest'
import { blankDraft, copyOf } from './draft.ts'

test('the name of a copy is shortened by whole characters, so that the server takes it', () => {
  const { name } = copyOf({ ...blankDraft, name: '🚛'.repeat(50) }, [])

  expect(name).toBe(`${'🚛'.repeat(48)} (2)`)
})

test('a copy gets the next free number, as in the list', () => {
  const nameOf = (name: string, taken: string[]) => copyOf({ ...blankDraft, name }, taken).name

  expect(nameOf('Van', ['Van', 'Van (2)'])).toBe('Van (3)')
  expect(nameOf('Van', [])).toBe('Van (2)')
  expect(nameOf('', ['Van'])).toBe('')
})
