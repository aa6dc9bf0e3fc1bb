import { expect, test } from 'vitest'
import { measurePasting } from './paste-accuracy.ts'

test.each([
  ['tuned', 0.98],
  ['held back', 0.95],
  ['added', 0.9],
] as const)('[D5.6] of the texts that are %s, %d of the fields are read exactly', (part, least) => {
  const { overall } = measurePasting(part)

  expect(overall.all).toBeGreaterThan(300)
  expect(overall.right / overall.all).toBeGreaterThan(least)
})

test('[D5.6] at least 190 texts are read, and a third of them was held back', () => {
  const tuned = measurePasting('tuned').texts
  const heldBack = measurePasting('held back').texts + measurePasting('added').texts

  expect(tuned + heldBack).toBeGreaterThanOrEqual(190)
  expect(heldBack / (tuned + heldBack)).toBeGreaterThan(1 / 3)
})
