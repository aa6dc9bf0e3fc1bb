import { expect, test } from 'vitest'
import { fitOf } from './fit-bars.ts'
import { floatingStyle } from './floating-style.ts'
import { freeLeft } from './free-place.ts'
import { controlsStyle } from './style.ts'

const bar = (top: number, left = 1150) => new DOMRect(left, top, 1416 - left, 24)

test('what floats over a page covers no controls of any row, where there is room left of them', () => {
  const box = { left: 1080, top: 240, width: 336, height: 230 }
  const covers = (left: number) => rows.some((each) => each.left < left + box.width && isBeside(each))
  const isBeside = ({ top, bottom }: DOMRect) => bottom > box.top && top < box.top + box.height
  const rows = [bar(200), bar(250), bar(300, 1120), bar(500, 900)]

  const left = freeLeft(rows, box)

  expect([left, covers(left), covers(box.left)]).toEqual([760, false, true])
  expect(freeLeft([bar(200), bar(500)], box)).toBe(box.left)
  expect(freeLeft([bar(250, 300)], { ...box, left: 8 })).toBe(8)
})

test('the toast floats in the top right corner', () => {
  expect(floatingStyle).toMatch(/\.toast \{ top: 20px; right: 24px; /)
})

test('a bar that would cover text leaves out its rate per mile, then labels', () => {
  const leftOut = (textEnd: number, top = 204) => fitOf(bar(200), [new DOMRect(20, top, textEnd - 20, 18)], 60)

  expect([leftOut(1140), leftOut(1200), leftOut(1300)]).toEqual(['', 'is-tight', 'is-tightest'])
  expect(leftOut(1300, 240)).toBe('') // another row's, or a second line that ends above the bar
  expect(fitOf(bar(200), [], 0)).toBe('')
  expect(fitOf(bar(200), [new DOMRect(20, 204, 1180, 18)], 0)).toBe('is-tightest')
})

test('the controls use generic fonts alone, which a page cannot redefine', () => {
  const families = [...controlsStyle.matchAll(/font: [^;]*?px ([^;]+);/g)].map(([, family]) => family)

  expect(families.length).toBeGreaterThan(3)
  expect(new Set(families)).toEqual(new Set(['system-ui, sans-serif', 'monospace']))
})
