import { expect, test } from 'vitest'
import { blankDraft, copyOf } from './draft.ts'

test('the name of a copy is shortened by whole characters, so that the server takes it', () => {
  const { name } = copyOf({ ...blankDraft, name: '🚛'.repeat(50) })

  expect(name).toBe(`${'🚛'.repeat(46)} (copy)`)
})
