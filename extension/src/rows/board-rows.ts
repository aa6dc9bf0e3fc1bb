import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
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
  canadianRate?: string | undefined
  isOwnPosting: boolean
  /** What the controls show. */
  view?: RowView
  /** When the board changed the rate of its load. */
  changedAt?: number
}
export type BoardRows = ReturnType<typeof createBoardRows>

type Events = {
  /** A row appeared, or what it shows changed, beside the age of its load. */
  onRead: (row: Row) => void
  /** The controls of a row are new in it: its load came, or the board drew the row anew. */
  onAdded: (row: Row) => void
  /** A row is gone, and the board has not drawn its load anew. */
  onRemoved: (row: Row) => void
  /** The board itself says that a load is no longer posted. It may run more than once. */
  onWithdrawn: (load: PostedLoad) => void
  onClick: (row: Row, part: RowPart, click: MouseEvent) => void
}

/** By these a board tells which row is which and which is gone, and where a link leads. */
const attributeFilter = ['class', 'id', 'href', 'hidden', 'data-id', 'row-id', 'aria-current', 'aria-selected']

/** Within this time controls that the page took out of their row come back, so that a page that insists cannot hang. */
const restoreMs = 60

/** Within this time a load that the board draws anew goes on with its row: its controls, its card and the focus. */
const redrawMs = 2000

/** Keeps controls on every row of a page, once it is near the screen. Of a page that changes, reads what changed. */
export function createBoardRows(builtIn: Board, { onRead, onAdded, onRemoved, onWithdrawn, onClick }: Events) {
  let board = builtIn
  const rows = new Map<Element, Row | undefined>()
  const removed = createRemovedRows(onRemoved)
  const slices = createSlices(readRows)
  const near = createNearRows(slices.add, (element, isNear) => rows.get(element)?.controls.watch(isNear))
  const observer = new MutationObserver(onMutations)
  const restoring = createDelay(restoreMs, () => restoreControls(rows.values(), board))

  /** Starts over with the rows of this board, or ends without one. */
  function start(next: Board | undefined): void {
    observer.disconnect()
    for (const { stop } of [restoring, near, slices]) stop()
    for (const row of rows.values()) removed.add(row)
    rows.clear()
    removed.report()
    if (!next) return
    board = next
    observer.observe(document.documentElement, { childList: true, subtree: true, characterData: true, attributeFilter })
    addRows(board.rows(document))
  }

  function onMutations(records: MutationRecord[]): void {
    const taken = records.flatMap(({ removedNodes }) => [...removedNodes].filter((node) => node instanceof Element))
    if (taken.length > 0) for (const element of rows.keys()) if (!element.isConnected) forget(element)
    if (taken.some(isOwnHost)) restoring.start()
    addRows(changedRows(records, { isRow: (row) => rows.has(row), isOwn: isOwnHost, find: (root) => board.rows(root) }))
  }

  function addRows(elements: Iterable<Element>): void {
    for (const element of elements) if (!rows.has(element)) rows.set(element, undefined)
    for (const element of elements) if (rows.get(element)) tellWithdrawn(element, board, onWithdrawn) // also far away
    near.add(elements)
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
    const row = known ?? removed.take(load.boardLoadId) ?? createRow(element, load, onClick)
    noteChange(row, load)
    Object.assign(row, facts, { element })
    rows.set(element, row)
    if (isNews) onRead(row)
    place(row.controls.host, board.controlsHost(element), isStatic)
    if (!known) onAdded(row)
  }

  /** Takes the controls from a row that shows no load, or not yet. */
  function clear(element: Element): void {
    tellWithdrawn(element, board, onWithdrawn)
    removed.add(rows.get(element))
    rows.set(element, undefined)
  }

  function forget(element: Element): void {
    clear(element)
    rows.delete(element)
    near.forget(element)
  }

  return {
    start,
    list: (): Row[] => [...rows.values()].flatMap((row) => row ?? []),
    rowAt: (node: EventTarget | null): Row | undefined => valueAbove(node, rows),
    /** Returns the row after or before another; if that is gone, the nearest below or above a place on the screen. */
    next: (from: { row?: Row | undefined; top: number }, by: 1 | -1): Row | undefined =>
      nextOf(inPageOrder(board.rows(document).flatMap((each) => rows.get(each) ?? [])), from, by),
    isInRow: (row: Row): boolean => isIn(row, board),
    /** Whether a row still shows what was last read, or this load; else reads it again. */
    isCurrent: (row: Row, load = row.load) => showsSame({ ...row, load }, board, () => readRows([row.element])),
  }
}

