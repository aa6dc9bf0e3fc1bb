import { type Effects, findCovers, hostOf, isHidden } from './hiding.ts'
import { isInPlace, isTopmost, type Place, placeOf, settleMs } from './part-place.ts'
import type { createPointer } from './pointer.ts'
import type { createRaisedBars } from './raised-bars.ts'

/** The pauses before each of the browser's judgments of one click. */
const judgmentPausesMs = [0, 50, 100]

/** The `since` of a part that is hidden. */
const never = Number.POSITIVE_INFINITY

/** Chromium proves that nothing covers, dims or distorts the target. Other browsers ignore these options. */
const options = { threshold: 0.9, trackVisibility: true, delay: 100 }

type Deps = {
  pointer: Pick<ReturnType<typeof createPointer>, 'isNear' | 'hadFocus' | 'wasInFront' | 'checkFocus'>
  bars: Pick<ReturnType<typeof createRaisedBars>, 'doubt' | 'settle' | 'forget' | 'isAway'>
}

/** Creates what proves that the user saw a part of the controls, a row's bar or panel, before they clicked it. */
export function createProof({ pointer, bars }: Deps) {
  const watched = new WeakSet<Element>() // the browser may still report a part that no longer is
  /** The parts that are visible, each with its place and since when it is visible there. */
  const visible = new Map<HTMLElement, Place>()
  const focus = createFocusTimes()
  const observer = new IntersectionObserver((entries) => entries.forEach(update), options)
  const checkedAt = { all: performance.now(), covers: 0 }

  function watch(part: HTMLElement): void {
    observer.observe(part)
    watched.add(part)
    focus.watch(part)
  }

  function unwatch(part: HTMLElement): void {
    observer.unobserve(part)
    watched.delete(part)
    visible.delete(part)
    bars.forget(part)
  }

  function update(entry: IntersectionObserverEntry): void {
    const part = entry.target
    if (!(part instanceof HTMLElement && watched.has(part))) return
    const isOnScreen = entry.intersectionRatio >= options.threshold
    if (!isOnScreen || isProven(entry)) bars.settle(part)
    else bars.doubt(part, entry.time)
    if (!isOnScreen || !isProven(entry)) visible.delete(part)
    else if (!visible.has(part)) visible.set(part, { rect: entry.boundingClientRect, since: entry.time })
  }

  /** Checks what the browser does not report: moved parts and styles that hide them. */
  function check(): void {
    const isAnew = isUnchecked(checkedAt.all)
    checkedAt.all = performance.now()
    pointer.checkFocus(visible.size > 0)
    const effects: Effects = new Map()
    for (const [part, place] of visible)
      visible.set(part, isHidden(part, effects) ? { ...place, since: never } : placeNow(part, place, isAnew))
    for (const [part, { rect }] of [...visible]) if (pointer.isNear(rect)) checkClosely(part)
  }

  function checkClosely(part: HTMLElement): void {
    observer.unobserve(part)
    observer.observe(part) // which reports again, however short ago the last report was
    if (canProve() || performance.now() - checkedAt.covers < settleMs / 2) return
    checkedAt.covers = performance.now()
    if (isCovered(part)) restart(part)
  }

  function restart(part: HTMLElement): void {
    const place = visible.get(part)
    if (place) place.since = performance.now()
  }

  async function staysShown(part: HTMLElement, { timeStamp }: KeyboardEvent): Promise<boolean> {
    const since = visible.get(part)?.since ?? never
    if (since > timeStamp) return false
    await new Promise((resolve) => setTimeout(resolve, since + settleMs - timeStamp))
    const isStill = () => visible.get(part)?.since === since
    return isStill() && isTopmost(part) && !isObscured(part) && isJudgedVisible(part, isStill)
  }

  async function wasSeen(part: HTMLElement, event: UIEvent): Promise<boolean> {
    const place = visible.get(part)
    if (isUnchecked(checkedAt.all) || !place || event.timeStamp - place.since < settleMs || !isInPlace(part, place))
      return false
    return !isObscured(part) && !bars.isAway(part) && isJudgedVisible(part, () => visible.get(part) === place)
  }

  return {
    watch,
    unwatch,
    check,
    restart, // a part whose content changed must be visible for the whole time again
    /** Whether a clicked part is visible and has been so, in its place, for long enough before the click. */
    wasVisible: async (part: HTMLElement, event: MouseEvent): Promise<boolean> =>
      isTarget(part, event, focus.timeOf(part)) && pointer.wasInFront(event) && (await wasSeen(part, event)),
    /** Whether a part on top of the page is visible and has been so, in its place, for long enough before a key. */
    wasShown: async (part: HTMLElement, event: KeyboardEvent): Promise<boolean> =>
      isTopmost(part) && pointer.hadFocus(event) && (await wasSeen(part, event)),
    /**
     * Whether a part on top of the page was visible before a key and stays so until that was long enough: for a key that
     * soon follows the one that opened the part.
     */
    staysShown,
  }
}

