import { type Effects, findCovers, findCoversInSlices, hostOf, isDimmed, isHidden } from './hiding.ts'
import { contains } from './page-element.ts'

/** How long a part must have been visible in its place before a click on it counts. */
const settleMs = 300
/** How far a part may move, in pixels, and still be in its place. */
export const tolerance = 4
/** How long a bar must be unproven before it is raised, and the pauses between reviews and between tries. */
const raiseMs = { unproven: 250, pause: 500, retry: 2000, maxRetry: 32_000 }

/** The pauses before each of the browser's judgments of one click. */
const judgmentPausesMs = [0, 50, 100]

/** How long the mouse may rest before a click into a page that had no focus. */
const restMs = 500

/** Chromium proves that nothing covers, dims or distorts the target. Other browsers ignore these options. */
const options = { threshold: 0.9, trackVisibility: true, delay: 100 }
const canProve = 'isVisible' in IntersectionObserverEntry.prototype

/** A part that is on the screen but not proven visible: when that is looked into next, and how long after that. */
type Doubt = { due: number; retryMs: number }
type Place = { rect: DOMRect; since: number }

/** The parts that are watched: the browser may still report one that no longer is. */
const watched = new WeakSet<Element>()
/** The parts that are visible, each with its place and since when it is visible there. */
const visible = new Map<HTMLElement, Place>()
/** The parts on the screen that the browser does not prove to be visible. */
const unproven = new Map<HTMLElement, Doubt>()
/** When the keyboard focus last came into a part. */
const focusedAt = new WeakMap<HTMLElement, number>()
/** The bars in the top layer, each with the place that its row has for it. */
const raised = new Map<HTMLElement, DOMRect>()
/** Where the mouse last moved and when, and since when it has moved with no longer rest. */
const pointer = { x: -1, y: -1, movedAt: 0, since: 0 }
/** Since when the page has had the focus. */
let focusedSince = Number.POSITIVE_INFINITY
let [reviewedAt, coverCheckedAt] = [0, 0]
let observer: IntersectionObserver | undefined

/** Starts to watch a part of the controls: a row's bar or panel. */
export function watchVisibility(part: HTMLElement): void {
  observer ??= startWatching()
  observer.observe(part)
  watched.add(part)
  part.addEventListener('focusin', onFocusIn)
}

/** Stops watching a part whose row is gone or far from the screen. */
export function unwatchVisibility(part: HTMLElement): void {
  observer?.unobserve(part)
  watched.delete(part)
  if (raised.has(part)) lower(part)
  for (const parts of [visible, unproven]) parts.delete(part)
}

function onFocusIn({ currentTarget: part, relatedTarget, timeStamp }: FocusEvent): void {
  if (!(part instanceof HTMLElement) || (relatedTarget instanceof Node && part.contains(relatedTarget))) return
  focusedAt.set(part, timeStamp)
}

/** Requires a part to be visible for the whole time again, because its content changed. */
export function restartVisibility(part: HTMLElement): void {
  const place = visible.get(part)
  if (place) place.since = performance.now()
}

/** Whether a clicked part is visible and has been so, in its place, for long enough before the click. */
export const wasVisible = async (part: HTMLElement, event: MouseEvent): Promise<boolean> =>
  isTarget(part, event) && wasInFront(event) && (await wasSeen(part, event))

/** Whether a part on top of the page is visible and has been so, in its place, for long enough before a key. */
export const wasShown = async (part: HTMLElement, event: KeyboardEvent): Promise<boolean> =>
  isTopmost(part) && hadFocus(event) && (await wasSeen(part, event))

/**
 * Whether a part on top of the page was visible before a key and stays so until that was long enough: for a key that soon
 * follows the one that opened the part.
 */
export async function staysShown(part: HTMLElement, { timeStamp }: KeyboardEvent): Promise<boolean> {
  const since = visible.get(part)?.since ?? Number.POSITIVE_INFINITY
  if (since > timeStamp) return false
  await new Promise((resolve) => setTimeout(resolve, since + settleMs - timeStamp))
  return visible.get(part)?.since === since && isTopmost(part) && !isObscured(part) && isProvenVisible(part)
}

async function wasSeen(part: HTMLElement, event: UIEvent): Promise<boolean> {
  const place = visible.get(part)
  if (!place || event.timeStamp - place.since < settleMs || !isInPlace(part, place)) return false
  if (isObscured(part) || isAway(part)) return false
  return isProvenVisible(part)
}

