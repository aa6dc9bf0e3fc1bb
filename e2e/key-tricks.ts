import type { Page } from '@playwright/test'

/** Prepares a page on which a card is open so that the next key does what the user did not mean. */
export type KeyTrick = (page: Page) => Promise<unknown>

/**
 * Runs in the page: focuses something that the user types into, and that is removed or changed as the next key arrives.
 * Needs `listenFirst`.
 */
function typeInto(kind: 'field' | 'field in a shadow root' | 'editable text'): void {
  const place = document.body.appendChild(document.createElement('div'))
  place.className = 'trick'
  const root = kind === 'field in a shadow root' ? place.attachShadow({ mode: 'closed' }) : place
  const text = root.appendChild(document.createElement(kind === 'editable text' ? 'p' : 'input'))
  if (kind === 'editable text') text.contentEditable = 'true'
  text.focus({ preventScroll: true })
  const stop = () => {
    text.blur()
    text.contentEditable = 'inherit'
  }
  Object.assign(window, { onNextKey: stop })
}

/** Runs before all other scripts of a page. */
export function listenFirst(): void {
  const onKey = () => 'onNextKey' in window && typeof window.onNextKey === 'function' && window.onNextKey()
  window.addEventListener('keydown', onKey, { capture: true })
}

/** Runs in the page: shows something in the top layer, over our own, which may go as the next key arrives. */
export function coverAll({ leavesAtKey }: { leavesAtKey: boolean }): void {
  const cover = document.body.appendChild(document.createElement('div'))
  cover.className = 'trick'
  cover.popover = 'manual'
  cover.style.cssText = 'inset: 0; width: 100%; height: 100%; background: #fff; pointer-events: none'
  cover.showPopover()
  Object.assign(window, { onNextKey: () => leavesAtKey && cover.remove() })
}

/** Runs in the page: keeps a picture of a blank page over the page, which clicks pass. */
export async function keepOldPicture(): Promise<void> {
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = `
    ::view-transition { pointer-events: none; }
    ::view-transition-old(root) { animation: none; opacity: 1; }
    ::view-transition-new(root) { animation: stay 60s; opacity: 0; }
    @keyframes stay { from { opacity: 0; } to { opacity: 0; } }`
  const blank = document.body.appendChild(document.createElement('div'))
  blank.style.cssText = 'position: fixed; inset: 0; z-index: 9; background: #fff; pointer-events: none'
  const transition = document.startViewTransition(() => blank.remove())
  Object.assign(window, { endTrick: () => transition.skipTransition() })
  await transition.ready
}

const settle = (page: Page) => page.waitForTimeout(350)

/** What the user was typing into before the card opened. */
export const typingTricks: Record<string, KeyTrick> = {
  'a field that loses the focus to the key': (page) => page.evaluate(typeInto, 'field' as const),
  'a hidden field that loses the focus to the key': (page) =>
    page.evaluate(typeInto, 'field in a shadow root' as const),
  'a text that the key makes plain': (page) => page.evaluate(typeInto, 'editable text' as const),
}

/** What covers an open card. */
export const coverTricks: Record<string, KeyTrick> = {
  'a popover over the card': async (page) => {
    await page.evaluate(coverAll, { leavesAtKey: false })
    await settle(page)
  },
  'a popover over the card until the key': async (page) => {
    await page.evaluate(coverAll, { leavesAtKey: true })
    await settle(page)
  },
  'a dialog over the page': async (page) => {
    await page.evaluate(() => {
      const dialog = document.body.appendChild(document.createElement('dialog'))
      dialog.className = 'trick'
      dialog.style.cssText = 'width: 100vw; height: 100vh; max-width: none; max-height: none'
      dialog.showModal()
    })
    await settle(page)
  },
  'an element on the full screen': async (page) => {
    await page.evaluate(() => {
      const full = document.body.appendChild(document.createElement('div'))
      full.className = 'trick'
      return full.requestFullscreen()
    })
    await settle(page)
  },
  'an old picture of the page': async (page) => {
    await page.evaluate(keepOldPicture)
    await settle(page)
  },
}

/** Runs in the page: makes keys of its own, on everything that may listen. */
export function makeKeys(): void {
  for (const key of ['e', 'c', 's', 'm', 'Enter'])
    for (const target of [window, document, document.body, ...document.querySelectorAll('[id^=table-row-] > *')])
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
}

/** Runs in the page: lets the user type into a dialog, which hands the focus back as Enter arrives. */
export function typeIntoDialog(): void {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.className = 'trick'
  dialog.append(document.createElement('input'))
  dialog.showModal()
  window.addEventListener('keydown', ({ key }) => key === 'Enter' && dialog.close(), { capture: true })
}

/** Runs in the page: lets the user type into a field that stands before the controls of a row. */
export function typeBeforeControls(row: string): void {
  const field = document.createElement('input')
  field.className = 'trick'
  document.getElementById(`table-row-${row}`)?.lastElementChild?.before(field)
  field.focus({ preventScroll: true })
}
