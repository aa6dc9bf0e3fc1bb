import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Board } from '../boards/board.ts'
import { createRowControls } from '../controls/row-controls.ts'
import { createBoardRows, type Row } from './board-rows.ts'

/** A board whose rows have two cells, an age and a city. */
const board = {
  rows: (page: ParentNode) => [...page.querySelectorAll('.row')],
  readLoad: vi.fn((row: Element) => readLoad(row)),
  readWithdrawn: (row: Element) => (row.matches('.gone') ? readShown(row) : undefined),
  controlsHost: (row: Element) => row,
  showsRatePerMile: () => false,
  canadianRate: () => undefined,
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
const added: string[] = []
const removed: string[] = []
const withdrawn: string[] = []
const rows = createBoardRows(board as unknown as Board, {
  onRead: (row) => shown.push(idOf(row)),
  onAdded: (row) => added.push(`${idOf(row)} ${row.controls.host.isConnected}`),
  onRemoved: (row) => removed.push(idOf(row)),
  onWithdrawn: ({ boardLoadId }) => withdrawn.push(boardLoadId),
  onClick: vi.fn(),
})
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

test('a row tells when the board changed its rate, and not of other cells', async () => {
  show(10)
  const changedAt = () => rows.list().find((row) => idOf(row) === '3')?.changedAt
  await change(() => setCell(3, 1, 'Cicero'))
  expect(changedAt()).toBeUndefined()

  board.readLoad.mockImplementation((row) => {
    const read = readLoad(row)
    return read && { ...read, rate: { cents: 150_000, basis: 'flat' } }
  })
  await change(() => setCell(3, 1, 'Berwyn'))
  board.readLoad.mockImplementation(readLoad)
  expect(changedAt()).toBeTypeOf('number')
})

test('a redrawn row is reported once its controls are in it, and a changed one is not', async () => {
  show(10)
  added.length = 0
  await change(() => setCell(3, 1, 'Cicero'))
  await change(() => rowAt(4).replaceWith(rowAt(4).cloneNode(true)))

  expect(added).toEqual(['4 true'])
})

test('controls come back although the page goes on taking those of another row', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show(3)
  const [taken, other] = rows.list().map(({ controls }) => controls.host)
  other?.remove()
  for (let time = 0; time < 120; time += 30) {
    taken?.remove()
    await settle()
    vi.advanceTimersByTime(30)
    rowAt(0).append(taken ?? '')
  }
  vi.useRealTimers()

  expect(other?.isConnected).toBe(true)
})

test('a page that replaces its body keeps its controls', async () => {
  show(3)
  await change(() => document.body.replaceWith(document.body.cloneNode(true)))

  expect(added.slice(-3)).toEqual(['0 true', '1 true', '2 true'])
  await change(() => setCell(1, 1, 'Cicero'))
  expect(shown).toEqual(['1'])
})

test('a load that the board redraws keeps its row, and one that stays away is reported', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  show(10)
  const redrawn = rows.rowAt(rowAt(4))
  const gone = rows.rowAt(rowAt(5))
  const fresh = rowAt(4).cloneNode(true)
  rowAt(4).remove()
  rowAt(4).remove()
  await settle()
  vi.advanceTimersByTime(1_900)
  document.body.append(fresh)
  await settle()
  vi.advanceTimersByTime(2_000)
  vi.useRealTimers()

  expect(rows.rowAt(rowAt(8))).toBe(redrawn)
  expect(redrawn?.element).toBe(rowAt(8))
  expect(redrawn?.controls.host.parentElement).toBe(rowAt(8))
  expect(removed).toEqual([gone && idOf(gone)])
})

test('a load that the board redraws again and again keeps its row', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show(10)
  const row = rows.rowAt(rowAt(4))
  const redraw = async (afterMs: number) => {
    const fresh = rowAt(4).cloneNode(true)
    const next = rowAt(5)
    rowAt(4).remove()
    await settle()
    vi.advanceTimersByTime(afterMs)
    next.before(fresh)
    await settle()
    vi.advanceTimersByTime(100)
  }
  await redraw(1_500)
  await redraw(1_500)
  vi.useRealTimers()

  expect(rows.rowAt(rowAt(4))).toBe(row)
  expect(removed).toEqual([])
})

test('of two rows with one load, both that are gone are reported', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  show(10)
  rowAt(5).id = '4'
  await settle()
  removed.length = 0
  rowAt(4).remove()
  rowAt(4).remove()
  await settle()
  vi.advanceTimersByTime(2_000)
  vi.useRealTimers()

  expect(removed).toEqual(['4', '4'])
})

test('rows that start over, as when a setting of the board changes, are reported as gone', async () => {
  show(3)
  rowAt(2).remove()
  await settle()
  rows.start(board as unknown as Board)

  expect(removed).toEqual(['2', '0', '1'])
  expect(rows.list().map(idOf)).toEqual(['0', '1'])
})