function startWatching(): IntersectionObserver {
  document.addEventListener('pointermove', followPointer, { capture: true, passive: true })
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  document.addEventListener('click', reviewSoon, { capture: true, passive: true })
  setTimeout(check)
  return new IntersectionObserver((entries) => entries.forEach(update), options)
}

function update(entry: IntersectionObserverEntry): void {
  const part = entry.target
  if (!(part instanceof HTMLElement && watched.has(part))) return
  const isOnScreen = entry.intersectionRatio >= options.threshold
  if (!isOnScreen || isProven(entry)) unproven.delete(part)
  else if (!unproven.has(part)) unproven.set(part, doubtFrom(entry.time))
  if (!isOnScreen || !isProven(entry)) visible.delete(part)
  else if (!visible.has(part)) visible.set(part, { rect: entry.boundingClientRect, since: entry.time })
}

/**
 * Checks what the browser does not report: moved parts and styles that hide them. Random pauses keep a page from
 * showing parts only while it is checked.
 */
function check(): void {
  const effects: Effects = new Map()
  const isFocused = visible.size > 0 && document.hasFocus()
  focusedSince = isFocused ? Math.min(focusedSince, performance.now()) : Number.POSITIVE_INFINITY
  for (const [part, place] of visible)
    if (!isInPlace(part, place) || isHidden(part, effects)) visible.set(part, placeOf(part))
  for (const [part, { rect }] of [...visible]) if (isUnderPointer(rect)) checkClosely(part)
  for (const [bar, home] of raised) if (!isHome(bar, home)) lower(bar)
  if (performance.now() - reviewedAt > raiseMs.pause) void reviewRaised()
  setTimeout(check, 60 + Math.random() * 60)
}

function checkClosely(part: HTMLElement): void {
  observer?.unobserve(part)
  observer?.observe(part) // which reports again, however short ago the last report was
  const now = performance.now()
  if (canProve || now - coverCheckedAt < settleMs / 2) return
  coverCheckedAt = now
  if (isCovered(part)) restartVisibility(part)
}

/**
 * Raises bars to the top layer, where neither the board's dimming of a row nor a layer that draws nothing keeps the
 * browser from proving that they are visible.
 */
async function reviewRaised(): Promise<void> {
  reviewedAt = performance.now()
  for (const bar of raised.keys()) if (isUnderneath(bar)) lower(bar)
  const due = [...unproven].filter(
    ([part, doubt]) => part.classList.contains('controls') && !raised.has(part) && reviewedAt > doubt.due,
  )
  for (const [bar, { retryMs }] of due)
    unproven.set(bar, { due: reviewedAt + retryMs, retryMs: Math.min(retryMs * 2, raiseMs.maxRetry) })
  const places = new Map(due.map(([bar]) => [bar, placeOf(bar)] as const))
  const isRaisable = (bar: HTMLElement) => isTopmost(bar, 1) && !isHidden(bar)
  for (const bar of await harmless([...places.keys()].filter(isRaisable))) {
    const place = places.get(bar)
    if (place && isInPlace(bar, place) && unproven.has(bar) && !raised.has(bar) && isRaisable(bar)) raise(bar)
  }
}

const doubtFrom = (time: number): Doubt => ({ due: time + raiseMs.unproven, retryMs: raiseMs.retry })

/** Returns the bars of which it is known why the browser proves nothing, and that it does not hide them. */
async function harmless(bars: HTMLElement[]): Promise<HTMLElement[]> {
  const covers = await findCoversInSlices(bars)
  return bars.filter((bar) => covers.get(bar) === 'empty' || (!covers.has(bar) && isDimmed(bar)))
}

function raise(bar: HTMLElement): void {
  const { right, top } = bar.getBoundingClientRect()
  Object.assign(bar.style, { right: `${document.documentElement.clientWidth - right}px`, top: `${top}px` })
  bar.showPopover()
  raised.set(bar, homeOf(bar))
}

/** Whether the row of a raised bar has moved meanwhile. */
function isAway(bar: HTMLElement): boolean {
  const home = raised.get(bar)
  return home !== undefined && !isHome(bar, home)
}

/** Returns the place of a raised bar's host, which is empty then but stays in its row. */
const homeOf = (bar: HTMLElement): DOMRect => (hostOf(bar) ?? bar).getBoundingClientRect()

