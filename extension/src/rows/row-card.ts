import { templateForLoad } from '@loadping/contract/templates/template-for-load'
import { type CardPart, createCard } from '../controls/card.ts'
import type { Floating } from '../controls/floating.ts'
import { tolerance } from '../controls/part-place.ts'
import type { RowView } from '../controls/row-view.ts'
import type { LoadCard } from '../row-memory/load-card.ts'
import { isSameLoad, type Row } from './board-rows.ts'
import type { BoardClient } from './worker-client.ts'

const openMs = 300
const closeMs = 250

type Deps = {
  client: BoardClient
  viewOf: (row: Row) => RowView
  onClick: (row: Row, part: CardPart, click: MouseEvent) => void
  bars: () => DOMRect[]
}

/** Creates the card of the row that the user works on: the one under the pointer or with the focus. */
export function createRowCard(floating: Floating, deps: Deps) {
  const { client } = deps
  const shown = createShownRow(floating, deps, (part, click) => {
    const described = current()
    if (described) deps.onClick(described, part, click)
  })
  let row: Row | undefined
  let last: Row | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Opens the card of a row after a pause, unless another row follows. */
  function openSoon(next: Row): void {
    clearTimeout(timer)
    last = next
    if (next !== row || !shown.isOpen()) timer = setTimeout(() => void openNow(next), openMs)
  }

  async function openNow(next: Row): Promise<void> {
    const { load } = next
    const { account } = client.state()
    const template = account && templateForLoad(account.templates, load)
    if (!template) return closeNow()
    row = next
    last = next
    shown.keepPlace(next)
    const content = await client.describe(load, template.id)
    if (row !== next || next.load !== load) return
    if (content && next.element.isConnected) shown.show(next, content)
    else closeNow()
  }

  function closeNow(): void {
    clearTimeout(timer)
    row = undefined
    shown.close()
  }

  /** The row whose card is open, as long as the card tells what its row shows, and what a click does. */
  const current = (): Row | undefined => (row && shown.tells(row) ? row : undefined)

  return {
    card: shown.card,
    openSoon,
    openNow(next: Row): void {
      clearTimeout(timer)
      void openNow(next)
    },
    /** Follows a change of what a row shows. A card that is about to close still does. */
    update(changed: Row): void {
      if (changed === row) void openNow(row)
    },
    /** Goes where the board has moved its row. */
    follow(): void {
      if (row && shown.isOpen() && !shown.isInPlace(row)) void openNow(row)
    },
    /** Closes when its row moves, and not when the board keeps the row in its place while it adds others. */
    onScroll(): void {
      if (!row || !shown.isInPlace(row)) closeNow()
    },
    /** Closes with its row. */
    onRemoved(removed: Row): void {
      if (removed === row) closeNow()
    },
    closeSoon(): void {
      clearTimeout(timer)
      timer = setTimeout(closeNow, closeMs)
    },
    close: closeNow,
    /** Keeps the card open while the pointer is on it. */
    keep: () => clearTimeout(timer),
    current,
    /** The truck that the open card of a row names, null for none; undefined without one. */
    truckOf: (of: Row): string | null | undefined => (of === current() ? shown.truckId() : undefined),
    /** The row that the user worked on last, if it is still on the screen, and where it was. */
    last: () => ({ row: last && isOnScreen(last.element) ? last : undefined, top: shown.top() }),
  }
}

/** Creates the card itself, which knows what it tells of a row, and where the row was then. */
function createShownRow(floating: Floating, { client, viewOf, bars }: Deps, onClick: CardClick) {
  const { card, open, isOpen, close } = createCard(floating, { bars, onClick })
  let load: Row['load'] | undefined
  let shown = ''
  let offered = ''
  let truckId: LoadCard['truckId']
  let top = 0

  function show(row: Row, content: LoadCard): void {
    const view = viewOf(row)
    keepPlace(row)
    const key = JSON.stringify([row.load.boardLoadId, content, view.main, top])
    load = row.load
    offered = offerOf(view)
    truckId = content.truckId
    if (isOpen() && key === shown) return
    shown = key
    const canEdit = client.state().account?.userType === 'carrier'
    open(row.element, row.controls.bar, content, { ...view, canEdit })
  }

  function keepPlace(row: Row): void {
    top = topOf(row)
  }

  return {
    card,
    show,
    isOpen,
    close,
    keepPlace,
    tells: (row: Row): boolean => isOpen() && isSameLoad(row.load, load) && offerOf(row.view) === offered,
    isInPlace: (row: Row): boolean => Math.abs(topOf(row) - top) <= tolerance,
    top: (): number => top,
    truckId: () => truckId,
  }
}
type CardClick = (part: CardPart, click: MouseEvent) => void

/** What a click sends or does, and at which price. */
const offerOf = (view: RowView | undefined): string => JSON.stringify([view?.ask?.text, view?.main?.action])

const topOf = ({ element }: Row): number => element.getBoundingClientRect().top

export function isOnScreen(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return element.isConnected && height > 0 && bottom > 0 && top < window.innerHeight
}