function tellWithdrawn(element: Element, board: Board, tell: Events['onWithdrawn']): void {
  const load = board.readWithdrawn(element, new Date())
  if (load) tell(load)
}

const isIn = ({ element, controls }: Row, board: Board): boolean =>
  controls.host.parentElement === board.controlsHost(element)

function restoreControls(rows: Iterable<Row | undefined>, board: Board): void {
  for (const row of rows) if (row && !isIn(row, board)) board.controlsHost(row.element).append(row.controls.host)
}

/** Remembers when the board changed the rate of a load, and forgets what the row showed of another load. */
function noteChange(row: Row, load: PostedLoad): void {
  const isReused = row.load.boardLoadId !== load.boardLoadId
  if (isReused) delete row.view
  else if (postedTotalCents(row.load) !== postedTotalCents(load)) row.changedAt = performance.now()
}

/** Runs the work some time after the first start, however many follow. */
function createDelay(ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    start(): void {
      timer ??= setTimeout(() => {
        stop()
        work()
      }, ms)
    },
    stop,
  }
}

function createRow(element: Element, load: PostedLoad, onClick: Events['onClick']): Row {
  const controls = createRowControls((part, click) => onClick(row, part, click))
  const row: Row = { element, load, controls, showsRatePerMile: false, isOwnPosting: false }
  return row
}

/** Keeps rows for a while whose load is not on the page, because a board may have just begun to draw it anew. */
function createRemovedRows(onRemoved: Events['onRemoved']) {
  const removed = new Map<Row, ReturnType<typeof setTimeout>>()

  function add(row: Row | undefined): void {
    if (!row) return
    row.controls.release()
    removed.set(
      row,
      setTimeout(() => removed.delete(row) && onRemoved(row), redrawMs),
    )
  }

  /** Returns the row of a load that the board has drawn anew, with its controls: the last of several. */
  function take(boardLoadId: string): Row | undefined {
    const row = [...removed.keys()].findLast(({ load }) => load.boardLoadId === boardLoadId)
    clearTimeout(row && removed.get(row))
    if (row) removed.delete(row)
    row?.controls.watch(true)
    return row
  }

  /** Waits for none of them any longer. */
  function report(): void {
    for (const [row, timer] of removed) {
      clearTimeout(timer)
      removed.delete(row)
      onRemoved(row)
    }
  }

  return { add, take, report }
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

function nextOf(inOrder: Row[], { row, top }: { row?: Row | undefined; top: number }, by: 1 | -1): Row | undefined {
  const place = row ? inOrder.indexOf(row) : -1
  if (place >= 0) return inOrder[place + by]
  const isBelow = ({ element }: Row) => element.getBoundingClientRect().top >= top
  return by === 1 ? inOrder.find(isBelow) : inOrder.findLast((each) => !isBelow(each))
}

function place(host: HTMLElement, into: HTMLElement, isStatic: boolean): void {
  if (isStatic) into.style.position = 'relative' // so that the controls neither move nor resize the row
  if (host.parentElement !== into) into.append(host)
}

const isStatic = (place: HTMLElement): boolean => getComputedStyle(place).position === 'static'

/** Whether a row still shows a load: not every change on a page is one of text. */
function showsSame({ element, load }: Pick<Row, 'element' | 'load'>, board: Board, onOther: () => void): boolean {
  const isUnchanged = isSameLoad(board.readLoad(element, new Date()), load)
  if (!isUnchanged) onOther()
  return isUnchanged
}

type Facts = Pick<Row, 'load' | 'showsRatePerMile' | 'canadianRate' | 'isOwnPosting'>

const factsOf = (element: Element, load: PostedLoad, board: Board): Facts => ({
  load,
  showsRatePerMile: board.showsRatePerMile(element),
  canadianRate: load.rate ? undefined : board.canadianRate(element),
  isOwnPosting: board.isOwnPosting(element),
})

const isSame = (one: Facts, other: Facts): boolean =>
  one.showsRatePerMile === other.showsRatePerMile &&
  one.canadianRate === other.canadianRate &&
  one.isOwnPosting === other.isOwnPosting &&
  isSameLoad(one.load, other.load)

/** Whether two readings of a row are equal. The time of posting is an age, which differs by the second. */
export const isSameLoad = (one: PostedLoad | undefined, other: PostedLoad | undefined): boolean =>
  JSON.stringify({ ...one, postedAt: '' }) === JSON.stringify({ ...other, postedAt: '' })
