import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { markKeysOf } from '@loadping/contract/extension/mark-keys'
import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { outcomeLabels } from '@loadping/contract/loads/outcomes'
import { beforeAll, expect, test, vi } from 'vitest'
import { createPanel, questionForm } from '../controls/panel.ts'
import type { Row } from './board-rows.ts'
import { inPageOrder } from './page-order.ts'
import { createRowActions } from './row-actions.ts'
import { listenForKeys } from './row-keys.ts'
import { createRowMenu } from './row-menu.ts'

const load: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'DL1',
  origin: { city: 'Aurora', state: 'IL' },
  dest: { city: 'Memphis', state: 'TN' },
}
const row = { load } as Row

beforeAll(() => {
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (element: HTMLElement) => roots.get(element) ?? null } })
})
const roots = new Map<HTMLElement, ShadowRoot>()

test('a letter typed into a closed shadow root, as of our own panel, is no shortcut', () => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'closed' })
  const input = root.appendChild(document.createElement('input'))
  roots.set(host, root)
  const onKey = vi.fn()
  const end = new AbortController()
  const deps = { current: () => row, isChoice: () => false, onKey, move: () => false, close: vi.fn() }
  listenForKeys(deps, end.signal)
  const active = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(host)
  Object.defineProperty(root, 'activeElement', { value: input, configurable: true })

  window.dispatchEvent(trustedKey('e', 5_000))
  expect(onKey).not.toHaveBeenCalled()

  active.mockReturnValue(document.body)
  window.dispatchEvent(trustedKey('e', 10_000))
  expect(onKey).toHaveBeenCalledOnce()
  end.abort()
  active.mockRestore()
})

test('J goes down the page, also where a board reuses the elements of its rows in any order', () => {
  const at = (top: number) => ({
    top,
    element: { getBoundingClientRect: () => new DOMRect(0, top, 100, 40) } as Element,
  })

  expect(inPageOrder([at(80), at(0), at(120), at(40)]).map(({ top }) => top)).toEqual([0, 40, 80, 120])
})