function isHome(bar: HTMLElement, home: DOMRect): boolean {
  const { right, top } = homeOf(bar)
  return Math.abs(right - home.right) < 1 && Math.abs(top - home.top) < 1
}

/** Whether the board shows something else around a raised bar, such as a menu or a dialog over its row. */
function isUnderneath(bar: HTMLElement): boolean {
  const row = hostOf(bar)?.parentElement
  const { left, right, top, bottom } = bar.getBoundingClientRect()
  const around = [left - 4, right + 4].map((x) => document.elementFromPoint(x, (top + bottom) / 2))
  return !row || !around.every((element) => element && (contains(row, element) || contains(element, row)))
}

function lower(part: HTMLElement): void {
  raised.delete(part)
  if (part.matches(':popover-open')) part.hidePopover()
}

function followPointer({ isTrusted, clientX, clientY, timeStamp }: PointerEvent): void {
  if (!isTrusted) return
  const since = timeStamp - pointer.movedAt > restMs ? timeStamp : pointer.since
  Object.assign(pointer, { x: clientX, y: clientY, movedAt: timeStamp, since })
}

/** A click may have opened or closed a menu or a dialog of the board over bars. */
function reviewSoon(): void {
  reviewedAt = 0
  for (const [part, { due }] of unproven) unproven.set(part, { due, retryMs: raiseMs.retry })
}

function onScroll(): void {
  for (const bar of raised.keys()) lower(bar)
  for (const part of unproven.keys()) unproven.set(part, doubtFrom(performance.now()))
}

const placeOf = (part: HTMLElement): Place => ({ rect: part.getBoundingClientRect(), since: performance.now() })

function isInPlace(part: HTMLElement, { rect }: Place): boolean {
  const now = part.getBoundingClientRect()
  return (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(now[side] - rect[side]) <= tolerance)
}

const isUnderPointer = ({ top, bottom }: DOMRect): boolean => Math.max(top - pointer.y, pointer.y - bottom, 0) < 16

/** Whether nothing that takes clicks lies over a part, this far within its edges: some have round corners. */
function isTopmost(part: HTMLElement, inset = 5): boolean {
  const { left, right, top, bottom } = part.getBoundingClientRect()
  const host = hostOf(part)
  const points = [left + inset, (left + right) / 2, right - inset].flatMap((x) =>
    [top + inset, bottom - inset].map((y) => [x, y] as const),
  )
  return points.every(([x, y]) => document.elementFromPoint(x, y) === host)
}

/** Whether a click is on a part, by pointer or, if the focus was there for long enough before, by keyboard. */
function isTarget(part: HTMLElement, { detail, clientX, clientY, timeStamp }: MouseEvent): boolean {
  if (detail !== 0) return document.elementFromPoint(clientX, clientY) === hostOf(part)
  return document.activeElement === hostOf(part) && timeStamp - (focusedAt.get(part) ?? timeStamp) >= settleMs
}

/**
 * Whether no other window was over the page before a click, which the first press of a double click may have closed: the
 * page had the focus, or the mouse moved in it.
 */
function wasInFront(event: MouseEvent): boolean {
  if (event.detail === 0 || hadFocus(event)) return true
  const { clientX, clientY, timeStamp } = event
  const isNear = Math.hypot(clientX - pointer.x, clientY - pointer.y) <= tolerance
  return isNear && timeStamp - pointer.movedAt <= restMs && timeStamp - pointer.since >= settleMs
}

const hadFocus = ({ timeStamp }: UIEvent): boolean => timeStamp - focusedSince >= settleMs

const isCovered = (part: HTMLElement): boolean => findCovers([part]).get(part) === 'drawn'
const isObscured = (part: HTMLElement): boolean => isHidden(part) || (!canProve && isCovered(part))

/**
 * Whether the browser proves that a part is visible, and nothing was over it meanwhile. Of a frame in which the page
 * changed it may not say so, though nothing was hidden, so that it is asked again.
 */
async function isProvenVisible(part: HTMLElement): Promise<boolean> {
  const place = visible.get(part)
  for (const pauseMs of judgmentPausesMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (visible.get(part) !== place) return false
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

const isProven = (entry: IntersectionObserverEntry): boolean =>
  !canProve || ('isVisible' in entry && entry.isVisible === true)
