import type { BoardRows, Row } from './board-rows.ts'
import type { createRowCard } from './row-card.ts'

type Deps = {
  rows: BoardRows
  card: ReturnType<typeof createRowCard>
  isFloating: (node: EventTarget | null) => boolean
}

/** Follows pointer and focus: highlights the row that they are on, and opens the card of its controls. */
export function followUser({ rows, card, isFloating }: Deps, signal: AbortSignal): void {
  let active: Row | undefined
  let [x, y] = [-1, -1]
  const options = { capture: true, passive: true, signal }

  document.addEventListener('pointermove', onPointerMove, options)
  document.addEventListener('pointerdown', ({ target }) => !isFloating(target) && card.close(), options)
  document.addEventListener('focusin', onFocusIn, options)
  document.addEventListener('scroll', ({ target }) => !isFloating(target) && card.close(), options)
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
    if (row && target === row.controls.host && row.controls.bar.matches(':focus-within')) {
      activate(row)
      card.openSoon(row)
    } else card.closeSoon()
  }

  function activate(row: Row | undefined): void {
    if (row === active) return
    active?.controls.setActive(false)
    row?.controls.setActive(true)
    active = row
  }
}
