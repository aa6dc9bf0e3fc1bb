import type { PostedLoad } from '@loadping/contract/loads'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Board } from '../boards/board.ts'
import { createBoardRows, type Row } from './board-rows.ts'

/** A board whose rows have two cells, an age and a city. */
const board = {
  rows: (page: ParentNode) => [...page.querySelectorAll('.row')],
  readLoad: vi.fn((row: Element) => readLoad(row)),
  controlsHost: (row: Element) => row,
  showsRatePerMile: () => false,
  isOwnPosting: () => false,
}
/** The rows whose approach the browser is asked to tell, and how it tells. */
const awaited = new Map<Element, (entry: object) => void>()
class FakeObserver implements Pick<IntersectionObserver, 'observe' | 'unobserve' | 'disconnect'> {
  private readonly tell: (entries: object[]) => void
  constructor(tell: (entries: object[]) => void) {
    this.tell = tell
  }
  observe(target: Element): void {
    if (target.matches('.row')) awaited.set(target, (entry) => this.tell([entry]))
  }
  unobserve = (target: Element): void => void awaited.delete(target)
  disconnect = (): void => awaited.clear()
}
vi.stubGlobal('IntersectionObserver', FakeObserver)

const shown: string[] = []
const rows = createBoardRows(board as unknown as Board, { onRead: (row) => shown.push(idOf(row)), onClick: vi.fn() })
const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect')
beforeEach(() => {
  rows.start(undefined)
  awaited.clear()
})

test('a changed cell has its own row read again, and an age alone shows nothing anew', async () => {
  show(10)
  await change(() => setCell(3, 1, 'Cicero'))
  expect([reads(), shown]).toEqual([['3'], ['3']])

  await change(() => setCell(4, 0, '2m'))
  expect([reads(), shown]).toEqual([['4'], []])
})

test('a class, an id or a link that changes has its row read again; our own controls do not', async () => {
  show(10)
  await change(() => rowAt(2).classList.add('gone'))
  expect([reads(), rows.list().map(idOf)]).toEqual([['2'], ['0', '1', '3', '4', '5', '6', '7', '8', '9']])

  await change(() => rowAt(2).classList.remove('gone'))
  expect([reads(), shown]).toEqual([['2'], ['2']])

  await change(() => rowAt(5).setAttribute('id', '55'))
  expect([reads(), shown]).toEqual([['55'], ['55']])

  const late = document.createElement('div')
  late.innerHTML = '<span>1m</span><span>Elgin</span>'
  await change(() => document.body.append(late))
  expect(reads()).toEqual([])
  await change(() => void late.setAttribute('class', 'row'))
  expect(reads()).toEqual([''])
})

test('a long list is neither measured nor read before the browser tells what is near the screen', () => {
  measure.mockClear()
  show(500)
  expect([reads(), measure.mock.calls.length, awaited.size]).toEqual([[], 0, 500])

  for (const row of [rowAt(7), rowAt(8)]) approach(row)
  expect([shown, measure.mock.calls.length, awaited.size]).toEqual([['7', '8'], 0, 498])
})

function approach(target: Element): void {
  awaited.get(target)?.({ target, isIntersecting: true, boundingClientRect: { top: 0, bottom: 40 } })
}

function show(count: number): void {
  const html = Array.from({ length: count }, (_, id) => `<div class="row" id="${id}">${cells}</div>`)
  document.body.innerHTML = html.join('')
  rows.start(undefined)
  board.readLoad.mockClear()
  shown.length = 0
  rows.start(board as unknown as Board)
}
const cells = '<span>1m</span><span>Aurora</span>'

/** Changes the page, and lets the rows see it. */
async function change(work: () => void): Promise<void> {
  board.readLoad.mockClear()
  shown.length = 0
  work()
  await new Promise((resolve) => setTimeout(resolve))
}

function setCell(row: number, index: number, text: string): void {
  const cell = rowAt(row).children[index]
  if (cell) cell.textContent = text
}

function rowAt(index: number): Element {
  const row = document.querySelectorAll('.row')[index]
  if (!row) throw new Error(`no row ${index}`)
  return row
}

const reads = (): string[] => board.readLoad.mock.calls.map(([row]) => row.id)
const idOf = ({ load }: Row): string => load.boardLoadId

function readLoad(row: Element): PostedLoad | undefined {
  if (row.matches('.gone')) return undefined
  const [age = '', city = ''] = [...row.children].map(({ textContent }) => textContent)
  const [origin, dest] = [city, 'Memphis'].map((name) => ({ city: name, state: 'IL' }))
  return origin && dest && { board: 'dat-one', boardLoadId: row.id, origin, dest, postedAt: age }
}
