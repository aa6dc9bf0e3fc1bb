/** How long controls must have been in their place before a click counts: nobody decides faster, and a page could slip them under the pointer. */
const settleMilliseconds = 300

/** Whether a person clicked our own control: a true event, on what is visible and on top where it happened, and has been there for a moment. */
export function isTrustedClick(event: MouseEvent, host: HTMLElement, shownAt: number): boolean {
  if (!event.isTrusted || event.timeStamp - shownAt < settleMilliseconds) return false
  if (!host.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  const isByKeyboard = event.detail === 0
  return isByKeyboard
    ? document.activeElement === host
    : document.elementFromPoint(event.clientX, event.clientY) === host
}