test('an open menu does nothing once its row shows another load', () => {
  const panel = { close: vi.fn() }
  const toast = { tell: vi.fn() }
  const isCurrent = vi.fn((_row: Row, asked?: PostedLoad) => asked === shown)
  const deps = { client: {}, panel, toast, rows: { isInRow: () => true, isCurrent } }
  let shown = load
  const isUnchanged = createRowActions(deps as never).watchLoad(row)

  expect(isUnchanged()).toBe(true)
  shown = { ...load, boardLoadId: 'DL2' }
  expect(isUnchanged()).toBe(false)
  expect([panel.close, toast.tell].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('[D12.16] a click sends the truck that the open card had drawn', async () => {
  const asked = vi.fn(async (_inquiry: PostingInquiry) => undefined)
  const template = { id: 't1', name: 'Van', subject: 'Load', template: '<p>Hi</p>', isDefault: true, version: 1 }
  const client = { state: () => ({ account: { templates: [template] }, inquiries: {} }), send: asked }
  const rows = { isInRow: () => true, isCurrent: () => true }
  for (const drawn of ['lena', null, undefined]) {
    const deps = { client, panel: { close: vi.fn() }, toast: { follow: vi.fn() }, rows, truckOf: () => drawn }
    await createRowActions(deps as never).send(row, 't1', {}, Promise.resolve(true))
  }

  expect(asked.mock.calls.map(([{ expected }]) => expected?.truckId)).toEqual(['lena', null, undefined])
})

test('a click on a row that has just changed says what its rate is now', () => {
  const toast = { tell: vi.fn() }
  const { tellChanged } = createRowActions({ toast } as never)
  const risen: PostedLoad = { ...load, rate: { cents: 157_000, basis: 'flat' } }

  tellChanged({ ...row, load: risen, changedAt: performance.now() })
  expect(toast.tell).toHaveBeenLastCalledWith('Nothing was done', 'Rate is now $1,570. Look at it again.')
  tellChanged({ ...row, load: risen })
  expect(toast.tell).toHaveBeenLastCalledWith(
    'Nothing was done',
    'The board changed this row meanwhile. Look at it again.',
  )
})

test('a send without proof says whether the board has just changed the rate of its row', async () => {
  const ask = vi.fn(async (_inquiry: unknown, _isChanged: boolean) => undefined)
  const client = { state: () => ({ account: null, inquiries: {} }), ask }
  const rows = { isInRow: () => true, isCurrent: () => true }
  const deps = { client, panel: { close: vi.fn() }, toast: {}, rows, truckOf: () => undefined }
  const { send } = createRowActions(deps as never)

  const now = performance.now()
  for (const changed of [row, { ...row, changedAt: now }, { ...row, changedAt: now - 60_000 }])
    await send(changed, 't1', {}, Promise.resolve(false))

  expect(ask.mock.calls.map(([, isChanged]) => isChanged)).toEqual([false, true, false])
})

test.each([
  ['PHONE', 'own', true],
  ['EMAIL', 'own', true],
  ['SAVED', 'own', false],
  ['PHONE', 'mate', false],
])('[D12.11] with a %s mark of %s, as of another device, the menu offers outcomes: %s', (type, userId, hasOutcomes) => {
  const marks = [{ ...markKeysOf('salt', load), type, userId }]
  const state = {
    account: { userType: 'carrier', templates: [] },
    inquiries: {},
    notes: {},
    marks: { salt: 'salt', ownUserId: 'own', marks },
  }
  const open = vi.fn()
  const actions = { watchLoad: () => () => true }
  const menu = createRowMenu({ client: { state: () => state }, panel: { open }, viewOf: () => ({}), actions } as never)

  menu.open({ load, controls: {} } as Row)

  const shown = open.mock.calls.flat().map((button) => button?.querySelector?.('span')?.textContent)
  for (const label of Object.values(outcomeLabels)) expect(shown.includes(label)).toBe(hasOutcomes)
})

test.each([
  ['carrier', 'Other templates appear here and, once you emailed or called, the outcomes.'],
  ['broker', 'Other templates appear here.'],
])('[3.10] the empty menu tells a %s: %s', (userType, text) => {
  const state = {
    account: { userType, templates: [] },
    inquiries: {},
    notes: {},
    marks: { salt: 'salt', ownUserId: 'own', marks: [] },
  }
  const open = vi.fn()
  const actions = { watchLoad: () => () => true }
  const menu = createRowMenu({ client: { state: () => state }, panel: { open }, viewOf: () => ({}), actions } as never)

  menu.open({ load, controls: {} } as Row)

  expect(open.mock.calls.flat().map((part) => part?.textContent)).toContain(text)
})

function trustedKey(key: string, timeStamp: number): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key })
  Object.defineProperties(event, { isTrusted: { value: true }, timeStamp: { value: timeStamp } })
  return event
}

test('a question that comes late takes no focus from a field, so that a space answers nothing', () => {
  const panel = document.body.appendChild(document.createElement('div'))
  const show = (part: HTMLElement, ...content: Node[]) => part.replaceChildren(...content)
  const { openLate } = createPanel({ create: () => panel, show, hide: vi.fn(), isHost: () => false, remove: vi.fn() })
  const { form } = questionForm('You emailed about this load. Email as well?', 169_500)
  expect(form.querySelector('button')?.textContent).toMatch(/^Send anyway, \$1,695/)
  const search = document.body.appendChild(document.createElement('input'))

  search.focus()
  openLate(search, form)
  expect(document.activeElement).toBe(search)
  search.blur()
  openLate(search, form)
  expect(document.activeElement).toBe(panel)
})

test('a letter of the menu chooses, and a shortcut of the browser with that letter does not', () => {
  const panel = document.body.appendChild(document.createElement('div'))
  const show = (part: HTMLElement, ...content: Node[]) => part.replaceChildren(...content)
  const { open } = createPanel({ create: () => panel, show, hide: vi.fn(), isHost: () => false, remove: vi.fn() })
  const choice = document.createElement('button')
  choice.dataset['letter'] = 'd'
  const onChoice = vi.fn()
  choice.addEventListener('click', onChoice)
  open(document.body, choice)

  for (const modifier of ['altKey', 'ctrlKey', 'metaKey']) {
    const shortcut = trustedKey('d', 1)
    Object.defineProperty(shortcut, modifier, { value: true })
    panel.dispatchEvent(shortcut)
  }
  expect(onChoice).not.toHaveBeenCalled()
  panel.dispatchEvent(trustedKey('d', 2))
  expect(onChoice).toHaveBeenCalledOnce()
})
