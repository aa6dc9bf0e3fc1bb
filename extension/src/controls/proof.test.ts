import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeAt, placePart, stubLayout } from '../testing/placed-part.ts'
import { createProof } from './proof.ts'

/** The observers of the browser: what they watch, and how it reports. */
class FakeObserver implements Pick<IntersectionObserver, 'observe' | 'unobserve' | 'disconnect'> {
  private readonly report: (entries: object[]) => void
  constructor(report: (entries: object[]) => void) {
    this.report = report
  }
  observe(target: Element): void {
    watching.set(target, (entry) => this.report([{ target, ...entry }]))
    if (judgment) this.report([{ target, ...judgment, time: performance.now() }])
  }
  unobserve = (target: Element): unknown => watching.delete(target)
  disconnect = (): void => undefined
}
const watching = new Map<Element, (entry: object) => void>()
/** What the browser says of a part that it is asked about; it has no frame without it. */
let judgment: object | undefined
const seen = { intersectionRatio: 1, isVisible: true }

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  watching.clear()
  judgment = undefined
  stubLayout()
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  vi.stubGlobal('IntersectionObserverEntry', { prototype: { isVisible: false } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Opens a page with a part that the browser has just proven visible. */
function openPart({ inFront = true, away = false } = {}) {
  const placed = placePart({ left: 800, top: 100, width: 120, height: 24 })
  document.elementFromPoint = () => placed.host
  const doubted: Element[] = []
  const proof = createProof({
    pointer: { isNear: () => true, hadFocus: () => inFront, wasInFront: () => inFront, checkFocus: () => undefined },
    bars: {
      doubt: (part) => void doubted.push(part),
      settle: () => doubted.splice(0),
      forget: () => undefined,
      isAway: () => away,
    },
  })
  proof.watch(placed.part)
  const report = (entry: object) =>
    watching.get(placed.part)?.({
      ...entry,
      time: performance.now(),
      boundingClientRect: placed.part.getBoundingClientRect(),
    })
  report(seen)
  judgment = seen
  return { ...placed, proof, doubted, report }
}

/** Clicks a part some time later, with checks meanwhile, and returns whether it was visible. */
async function clickLater(
  { proof, part }: Pick<ReturnType<typeof openPart>, 'proof' | 'part'>,
  ms: number,
  detail = 1,
) {
  for (let left = ms; left > 0; left -= 100) {
    proof.check()
    await vi.advanceTimersByTimeAsync(Math.min(left, 100))
  }
  const click = { detail, clientX: 850, clientY: 110, timeStamp: performance.now() } as MouseEvent
  const answer = proof.wasVisible(part, click)
  await vi.advanceTimersByTimeAsync(2_000)
  return answer
}

test('[X07] a click counts on a part that was visible in its place for 300 ms, and not before', async () => {
  expect(await clickLater(openPart(), 299)).toBe(false)
  expect(await clickLater(openPart(), 300)).toBe(true)
})

test('[X07] a click counts only while the browser proves the part visible, in one of its next frames', async () => {
  const covered = openPart()
  judgment = { intersectionRatio: 1, isVisible: false }
  expect(await clickLater(covered, 400)).toBe(false)

  const withoutFrames = openPart()
  judgment = undefined
  expect(await clickLater(withoutFrames, 400)).toBe(false)
})

test('a part reported as covered or cut off is not visible, and a covered one is doubted', async () => {
  const covered = openPart()
  covered.report({ intersectionRatio: 1, isVisible: false })
  expect(covered.doubted).toEqual([covered.part])
  judgment = seen
  expect(await clickLater(covered, 400)).toBe(false)

  const cut = openPart()
  cut.report({ intersectionRatio: 0.5, isVisible: false })
  expect([cut.doubted, await clickLater(cut, 400)]).toEqual([[], false])
})

test('[X07] a part that moved, that its row hides, or whose content changed must be visible anew', async () => {
  const moved = openPart()
  expect(await clickLater(moved, 400)).toBe(true)
  moved.moveTo(800, 140)
  expect(await clickLater(moved, 0)).toBe(false)
  expect(await clickLater(moved, 299)).toBe(false)
  expect(await clickLater(moved, 300)).toBe(true)

  const hidden = openPart()
  hidden.row.style.opacity = '0.1'
  expect(await clickLater(hidden, 400)).toBe(false)

  const shown = openPart()
  shown.row.style.opacity = '0.1'
  shown.proof.check()
  shown.row.style.opacity = ''
  await vi.advanceTimersByTimeAsync(90) // until the next check
  expect(await clickLater(shown, 250)).toBe(false)

  const changed = openPart()
  await vi.advanceTimersByTimeAsync(400)
  changed.proof.restart(changed.part)
  expect(await clickLater(changed, 200)).toBe(false)
  expect(await clickLater(changed, 300)).toBe(true)
})

test('a move is noticed by a check although the part is back in its place at the click', async () => {
  const part = openPart()
  await vi.advanceTimersByTimeAsync(400)
  part.moveTo(800, 140)
  part.proof.check()
  part.moveTo(800, 100)
  part.proof.check()

  expect(await clickLater(part, 200)).toBe(false)
})

test('[X07] no click counts under an element, behind a window, or on a bar away from its row', async () => {
  const under = openPart()
  document.elementFromPoint = () => document.body
  expect(await clickLater(under, 400)).toBe(false)

  expect(await clickLater(openPart({ inFront: false }), 400)).toBe(false)
  expect(await clickLater(openPart({ away: true }), 400)).toBe(false)
})

test('[X07] a click by keyboard counts once the focus was on the part for 300 ms', async () => {
  const part = openPart()
  vi.spyOn(document, 'activeElement', 'get').mockReturnValue(part.host)
  expect(await clickLater(part, 400, 0)).toBe(false)

  part.part.dispatchEvent(new FocusEvent('focusin'))
  expect(await clickLater(part, 400, 0)).toBe(true)
})

test('a key soon after a part opened counts if the part stays visible for long enough', async () => {
  const part = openPart()
  await vi.advanceTimersByTimeAsync(100)
  const key = { timeStamp: performance.now() } as KeyboardEvent
  const stays = part.proof.staysShown(part.part, key)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await stays).toBe(true)

  const changed = openPart()
  await vi.advanceTimersByTimeAsync(100)
  const early = changed.proof.staysShown(changed.part, { timeStamp: performance.now() } as KeyboardEvent)
  await vi.advanceTimersByTimeAsync(50)
  changed.proof.restart(changed.part)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await early).toBe(false)
})

test('a part that is no longer watched is not visible, whatever the browser still reports', async () => {
  const part = openPart()
  const { report } = part
  const late = watching.get(part.part)
  part.proof.unwatch(part.part)
  late?.({ ...seen, time: performance.now(), boundingClientRect: new DOMRect() })
  report(seen)

  expect(await clickLater(part, 400)).toBe(false)
})

test('where the browser proves nothing, an element that draws and lets clicks pass is a cover', async () => {
  vi.stubGlobal('IntersectionObserverEntry', { prototype: {} })
  const open = openPart()
  const cover = document.body.appendChild(document.createElement('div'))
  placeAt(cover, () => new DOMRect(700, 90, 400, 60))
  cover.style.pointerEvents = 'none'
  expect(await clickLater(open, 400)).toBe(true)

  cover.textContent = 'Book now'
  expect(await clickLater(open, 400)).toBe(false)
})

test('a part must be visible anew after a page kept its thread so busy that nothing was checked', async () => {
  const busy = openPart()
  await vi.advanceTimersByTimeAsync(400)
  expect(await clickLater(busy, 0)).toBe(false) // before the next check
  expect(await clickLater(busy, 200)).toBe(false) // after it
  expect(await clickLater(busy, 400)).toBe(true)
})