test('an element that shows another load forgets what it showed of the first', async () => {
  show(3)
  const row = rows.rowAt(rowAt(1))
  if (row) row.view = { ask: { text: '$1,540', tone: 'rest' } }
  await change(() => setCell(1, 1, 'Cicero'))
  expect(row?.view).toBeDefined()

  await change(() => rowAt(1).setAttribute('id', '7'))
  expect(row).toMatchObject({ load: { boardLoadId: '7' } })
  expect(row?.view).toBeUndefined()
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

  for (const row of [rowAt(7), rowAt(8)]) move(row, true)
  expect([shown, measure.mock.calls.length]).toEqual([['7', '8'], 0])
})

test('of what changes far from the screen nothing is read until it comes near, and then once', async () => {
  show(10)
  for (const row of [rowAt(6), rowAt(7)]) move(row, false)
  await change(() => ['Elgin', 'Joliet'].forEach((city, index) => void setCell(6 + index, 1, city)))
  await change(() => setCell(6, 1, 'Cicero'))
  expect(reads()).toEqual([])

  for (const isNear of [true, false, true]) move(rowAt(6), isNear)
  expect([reads(), shown]).toEqual([['6'], ['6']])
})

test('[D13.18] only a row that its board marks is withdrawn, near or far, not one that goes', async () => {
  show(50)
  const shownRows = () => rows.list().map(idOf)
  for (const index of [3, 4, 5]) move(rowAt(index), true)
  expect(shownRows()).toEqual(['3', '4', '5'])
  move(rowAt(5), false)

  await change(() => rowAt(4).remove()) // as by a filter, a page or a scroll
  await change(() => {
    rowAt(3).id = 'other' // as where a row is used again
  })
  expect(withdrawn).toEqual([])

  await change(() => document.getElementById('5')?.classList.add('gone'))
  expect(new Set(withdrawn)).toEqual(new Set(['5']))
  await change(() => document.getElementById('other')?.classList.add('gone'))
  expect(new Set(withdrawn)).toEqual(new Set(['5', 'other']))
})

test('J and K go on from the place of a row that is gone, also one that the board still shows', async () => {
  show(5)
  measure.mockImplementation(function (this: Element) {
    return new DOMRect(0, Number(this.id) * 40, 100, 40)
  })
  const idAt = (top: number, by: 1 | -1, row?: Row) => rows.next({ row, top }, by)?.load.boardLoadId

  expect([idAt(80, 1), idAt(70, 1), idAt(80, -1)]).toEqual(['2', '2', '1'])
  expect([idAt(0, -1), idAt(200, 1)]).toEqual([undefined, undefined])

  const cancelled = rows.list()[2]
  await change(() => rowAt(2).classList.add('gone'))
  expect([idAt(80, 1, cancelled), idAt(80, -1, cancelled)]).toEqual(['3', '1'])
  measure.mockReset()
})

test('a changed ask keeps its element, but a changed control is a new one', () => {
  const { bar, show } = createRowControls(vi.fn())
  const email = (title: string) =>
    ({ label: 'Email', icon: 'mail', tone: 'rest', title, action: { send: 't1' } }) as const
  show({ ask: { text: '$1,540', tone: 'rest' }, main: email('Email a@tarnbrook.example, asking $1,540') }, 'DL1')
  const [ask, main] = bar.children
  show({ ask: { text: '$1,600', tone: 'rest' }, main: email('Email a@tarnbrook.example, asking $1,600') }, 'DL1')

  expect([...bar.children].map((part) => [ask, main].includes(part))).toEqual([true, false])
  expect([...bar.querySelectorAll('[data-text]')].map((text) => text.getAttribute('data-text'))).toEqual([
    '$1,600',
    'Email',
  ])
  expect(bar.children[1]?.getAttribute('title')).toBe('Email a@tarnbrook.example, asking $1,600')
})

test('a row that only says what was done takes the focus too, so that keys go on from it', () => {
  const { host, show, focus } = createRowControls(vi.fn())
  document.body.append(host)
  const done = (label: string) => ({ label, icon: 'check', tone: 'good', title: label }) as const
  show({ main: done('Sent'), save: done('Saved') }, 'DL1')
  focus()

  expect(document.activeElement).toBe(host)
})

/** Has the browser tell that a row came near the screen or went away. */
function move(target: Element, isIntersecting: boolean): void {
  awaited.get(target)?.({ target, isIntersecting, boundingClientRect: { top: 0, bottom: 40, width: 100 } })
}

function show(count: number): void {
  const html = Array.from({ length: count }, (_, id) => `<div class="row" id="${id}">${cells}</div>`)
  document.body.innerHTML = html.join('')
  rows.start(undefined)
  board.readLoad.mockClear()
  for (const events of [shown, removed, withdrawn]) events.length = 0
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

/** Waits until the rows have seen what changed on the page. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

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
  return row.matches('.gone') ? undefined : readShown(row)
}

function readShown(row: Element): PostedLoad | undefined {
  const [age = '', city = ''] = [...row.children].map(({ textContent }) => textContent)
  const [origin, dest] = [city, 'Memphis'].map((name) => ({ city: name, state: 'IL' }))
  return origin && dest && { board: 'dat-one', boardLoadId: row.id, origin, dest, postedAt: age }
}
