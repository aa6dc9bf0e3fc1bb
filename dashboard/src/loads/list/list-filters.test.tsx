import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildLoad, loadServer } from '../../testing/load-fixtures.ts'
import { renderApp, signInAs } from '../../testing/render.tsx'

beforeEach(() => {
  signInAs('Maria')
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600) // tests have no layout
})

const loads = [buildLoad(1), buildLoad(2, { status: 'negotiating' }), buildLoad(3, { status: 'negotiating' })]

async function openList(address = '/load', saved = loads) {
  const server = loadServer(saved)
  const app = renderApp(address, server.api)
  await screen.findByRole('table', { name: 'Loads' })
  const lastQuery = () => server.state.queries.filter((query) => !('after' in query)).at(-1)
  return { ...server, ...app, lastQuery }
}

test('search, filters, order and columns are in the URL and in the request', async () => {
  const { address, lastQuery } = await openList('/load?equipment=van,reefer&pickup=2026-11-20_2026-11-23&minRpm=250')

  expect(lastQuery()).toEqual({
    equipment: 'van,reefer',
    pickupFrom: '2026-11-20',
    pickupUntil: '2026-11-23',
    minRpm: '250',
    limit: '200',
  })
  expect(screen.getByRole('button', { name: 'Pickup Nov 20 to Nov 23' })).toBeTruthy()
  await userEvent.keyboard('/Joliet')
  await waitFor(() => expect(address()).toContain('search=Joliet'))
  await userEvent.click(screen.getByRole('button', { name: 'Rate' }))
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({ search: 'Joliet', sort: 'rate', descending: 'true', equipment: 'van,reefer' }),
  )
  expect(address()).toContain('search=Joliet&sort=-rate')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(address()).toBe('/load?sort=-rate'))
})

test('a tab filters the list and shows its count', async () => {
  const { address } = await openList()

  const tab = await screen.findByRole('link', { name: /Negotiating\s*2/ })
  await userEvent.click(tab)
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
  expect(address()).toBe('/load?status=negotiating')
  expect(tab.getAttribute('aria-current')).toBe('page')
})

test('unknown values in the URL count as no filter', async () => {
  const { lastQuery } = await openList('/load?status=lost&minRpm=x&pickup=someday&sort=luck&columns=age,nope')

  expect(lastQuery()).toEqual({ limit: '200' })
})

test('a view keeps filters, order and columns under a name that can be changed and deleted', async () => {
  const { state, address } = await openList('/load?status=contacted&sort=-rpm')

  await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'View name' }), 'all{Enter}')
  expect(await screen.findByText('Another view has this name. Choose a different one.')).toBeTruthy()
  await userEvent.clear(screen.getByRole('textbox', { name: 'View name' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'View name' }), 'Best waiting{Enter}')
  await waitFor(() => expect(state.views).toEqual([{ name: 'Best waiting', query: 'status=contacted&sort=-rpm' }]))
  const tab = await screen.findByRole('link', { name: /Best waiting/ })
  expect(tab.getAttribute('aria-current')).toBe('page')

  await userEvent.click(screen.getByRole('button', { name: 'Change the view Best waiting' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete view' }))
  await waitFor(() => expect(state.views).toEqual([]))
  expect(address()).toBe('/load?status=contacted&sort=-rpm')
})

test('columns are chosen from a menu', async () => {
  const { address } = await openList()

  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const menu = await screen.findByRole('menu', { name: 'Columns' })
  await userEvent.click(within(menu).getByRole('menuitemcheckbox', { name: 'Pickup' }))
  await userEvent.click(within(menu).getByRole('menuitemcheckbox', { name: 'Board' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('columnheader', { name: 'Pickup' })).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Board' })).toBeNull()
  expect(address()).toContain('columns=')
})

test('of 5,000 loads only those near the ones in sight are rendered, and all are counted', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => buildLoad(index + 1))
  const { state } = await openList('/load', many)

  const table = screen.getByRole('table', { name: 'Loads' })
  await waitFor(() => expect(table.getAttribute('aria-rowcount')).toBe('5001'))
  await waitFor(() => expect(state.queries.length).toBeGreaterThan(4))
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
  await userEvent.keyboard('{End}')
  expect(Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'))).toBeGreaterThan(1000)
})

test('without loads the page says where they come from', async () => {
  renderApp('/load', loadServer([]).api)

  expect(await screen.findByRole('heading', { name: 'No saved loads yet' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull()
})

test('when no load matches, one button clears search and filters', async () => {
  const { address } = await openList()

  await userEvent.keyboard('/nowhere')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await screen.findByRole('table', { name: 'Loads' })
  expect(address()).toBe('/load')
})

test('a failure keeps the head of the page and can be tried again', async () => {
  let isDown = true
  const { api } = loadServer(loads)
  const listLoads: NonNullable<typeof api.loads>['listLoads'] = async (input) => {
    if (isDown) throw new Problem('too-many', 'Wait a moment.')
    return (await api.loads?.listLoads?.(input)) ?? { loads: [], next: null }
  }
  renderApp('/load', { ...api, loads: { ...api.loads, listLoads } })

  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'My loads' })).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Loads' })).toBeTruthy()
})
