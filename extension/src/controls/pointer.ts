import { settleMs, tolerance } from './part-place.ts'

/** How long the mouse may rest before a click into a page that had no focus. */
const restMs = 500

/** Creates what knows where the mouse is, and whether the page was in front of other windows before a click. */
export function createPointer() {
  /** Where the mouse last moved and when, and since when it has moved with no longer rest. */
  const last = { x: -1, y: -1, movedAt: 0, since: 0 }
  let focusedSince = Number.POSITIVE_INFINITY

  /** Follows a move of the mouse. */
  function follow({ isTrusted, clientX, clientY, timeStamp }: PointerEvent): void {
    if (!isTrusted) return
    const since = timeStamp - last.movedAt > restMs ? timeStamp : last.since
    Object.assign(last, { x: clientX, y: clientY, movedAt: timeStamp, since })
  }

  /** Whether the page had the focus for long enough before an event. */
  const hadFocus = ({ timeStamp }: UIEvent): boolean => timeStamp - focusedSince >= settleMs

  return {
    follow,
    /** Looks whether the page has the focus. Only while it is looked at often, a focus counts. */
    checkFocus(isLooking: boolean): void {
      const isFocused = isLooking && document.hasFocus()
      focusedSince = isFocused ? Math.min(focusedSince, performance.now()) : Number.POSITIVE_INFINITY
    },
    /** Whether the mouse is at the height of a place, or just beside that. */
    isNear: ({ top, bottom }: DOMRect): boolean => Math.max(top - last.y, last.y - bottom, 0) < 16,
    hadFocus,
    /**
     * Whether no other window was over the page before a click, which the first press of a double click may have closed:
     * the page had the focus, or the mouse moved in it.
     */
    wasInFront(event: MouseEvent): boolean {
      if (event.detail === 0 || hadFocus(event)) return true
      const { clientX, clientY, timeStamp } = event
      const isNear = Math.hypot(clientX - last.x, clientY - last.y) <= tolerance
      return isNear && timeStamp - last.movedAt <= restMs && timeStamp - last.since >= settleMs
    },
  }
}
