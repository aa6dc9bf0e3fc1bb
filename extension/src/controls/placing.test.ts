import { expect, test } from 'vitest'
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

test('the controls use generic fonts alone, which a page cannot redefine', () => {
  const families = [...controlsStyle.matchAll(/font: [^;]*?px ([^;]+);/g)].map(([, family]) => family)

  expect(families.length).toBeGreaterThan(3)
  expect(new Set(families)).toEqual(new Set(['system-ui, sans-serif']))
})
