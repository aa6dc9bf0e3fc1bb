import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeAt, placePart, stubLayout } from '../testing/placed-part.ts'
import { findCovers } from './hiding.ts'

beforeEach(stubLayout)
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Returns what an element that takes clicks in this way is to a bar in the same place. */
function coverOf(element: HTMLElement | SVGElement, pointerEvents = 'none') {
  const rect = { left: 800, top: 100, width: 120, height: 24 }
  const { part } = placePart(rect)
  element.style.pointerEvents = pointerEvents
  placeAt(element, () => new DOMRect(rect.left, rect.top, rect.width, rect.height))
  return findCovers([part], [element]).get(part)
}

/** Creates a shape in a group of an `svg` that has no size itself, so that it paints beyond it. */
function createShape(): SVGElement {
  const [svg, group, shape] = ['svg', 'g', 'rect'].map((name) =>
    document.createElementNS('http://www.w3.org/2000/svg', name),
  )
  if (!svg || !group || !(shape instanceof SVGElement)) return expect.unreachable()
  document.body.append(svg)
  svg.append(group)
  group.append(shape)
  return shape
}

test.each(['none', 'stroke', 'visibleFill'])(
  '[X07] a shape that its svg paints over a bar covers it, where it takes clicks in the way %s',
  (pointerEvents) => {
    expect(coverOf(createShape(), pointerEvents)).toBe('drawn')
  },
)

test('[X07] what draws nothing is an empty cover, and what takes clicks is none', () => {
  const createBox = () => document.body.appendChild(document.createElement('div'))
  expect(coverOf(createBox())).toBe('empty')
  expect(coverOf(createBox(), 'auto')).toBeUndefined()
  expect(coverOf(createShape(), 'auto')).toBeUndefined()
})
