import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placePart, stubLayout } from '../testing/placed-part.ts'
import { createRaisedBars } from './raised-bars.ts'

let time = 10_000
let atPoint: (x: number, y: number) => Element | null
beforeEach(() => {
  stubLayout()
  time = 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  document.elementFromPoint = (x, y) => atPoint(x, y)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Opens a page with one bar in a dimmed row, which the browser does not prove to be visible. */
function openDimmedRow() {
  const placed = placePart({ left: 800, top: 100, width: 120, height: 24 })
  placed.row.style.opacity = '0.6'
  atPoint = (x) => (x >= 800 && x <= 920 ? placed.host : placed.row)
  const bars = createRaisedBars()
  bars.doubt(placed.part, time)
  return { ...placed, bars }
}

/** Looks once, and lets what that started end. */
async function check(bars: ReturnType<typeof createRaisedBars>, afterMs: number): Promise<void> {
  time += afterMs
  bars.check()
  await new Promise((resolve) => setTimeout(resolve, 5))
}

test('a bar that its row dims is raised once it was unproven for long enough', async () => {
  const { bars, isRaised } = openDimmedRow()

  await check(bars, 200)
  expect(isRaised()).toBe(false)
  await check(bars, 600)
  expect(isRaised()).toBe(true)
})

test('a bar of which it is not known why the browser proves nothing stays in its row', async () => {
  const { row, bars, isRaised } = openDimmedRow()
  row.style.opacity = '1'

  await check(bars, 600)
  expect(isRaised()).toBe(false)
})

test('a bar under something that takes clicks, or that its row hides, stays in its row', async () => {
  const covered = openDimmedRow()
  atPoint = () => covered.row
  await check(covered.bars, 600)
  expect(covered.isRaised()).toBe(false)

  const hidden = openDimmedRow()
  hidden.row.style.opacity = '0.1'
  await check(hidden.bars, 600)
  expect(hidden.isRaised()).toBe(false)
})

test('a part that is proven meanwhile, or no bar, is not raised', async () => {
  const { part, bars, isRaised } = openDimmedRow()
  bars.settle(part)
  await check(bars, 600)
  expect(isRaised()).toBe(false)

  const panel = openDimmedRow()
  panel.part.className = 'panel'
  await check(panel.bars, 600)
  expect(panel.isRaised()).toBe(false)
})

test('a raised bar whose row moves is away from it at once, and goes back', async () => {
  const { part, bars, isRaised, moveTo } = openDimmedRow()
  await check(bars, 600)
  expect(bars.isAway(part)).toBe(false)

  moveTo(800, 140)
  expect(bars.isAway(part)).toBe(true)
  await check(bars, 10)
  expect([isRaised(), bars.isAway(part)]).toEqual([false, false])
})

test('a raised bar goes back when the page scrolls, or shows something else around it', async () => {
  const scrolled = openDimmedRow()
  await check(scrolled.bars, 600)
  scrolled.bars.onScroll()
  expect(scrolled.isRaised()).toBe(false)

  const underMenu = openDimmedRow()
  await check(underMenu.bars, 600)
  const menu = document.body.appendChild(document.createElement('div'))
  atPoint = () => menu
  underMenu.bars.reviewSoon()
  await check(underMenu.bars, 10)
  expect(underMenu.isRaised()).toBe(false)
})

test('a bar that cannot be raised is tried again after growing pauses, and soon after a click', async () => {
  const { row, bars, isRaised } = openDimmedRow()
  row.style.opacity = '1'
  await check(bars, 600)
  row.style.opacity = '0.6'
  await check(bars, 600)
  expect(isRaised()).toBe(false)
  await check(bars, 1_500)
  expect(isRaised()).toBe(true)
})

test('a bar that is forgotten goes back to its row, and is not raised again', async () => {
  const { part, bars, isRaised } = openDimmedRow()
  await check(bars, 600)
  bars.forget(part)
  expect(isRaised()).toBe(false)

  await check(bars, 60_000)
  expect(isRaised()).toBe(false)
})
