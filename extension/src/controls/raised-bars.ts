import { findCoversInSlices, hostOf, isDimmed, isHidden } from './hiding.ts'
import { contains } from './page-element.ts'
import { isInPlace, isTopmost, placeOf } from './part-place.ts'

/** How long a bar must be unproven before it is raised, and the pauses between reviews and between tries. */
const raiseMs = { unproven: 250, pause: 500, retry: 2000, maxRetry: 32_000 }

/** A part that is on the screen but not proven visible: when that is looked into next, and how long after that. */
type Doubt = { due: number; retryMs: number }

/**
 * Creates what raises bars to the top layer, where neither the board's dimming of a row nor a layer that draws nothing
 * keeps the browser from proving that they are visible.
 */
export function createRaisedBars() {
  /** The parts on the screen that the browser does not prove to be visible. */
  const unproven = new Map<HTMLElement, Doubt>()
  /** The bars in the top layer, each with the place that its row has for it. */
  const raised = new Map<HTMLElement, DOMRect>()
  let reviewedAt = 0

  /** Lowers bars whose row has moved, and looks now and then which to lower or raise for other reasons. */
  function check(): void {
    for (const [bar, home] of raised) if (!isHome(bar, home)) lower(bar)
    if (performance.now() - reviewedAt > raiseMs.pause) void review()
  }

  async function review(): Promise<void> {
    reviewedAt = performance.now()
    for (const bar of raised.keys()) if (isUnderneath(bar)) lower(bar)
    const due = [...unproven].filter(
      ([part, doubt]) => part.classList.contains('controls') && !raised.has(part) && reviewedAt > doubt.due,
    )
    for (const [bar, { retryMs }] of due)
      unproven.set(bar, { due: reviewedAt + retryMs, retryMs: Math.min(retryMs * 2, raiseMs.maxRetry) })
    const places = new Map(due.map(([bar]) => [bar, placeOf(bar)] as const))
    for (const bar of await harmless([...places.keys()].filter(isRaisable))) {
      const place = places.get(bar)
      if (place && isInPlace(bar, place) && unproven.has(bar) && !raised.has(bar) && isRaisable(bar)) raise(bar)
    }
  }

  function raise(bar: HTMLElement): void {
    const { right, top } = bar.getBoundingClientRect()
    Object.assign(bar.style, { right: `${document.documentElement.clientWidth - right}px`, top: `${top}px` })
    bar.showPopover()
    raised.set(bar, homeOf(bar))
  }

  function lower(bar: HTMLElement): void {
    raised.delete(bar)
    if (bar.matches(':popover-open')) bar.hidePopover()
  }

  return {
    check,
    /** Notes that the browser does not prove a part on the screen to be visible, since a time. */
    doubt(part: HTMLElement, since: number): void {
      if (!unproven.has(part)) unproven.set(part, doubtFrom(since))
    },
    /** Notes that a part is proven visible, or not on the screen. */
    settle: (part: HTMLElement): unknown => unproven.delete(part),
    /** Forgets a part whose row is gone or far from the screen. */
    forget(part: HTMLElement): void {
      if (raised.has(part)) lower(part)
      unproven.delete(part)
    },
    /** Whether the row of a raised bar has moved meanwhile. */
    isAway(bar: HTMLElement): boolean {
      const home = raised.get(bar)
      return home !== undefined && !isHome(bar, home)
    },
    /** Reviews at the next check: a click may have opened or closed a menu or a dialog of the board over bars. */
    reviewSoon(): void {
      reviewedAt = 0
      for (const [part, { due }] of unproven) unproven.set(part, { due, retryMs: raiseMs.retry })
    },
    /** Lowers all bars, because the page scrolls under them. */
    onScroll(): void {
      for (const bar of raised.keys()) lower(bar)
      for (const part of unproven.keys()) unproven.set(part, doubtFrom(performance.now()))
    },
  }
}

const doubtFrom = (time: number): Doubt => ({ due: time + raiseMs.unproven, retryMs: raiseMs.retry })

const isRaisable = (bar: HTMLElement): boolean => isTopmost(bar, 1) && !isHidden(bar)

/** Returns the bars of which it is known why the browser proves nothing, and that it does not hide them. */
async function harmless(bars: HTMLElement[]): Promise<HTMLElement[]> {
  const covers = await findCoversInSlices(bars)
  return bars.filter((bar) => covers.get(bar) === 'empty' || (!covers.has(bar) && isDimmed(bar)))
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
