import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { expect, test, vi } from 'vitest'
import type { Floating } from '../controls/floating.ts'
import type { RowView } from '../controls/row-view.ts'
import type { Row } from './board-rows.ts'
import { createRowCard } from './row-card.ts'

const load: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'DL1',
  origin: { city: 'Aurora', state: 'IL' },
  dest: { city: 'Memphis', state: 'TN' },
}
const viewWith = (ask: string): RowView => ({
  ask: { text: ask, tone: 'rest' },
  main: { label: 'Email', icon: 'mail', tone: 'rest', title: `asking ${ask}`, action: { send: 't1' } },
})

/** Opens the card of a row whose template asks for this. */
async function openCard(userType: 'carrier' | 'broker', ask: string) {
  const part = document.body.appendChild(document.createElement('div'))
  const isOpen = () => part.isConnected && part.childNodes.length > 0
  vi.spyOn(part, 'matches').mockImplementation(isOpen)
  const floating = {
    create: () => part,
    show: (_: HTMLElement, ...content: Node[]) => part.replaceChildren(...content),
    hide: () => part.replaceChildren(),
  } as unknown as Floating
  const bar = document.createElement('div')
  const element = document.body.appendChild(document.createElement('div'))
  const row = { element, load, controls: { bar }, view: viewWith(ask) } as unknown as Row
  let described = ask
  const client = {
    state: () => ({ account: { userType, templates: [{ id: 't1', isDefault: true }] } }),
    describe: async () => ({
      title: 'Aurora, IL → Memphis, TN',
      template: 'Van',
      ask: described,
      truckId: described === '$1,540' ? 'lena' : null,
      check: null,
      notes: [],
      lines: [{ label: 'Posted rate', value: described }],
    }),
  }
  const deps = { client: client as never, viewOf: (of: Row) => of.view ?? {}, onClick: vi.fn(), bars: () => [] }
  const card = createRowCard(floating, deps)
  card.openNow(row)
  await vi.waitFor(() => expect(part.textContent).toContain(ask))
  return {
    card,
    row,
    part,
    changeTemplate(next: string, view = viewWith(next)) {
      described = next
      row.view = view
      card.update(row)
    },
  }
}

test('[D12.16] an open card follows its template, and does nothing while it shows another price', async () => {
  const { card, row, part, changeTemplate } = await openCard('carrier', '$1,540')
  expect(card.current()).toBe(row)
  expect(card.truckOf(row)).toBe('lena')

  changeTemplate('$1,620')

  expect(card.current()).toBeUndefined()
  expect(card.truckOf(row)).toBeUndefined()
  await vi.waitFor(() => expect(part.textContent).toContain('Email $1,620'))
  expect(part.textContent).not.toContain('$1,540')
  expect(card.current()).toBe(row)
})

test.each([
  ['carrier', ['email', 'edit']],
  ['broker', ['email']],
] as const)('the card of a %s offers what they can do with the load', async (userType, parts) => {
  const { part } = await openCard(userType, '$1,540')

  const offered = [...part.querySelectorAll<HTMLElement>('.actions [data-part]')]
  expect(offered.map(({ dataset }) => dataset['part'])).toEqual(parts)
})

test('the card says what a click does, where the row says what a teammate did', async () => {
  const { part, changeTemplate } = await openCard('carrier', '$1,540')
  const main = { icon: 'users', tone: 'warning', title: '', label: 'Owen, 6m' } as const
  changeTemplate('$1,620', { main: { ...main, action: { confirm: 't1', question: 'Email as well?' } } })

  await vi.waitFor(() => expect(part.textContent).toContain('Email $1,620'))
  expect(part.textContent).toContain('Eemail')
  expect(part.textContent).not.toContain('Owen, 6m')
})

test('a card whose row changes right after the pointer left it closes all the same', async () => {
  const { card, part, changeTemplate } = await openCard('carrier', '$1,540')
  card.closeSoon()
  changeTemplate('$1,620')

  await vi.waitFor(() => expect(part.textContent).toBe(''))
})

test('the card of a row closes when its load is gone from the page', async () => {
  const { card, row } = await openCard('carrier', '$1,540')
  card.onRemoved({ ...row })
  expect(card.current()).toBe(row)

  card.onRemoved(row)
  expect(card.current()).toBeUndefined()
})

test('J and K go on from the row that the user worked on last, while it is on the screen', async () => {
  const { card, row } = await openCard('carrier', '$1,540')
  const next = { ...row, element: document.body.appendChild(document.createElement('div')), load: { ...load } } as Row
  const place = vi.spyOn(next.element, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 1000, 40))
  card.openNow(next)
  await vi.waitFor(() => expect(card.last()).toEqual({ row: next, top: 100 }))

  place.mockReturnValue(new DOMRect(0, -100, 1000, 40))
  expect(card.last()).toEqual({ row: undefined, top: 100 })
})

test('a card stays with its row, moves with it, and closes when the user scrolls', async () => {
  const { card, row, part } = await openCard('carrier', '$1,540')
  const show = vi.spyOn(part, 'replaceChildren')
  card.onScroll()
  card.follow()
  expect([card.current(), show.mock.calls.length]).toEqual([row, 0])

  vi.spyOn(row.element, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 60, 1000, 40))
  card.follow()
  await vi.waitFor(() => expect(show).toHaveBeenCalledOnce())
  card.onScroll()
  expect(card.current()).toBe(row)

  vi.spyOn(row.element, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 20, 1000, 40))
  card.onScroll()
  expect(card.current()).toBeUndefined()
})