/** Returns the place of a part that is not hidden: the known one if it was visible there until now. */
const placeNow = (part: HTMLElement, place: Place, isAnew: boolean): Place =>
  isAnew || place.since === never || !isInPlace(part, place) ? placeOf(part) : place

/** Remembers when the keyboard focus last came into each part. */
function createFocusTimes() {
  const focusedAt = new WeakMap<HTMLElement, number>()

  function onFocusIn({ currentTarget: part, relatedTarget, timeStamp }: FocusEvent): void {
    if (!(part instanceof HTMLElement) || (relatedTarget instanceof Node && part.contains(relatedTarget))) return
    focusedAt.set(part, timeStamp)
  }

  return {
    watch: (part: HTMLElement): void => part.addEventListener('focusin', onFocusIn),
    timeOf: (part: HTMLElement): number | undefined => focusedAt.get(part),
  }
}

/** Whether a click is on a part, by pointer or, if the focus was there for long enough before, by keyboard. */
function isTarget(part: HTMLElement, click: MouseEvent, focusedAt = click.timeStamp): boolean {
  const { detail, clientX, clientY, timeStamp } = click
  if (detail !== 0) return document.elementFromPoint(clientX, clientY) === hostOf(part)
  return document.activeElement === hostOf(part) && timeStamp - focusedAt >= settleMs
}

/**
 * Whether the browser proves that a part is visible, and nothing was over it meanwhile. Of a frame in which the page
 * changed it may not say so, though nothing was hidden, so that it is asked again.
 */
async function isJudgedVisible(part: HTMLElement, isStill: () => boolean): Promise<boolean> {
  for (const pauseMs of judgmentPausesMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (!isStill()) return false
    if (await isVisibleNow(part)) return true
  }
  return false
}

/** Returns the browser's judgment of the next frame. */
function isVisibleNow(part: HTMLElement): Promise<boolean> {
  return new Promise((resolve) => {
    const once = new IntersectionObserver((entries) => {
      once.disconnect()
      resolve(entries.every((entry) => entry.intersectionRatio >= options.threshold && isProven(entry)))
    }, options)
    once.observe(part)
    setTimeout(() => resolve(false), settleMs) // a hidden page gets no frames
  })
}

/** Whether parts may have been hidden meanwhile, as on a page that keeps its thread busy. */
const isUnchecked = (checkedAt: number): boolean => performance.now() - checkedAt > settleMs

const canProve = (): boolean => 'isVisible' in IntersectionObserverEntry.prototype
const isProven = (entry: IntersectionObserverEntry): boolean =>
  !canProve() || ('isVisible' in entry && entry.isVisible === true)
const isCovered = (part: HTMLElement): boolean => findCovers([part]).get(part) === 'drawn'
const isObscured = (part: HTMLElement): boolean => isHidden(part) || (!canProve() && isCovered(part))
