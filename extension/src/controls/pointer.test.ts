import { afterEach, expect, test, vi } from 'vitest'
import { createPointer } from './pointer.ts'

afterEach(() => vi.restoreAllMocks())

const clickAt = (x: number, y: number, timeStamp: number, detail = 1) =>
  ({ clientX: x, clientY: y, timeStamp, detail }) as MouseEvent

/** Moves the mouse over a place, every 50 ms from one time to another. */
function move(pointer: ReturnType<typeof createPointer>, { from, to, isTrusted = true, x = 100, y = 100 }: Move): void {
  for (let timeStamp = from; timeStamp <= to; timeStamp += 50)
    pointer.follow({ isTrusted, clientX: x, clientY: y, timeStamp } as PointerEvent)
}
type Move = { from: number; to: number; isTrusted?: boolean; x?: number; y?: number }

test('a page without the focus was in front if the mouse moved in it to the clicked place', () => {
  const pointer = createPointer()
  move(pointer, { from: 1_000, to: 1_400 })

  expect(pointer.wasInFront(clickAt(102, 101, 1_450))).toBe(true)
  expect(pointer.wasInFront(clickAt(120, 101, 1_450))).toBe(false)
})

test('a click right after the mouse came, or long after it moved, may have closed another window', () => {
  const pointer = createPointer()
  move(pointer, { from: 1_000, to: 1_200 })

  expect(pointer.wasInFront(clickAt(100, 100, 1_250))).toBe(false)
  move(pointer, { from: 1_250, to: 1_400 })
  expect(pointer.wasInFront(clickAt(100, 100, 1_950))).toBe(false)
})

test('a mouse that rested for long starts anew, and moves that a page makes up count for nothing', () => {
  const pointer = createPointer()
  move(pointer, { from: 1_000, to: 1_400 })
  move(pointer, { from: 2_000, to: 2_100 })
  expect(pointer.wasInFront(clickAt(100, 100, 2_150))).toBe(false)

  const forged = createPointer()
  move(forged, { from: 1_000, to: 1_400, isTrusted: false })
  expect(forged.wasInFront(clickAt(100, 100, 1_450))).toBe(false)
})

test('a focus counts once the page has had it for long enough, and not after the page lost it', () => {
  const pointer = createPointer()
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.spyOn(performance, 'now').mockReturnValue(5_000)
  pointer.checkFocus(true)

  expect(pointer.hadFocus(clickAt(0, 0, 5_299))).toBe(false)
  expect(pointer.hadFocus(clickAt(0, 0, 5_300))).toBe(true)
  expect(pointer.wasInFront(clickAt(0, 0, 5_300))).toBe(true)

  focus.mockReturnValue(false)
  pointer.checkFocus(true)
  expect(pointer.hadFocus(clickAt(0, 0, 9_000))).toBe(false)
})

test('a focus that nobody looks at counts for nothing', () => {
  const pointer = createPointer()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  pointer.checkFocus(true)
  pointer.checkFocus(false)

  expect(pointer.hadFocus(clickAt(0, 0, performance.now() + 60_000))).toBe(false)
})

test('a click by keyboard needs no mouse', () => {
  expect(createPointer().wasInFront(clickAt(0, 0, 1_000, 0))).toBe(true)
})

test('the mouse is near a place at its height, and just beside that', () => {
  const pointer = createPointer()
  move(pointer, { from: 1_000, to: 1_000, y: 100 })

  expect([80, 90, 111, 120].map((top) => pointer.isNear(new DOMRect(700, top, 90, 4)))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
