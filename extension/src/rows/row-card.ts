import { type CardPart, createCard } from '../controls/card.ts'
import type { Floating } from '../controls/floating.ts'
import { defaultTemplateOf, type RowView } from '../controls/row-view.ts'
import type { LoadCard } from '../row-memory/load-card.ts'
import { isSameLoad, type Row } from './board-rows.ts'
import type { BoardClient } from './board-state.ts'

const openMs = 300
const closeMs = 250

type Deps = {
  client: BoardClient
  viewOf: (row: Row) => RowView
  onClick: (row: Row, part: CardPart, click: MouseEvent) => void
  bars: () => DOMRect[]
}

/** Creates the card of the row that the user works on: the one under the pointer or with the focus. */
export function createRowCard(floating: Floating, { client, viewOf, onClick, bars }: Deps) {
  const { card, open, isOpen, close } = createCard(floating, {
    bars,
    onClick(part, click) {
      const described = current()
      if (described) onClick(described, part, click)
    },
  })
  let row: Row | undefined
  let last: Row | undefined
  let load: Row['load'] | undefined
  let [shown, offered] = ['', '']
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Opens the card of a row after a pause, unless another row follows. */
  function openSoon(next: Row, ms = openMs): void {
    clearTimeout(timer)
    if (next === row && isOpen()) return
    timer = setTimeout(() => void openNow(next), ms)
  }

  async function openNow(next: Row): Promise<void> {
    last = next
    const { load } = next
    const { account } = client.state()
    const template = account && defaultTemplateOf(account)
    if (!template) return closeNow()
    row = next
    const content = await client.describe(load, template.id)
    if (row !== next || next.load !== load) return
    if (!content || !next.element.isConnected) return closeNow()
    show(next, content)
  }

  function show(next: Row, content: LoadCard): void {
    const view = viewOf(next)
    const key = JSON.stringify([next.load.boardLoadId, content, view.main])
    load = next.load
    offered = offerOf(view)
    if (isOpen() && key === shown) return
    shown = key
    const canEdit = client.state().account?.userType === 'carrier'
    open(next.element, next.controls.bar, content, { ...view, canEdit })
  }

  /** Follows a change of what a row shows. */
  function update(changed: Row): void {
    if (changed !== row || !isOpen()) return
    if (changed.element.isConnected) void openNow(changed)
    else closeNow()
  }

  function closeSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(closeNow, closeMs)
  }

  function closeNow(): void {
    clearTimeout(timer)
    row = undefined
    close()
  }

  /** The row whose card is open, as long as the card tells what its row shows, and what a click does. */
  const current = (): Row | undefined =>
    isOpen() && row && isSameLoad(row.load, load) && offerOf(row.view) === offered ? row : undefined

  return {
    card,
    openSoon,
    update,
    closeSoon,
    close: closeNow,
    /** Keeps the card open while the pointer is on it. */
    keep: () => clearTimeout(timer),
    current,
    /** The row that the user worked on last, if it is still on the screen. */
    last: (): Row | undefined => (last && isOnScreen(last.element) ? last : undefined),
  }
}

/** What a click sends or does, and at which price. */
const offerOf = (view: RowView | undefined): string => JSON.stringify([view?.ask?.text, view?.main?.action])

function isOnScreen(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return element.isConnected && height > 0 && bottom > 0 && top < window.innerHeight
}
