import type { PostedLoad } from '@loadping/contract/loads'
import type { Board } from '../boards/board.ts'
import { isOwnHost } from '../controls/own-host.ts'
import { createRowControls, type RowControls, type RowPart } from '../controls/row-controls.ts'
import type { RowView } from '../controls/row-view.ts'
import { changedRows } from './changed-rows.ts'
import { createNearRows } from './near-rows.ts'
import { inPageOrder } from './page-order.ts'
import { createSlices } from './slices.ts'

/** A row that shows a load, with our controls. */
export type Row = {
  element: Element
  load: PostedLoad
  controls: RowControls
  showsRatePerMile: boolean
  isOwnPosting: boolean
  /** What the controls show. */
  view?: RowView
}
export type BoardRows = ReturnType<typeof createBoardRows>

type Events = {
  /** A row appeared, or what it shows changed, beside the age of its load. */
  onRead: (row: Row) => void
  onClick: (row: Row, part: RowPart, click: MouseEvent) => void
}

/** By these a board tells which row is which and which is gone, and where a link leads. */
const attributeFilter = ['class', 'id', 'href', 'hidden', 'data-id', 'row-id', 'aria-current', 'aria-selected']

/** Within this time controls that the page took out of their row come back, so that a page that insists cannot hang. */
const restoreMs = 60

/** Keeps controls on every row of a page, once it is near the screen. Of a page that changes, reads what changed. */
export function createBoardRows(builtIn: Board, { onRead, onClick }: Events) {
  let board = builtIn
  const rows = new Map<Element, Row | undefined>()
  const slices = createSlices(readRows)
  const near = createNearRows(slices.add)
  const observer = new MutationObserver(onMutations)
  const restoring = createDelay(restoreMs, restore)

  /** Starts over with the rows of this board, or ends without one. */
  function start(next: Board | undefined): void {
    observer.disconnect()
    restoring.stop()
    near.stop()
    slices.stop()
    for (const row of rows.values()) row?.controls.release()
    rows.clear()
    if (!next) return
    board = next
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributeFilter })
    addRows(board.rows(document))
  }

  function onMutations(records: MutationRecord[]): void {
    if (records.some(({ removedNodes }) => removedNodes.length > 0)) {
      for (const element of rows.keys()) if (!element.isConnected) forget(element)
      if (records.some(({ removedNodes }) => [...removedNodes].some(isOwnHost))) restoring.start()
    }
    const isRow = (element: Element) => rows.has(element)
    addRows(changedRows(records, { isRow, isOwn: isOwnHost, find: (root) => board.rows(root) }))
  }

  function addRows(elements: Iterable<Element>): void {
    for (const element of elements) if (!rows.has(element)) rows.set(element, undefined)
    near.add(elements)
  }

  function restore(): void {
    for (const row of rows.values()) if (row && !isInRow(row)) board.controlsHost(row.element).append(row.controls.host)
  }

  /** Reads first and changes the page after it, so that the browser computes styles once. */
  function readRows(elements: Element[]): void {
    const connected = elements.filter((element) => element.isConnected)
    for (const { element, load, isStatic } of readAll(connected, board, rows)) {
      if (load) showRow(element, load, isStatic)
      else clear(element)
    }
  }

  function showRow(element: Element, load: PostedLoad, isStatic: boolean): void {
    const known = rows.get(element)
    const facts = factsOf(element, load, board)
    const isNews = !known || !isSame(known, facts)
    const row = Object.assign(known ?? createRow(element, load, onClick), facts)
    rows.set(element, row)
    if (isNews) onRead(row)
    const place = board.controlsHost(element)
    if (isStatic) place.style.position = 'relative' // so that the controls neither move nor resize the row
    if (row.controls.host.parentElement !== place) place.append(row.controls.host)
  }

  /** Takes the controls from a row that shows no load, or not yet. */
  function clear(element: Element): void {
    rows.get(element)?.controls.release()
    rows.set(element, undefined)
  }

  function forget(element: Element): void {
    clear(element)
    rows.delete(element)
    near.forget(element)
  }

  const isInRow = ({ element, controls }: Row): boolean => controls.host.parentElement === board.controlsHost(element)

  return {
    start,
    list: (): Row[] => [...rows.values()].flatMap((row) => row ?? []),
    rowAt: (node: EventTarget | null): Row | undefined => valueAbove(node, rows),
    next(row: Row | undefined, by: 1 | -1) {
      const inOrder = inPageOrder(board.rows(document).flatMap((each) => rows.get(each) ?? []))
      return nextOf(inOrder, row, by)
    },
    isInRow,
    /** Whether a row still shows what was last read, or this load; else reads it again. */
    isCurrent: (row: Row, load = row.load) => showsSame({ ...row, load }, board, () => readRows([row.element])),
  }
}

/** Runs the work some time after the last start. */
function createDelay(ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    start(): void {
      stop()
      timer = setTimeout(work, ms)
    },
    stop,
  }
}

function createRow(element: Element, load: PostedLoad, onClick: Events['onClick']): Row {
  const controls = createRowControls((part, click) => onClick(row, part, click))
  const row: Row = { element, load, controls, showsRatePerMile: false, isOwnPosting: false }
  return row
}

const readAll = (elements: Element[], board: Board, known: ReadonlyMap<Element, unknown>) =>
  elements.map((element) => ({
    element,
    load: board.readLoad(element, new Date()),
    isStatic: !known.get(element) && isStatic(board.controlsHost(element)),
  }))

/** Returns the value of the nearest element that has one, from a node upward. */
function valueAbove<T>(node: EventTarget | null, values: ReadonlyMap<Element, T>): T | undefined {
  let element = node instanceof Element ? node : null
  while (element && !values.has(element)) element = element.parentElement
  return element ? values.get(element) : undefined
}

/** Returns the row after or before another; without one, the first on the screen. */
const nextOf = (inOrder: Row[], row: Row | undefined, by: 1 | -1): Row | undefined =>
  row ? inOrder[inOrder.indexOf(row) + by] : inOrder.find(({ element }) => element.getBoundingClientRect().top >= 0)

const isStatic = (place: HTMLElement): boolean => getComputedStyle(place).position === 'static'

/** Whether a row still shows a load: not every change on a page is one of text. */
function showsSame({ element, load }: Pick<Row, 'element' | 'load'>, board: Board, onOther: () => void): boolean {
  const isUnchanged = isSameLoad(board.readLoad(element, new Date()), load)
  if (!isUnchanged) onOther()
  return isUnchanged
}

type Facts = Pick<Row, 'load' | 'showsRatePerMile' | 'isOwnPosting'>

const factsOf = (element: Element, load: PostedLoad, board: Board): Facts => ({
  load,
  showsRatePerMile: board.showsRatePerMile(element),
  isOwnPosting: board.isOwnPosting(element),
})

const isSame = (one: Facts, other: Facts): boolean =>
  one.showsRatePerMile === other.showsRatePerMile &&
  one.isOwnPosting === other.isOwnPosting &&
  isSameLoad(one.load, other.load)

/** Whether two readings of a row are equal. The time of posting is an age, which differs by the second. */
export const isSameLoad = (one: PostedLoad | undefined, other: PostedLoad | undefined): boolean =>
  JSON.stringify({ ...one, postedAt: '' }) === JSON.stringify({ ...other, postedAt: '' })
