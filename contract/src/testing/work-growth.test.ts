import { expect, test } from 'vitest'
import { maxGrowth, workGrowth } from './work-growth.ts'

test.each<[string, (text: string) => unknown]>([
  ['a loop', (text) => [...text].filter((letter) => letter === 'b').length],
  ['a pattern', (text) => /[^b]*b/.test(`${text}b`)],
])('%s over a text is linear work', (_, run) => {
  expect(workGrowth('a', run)).toBeLessThan(maxGrowth)
})

test.each<[string, (text: string) => unknown]>([
  ['a loop in a loop', (text) => [...text].map((letter, _, all) => all.lastIndexOf(`b${letter}`))],
  // Five times, so that a fast processor takes well over the least work that counts.
  ['a pattern that looks back', (text) => [1, 2, 3, 4, 5].map(() => /a*b/.test(text))],
])('%s over a text is more than linear work', (_, run) => {
  expect(workGrowth('a', run)).toBeGreaterThan(maxGrowth)
})
