import type { BoardRows, Row } from './board-rows.ts'
import { type createRowCard, isOnScreen } from './row-card.ts'

type Deps = {
  rows: BoardRows
  card: ReturnType<typeof createRowCard>
  isFloating: (node: EventTarget | null) => boolean
}

/** Follows pointer and focus: highlights the row that they are on, and opens the card of its controls. */
export function followUser({ rows, card, isFloating }: Deps, signal: AbortSignal) {
  let active: Row | undefined
  let focused: Row | undefined
  let x = -1
  let y = -1
  const options = { capture: true, passive: true, signal }

  document.addEventListener('pointermove', onPointerMove, options)
  document.addEventListener('pointerdown', ({ target }) => !isFloating(target) && card.close(), options)
  document.addEventListener('focusin', onFocusIn, options)
  document.addEventListener('focusout', onFocusOut, options)
  document.addEventListener('scroll', ({ target }) => !isFloating(target) && card.onScroll(), options)
  window.addEventListener('blur', card.closeSoon, { signal })

  function onPointerMove(event: PointerEvent): void {
    const hasMoved = event.clientX !== x || event.clientY !== y
    if (!event.isTrusted || !hasMoved) return // a page that moves a row under the pointer opens no card
    ;[x, y] = [event.clientX, event.clientY]
    const isOnCard = isFloating(event.target)
    const row = isOnCard ? active : rows.rowAt(event.target)
    activate(row)
    if (row && event.target === row.controls.host) card.openSoon(row)
    else if (isOnCard || (row && row === card.current())) card.keep()
    else if (document.activeElement !== card.current()?.controls.host) card.closeSoon()
  }

  function onFocusIn({ target, isTrusted }: FocusEvent): void {
    if (!isTrusted || isFloating(target)) return
    const row = rows.rowAt(target)
    focused = row && target === row.controls.host && row.controls.bar.matches(':focus-within') ? row : undefined
    if (focused) {
      activate(focused)
      card.openSoon(focused)
    } else card.closeSoon()
  }

  /** Forgets a row that the user leaves, and no row that the board takes away under the focus, which comes after this. */
  function onFocusOut(): void {
    const row = focused
    queueMicrotask(() => {
      const host = row?.controls.host
      if (focused === row && host?.isConnected && document.activeElement !== host) focused = undefined
    })
  }

  /** Gives the focus back to a row that the board has drawn anew, unless the user has moved on. */
  function onAdded(row: Row): void {
    card.follow()
    if (row !== focused || document.activeElement !== document.body || !isOnScreen(row.element)) return
    row.controls.focus()
    card.openNow(row)
  }

  /** Moves to the next or previous row as the Tab key does, and opens its card. */
  function move(by: 1 | -1): boolean {
    const last = card.last()
    const next = rows.next(last, by)
    next?.controls.focus()
    if (next) card.openNow(next)
    return (next ?? last.row) !== undefined
  }

  function activate(row: Row | undefined): void {
    if (row === active) return
    active?.controls.setActive(false)
    row?.controls.setActive(true)
    active = row
  }

  return { onAdded, move }
}
