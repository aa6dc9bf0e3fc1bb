/** How long controls must have been shown before a click counts, so that a page cannot move them under the pointer. */
const settleMs = 300

/**
 * Whether the user clicked this control: a trusted event, on a control that is visible, topmost and has been shown for
 * a moment.
 */
export function isTrustedClick(event: MouseEvent, host: HTMLElement, shownAt: number): boolean {
  if (!event.isTrusted || event.timeStamp - shownAt < settleMs) return false
  if (!host.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  const isByKeyboard = event.detail === 0
  return isByKeyboard
    ? document.activeElement === host
    : document.elementFromPoint(event.clientX, event.clientY) === host
}
