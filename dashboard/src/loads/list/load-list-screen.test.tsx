import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildLoad, loadServer, people } from '../../testing/load-fixtures.ts'
import { serveMapData } from '../../testing/map-data.ts'
import { renderApp, signInAs } from '../../testing/render.tsx'

beforeEach(() => {
  serveMapData()
  signInAs('Maria')
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600) // tests have no layout
})

const atlanta = {
  pickupDay: '2026-11-21',
  origin: { city: 'Atlanta', state: 'GA' },
  dest: { city: 'Charlotte', state: 'NC' },
}
const three = [
  buildLoad(6, { facts: { ...buildLoad(6).facts, ...atlanta } }),
  buildLoad(64, { status: 'negotiating', note: 'Call after 3 PM' }),
  buildLoad(130, { status: 'saved', askCents: null, userId: people[1]?.userId ?? '' }),
]

const byStatus = [buildLoad(1), buildLoad(2, { status: 'negotiating' }), buildLoad(3, { status: 'negotiating' })]

async function openList(loads = three, address = '/load') {
  const server = loadServer(loads)
  const app = renderApp(address, server.api)
  await screen.findByRole('table', { name: 'Loads' })
  const lastQuery = () => server.state.queries.filter((query) => !('after' in query)).at(-1)
  return { ...server, ...app, lastQuery }
}

const rows = () => screen.getAllByRole('row').slice(1)
const row = (index: number) => {
  const found = rows()[index]
  if (!found) throw new Error(`no row ${index}`)
  return within(found)
}
const focusedRow = () => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')

test('[2.9] My loads lists loads with age, lane, miles, rates, ask, broker, board, person and status', async () => {
  await openList()

  expect(screen.getByText('3 loads, $5,000 asked on 2 of them')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'My loads 3' })).getAttribute('href')).toBe('/load')
  const texts = row(0)
    .getAllByRole('cell')
    .slice(1)
    .map(({ textContent }) => textContent)
  expect(texts).toEqual([
    '6m',
    'Atlanta, GA→',
    'Charlotte, NC',
    'Nov 21',
    '926',
    '45',
    '$2,315',
    '2.50',
    '2.38',
    '$2,500',
    'VVan',
    'Quillon Logistics',
    'DDAT One',
    'MDMaria Delgado',
    'Contacted',
  ])
  expect(row(1).getByText('1h 04m')).toBeTruthy()
  expect(row(1).getByRole('button', { name: 'Note: Call after 3 PM' })).toBeTruthy()
  expect(row(0).getByRole('link', { name: 'Atlanta, GA to Charlotte, NC' }).getAttribute('href')).toBe(
    `/loadinfo/${three[0]?.id}`,
  )
})

test('J, K, Home and End move between rows, X selects, Shift+X a range, and Escape clears', async () => {
  await openList(Array.from({ length: 5 }, (_, index) => buildLoad(index + 1)))

  await userEvent.keyboard('j')
  expect(focusedRow()).toBe('2')
  await userEvent.keyboard('xjj')
  expect(focusedRow()).toBe('4')
  await userEvent.keyboard('X')
  expect(screen.getByRole('toolbar', { name: 'Selected loads' }).textContent).toContain('3 selected')
  await userEvent.keyboard('k{End}')
  expect(focusedRow()).toBe('6')
  await userEvent.keyboard('{Home}')
  expect(focusedRow()).toBe('2')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('toolbar', { name: 'Selected loads' })).toBeNull()
})

test('Enter opens the load, and the list comes back with its row', async () => {
  const { router } = await openList()

  await userEvent.keyboard('jj{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/loadinfo/${three[1]?.id}`))
  await router.navigate(-1)
  await screen.findByRole('table', { name: 'Loads' })
  await waitFor(() => expect(focusedRow()).toBe('3'))
})

test('E opens the load to write an email', async () => {
  const { address } = await openList()

  await userEvent.keyboard('je')
  await waitFor(() => expect(address()).toBe(`/loadinfo/${three[0]?.id}?compose=1`))
})

test('[D5.2] one key sets the status of the row, and U puts it back', async () => {
  const { state } = await openList()

  await userEvent.keyboard('j3')
  expect(await row(0).findByText('Replied')).toBeTruthy()
  await waitFor(() => expect(state.loads[0]?.status).toBe('replied'))
  await screen.findByText('1 load: Replied')
  await userEvent.keyboard('u')
  expect(await row(0).findByText('Contacted')).toBeTruthy()
  await waitFor(() => expect(state.loads[0]?.status).toBe('contacted'))
})

test('[D5.2] a click on the status shows all seven and sets one', async () => {
  const { state } = await openList()

  await userEvent.click(row(0).getByRole('button', { name: 'Contacted' }))
  const menu = await screen.findByRole('menu', { name: 'Status' })
  const labels = within(menu)
    .getAllByRole('menuitemradio')
    .map(({ textContent }) => textContent?.replace(/\d$/, ''))
  expect(labels).toEqual(['Saved', 'Contacted', 'Replied', 'Negotiating', 'Booked', 'Declined', 'Covered'])
  await userEvent.click(within(menu).getByRole('menuitemradio', { name: /Covered/ }))
  await waitFor(() => expect(state.loads[0]?.status).toBe('gone'))
})

test('[D5.2] the status of all selected loads changes at once, and the toast undoes it', async () => {
  const { state } = await openList(three.slice(0, 2))

  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await userEvent.click(screen.getByRole('button', { name: 'Set status' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Booked/ }))
  await waitFor(() => expect(state.loads.map(({ status }) => status)).toEqual(['booked', 'booked']))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(state.loads.map(({ status }) => status)).toEqual(['contacted', 'negotiating']))
})

test('[D5.2] all loads of a filter are selected, changed in batches of 500 and undone at once', async () => {
  const many = Array.from({ length: 1_402 }, (_, index) => buildLoad(index + 1))
  const { state } = await openList(many, '/load?status=contacted')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))

  await userEvent.click(screen.getByRole('button', { name: 'Select all 1,402' }))
  expect(await screen.findByText('1,402 selected')).toBeTruthy()
  await userEvent.keyboard('5')
  expect(await screen.findByText('1,402 loads: Booked')).toBeTruthy()
  expect(state.batches).toEqual([500, 500, 402])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone for 1,402 loads')).toBeTruthy()
  expect(state.loads.filter(({ status }) => status !== 'contacted')).toEqual([])
})

test('a change that fails after its first batch says how far it came, and can be undone', async () => {
  const many = Array.from({ length: 502 }, (_, index) => buildLoad(index + 1))
  const server = loadServer(many)
  const answer = server.api.loads?.changeLoads
  server.api.loads = {
    ...server.api.loads,
    changeLoads: async (input) => {
      if (server.state.batches.length === 1 || !answer) throw new Problem('unavailable', "We can't reach the server.")
      return answer(input)
    },
  }
  renderApp('/load', server.api)
  await screen.findByRole('table', { name: 'Loads' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  const all = screen.queryByRole('button', { name: 'Select all 502' })
  if (all) await userEvent.click(all)
  await screen.findByText('502 selected')

  await userEvent.keyboard('5')
  expect(await screen.findByText("500 of 502 loads: Booked. We can't reach the server.")).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone for 500 loads')).toBeTruthy()
})

test('[D12.11] B asks at what rate a load was booked, with the ask filled in', async () => {
  const { state } = await openList()

  await userEvent.keyboard('jb')
  const rate = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Booked at' })
  expect(rate.value).toBe('2500')
  await userEvent.clear(rate)
  await userEvent.type(rate, '$2,450{Enter}')
  await waitFor(() => expect(state.loads[0]?.outcome).toMatchObject({ kind: 'booked', cents: 245_000 }))
  expect(await row(0).findByText('Booked')).toBeTruthy()
})

test('[D12.11] V, D and A record that a load is covered, declined or unanswered', async () => {
  const { state } = await openList([buildLoad(1), buildLoad(2), buildLoad(3)])

  await userEvent.keyboard('jvjdja')
  await waitFor(() =>
    expect(state.loads.map(({ status, outcome }) => [status, outcome?.kind])).toEqual([
      ['gone', 'covered'],
      ['refused', 'declined'],
      ['contacted', 'no-answer'],
    ]),
  )
})

test('N notes something, which a closed popover keeps until it is added', async () => {
  const { state } = await openList()

  await userEvent.keyboard('jn')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Needs two straps')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull())
  expect(Object.values(localStorage).join()).toContain('Needs two straps') // It outlives a reload.
  await userEvent.keyboard('n')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })).value).toBe('Needs two straps')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(state.loads[0]?.note).toBe('Needs two straps'))
})

test('[D6.1] C records a call with the ask; repeated without a response, it is the same call', async () => {
  const recordCall = vi.fn(async (_input: { headers: { 'idempotency-key': string }; body: object }) => {
    throw new Problem('unavailable', 'The server does not respond.')
  })
  renderApp('/load', loadServer(three, { recordCall }).api)
  await screen.findByRole('table', { name: 'Loads' })

  await userEvent.keyboard('jc')
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(recordCall).toHaveBeenCalledTimes(2))
  const [first, second] = recordCall.mock.calls
  expect(first?.[0].body).toEqual({ about: { loadId: three[0]?.id }, askCents: 250_000 })
  expect(second).toEqual(first)
})

test("a teammate's load stays as it is, and says why", async () => {
  const { state } = await openList()

  expect(row(2).queryByRole('button', { name: 'Saved' })).toBeNull()
  await userEvent.keyboard('{End}s5')
  expect(await screen.findAllByText('Only the teammate who saved a load can change it.')).toHaveLength(2)
  expect(screen.queryByRole('menu', { name: 'Status' })).toBeNull()
  expect(state.loads[2]?.status).toBe('saved')
  expect(await row(2).findByText('Saved')).toBeTruthy()
})

test('two changes that fail one after the other are both reversed on the screen', async () => {
  const answers: (() => void)[] = []
  const changeLoads = () =>
    new Promise<never>((_, reject) =>
      answers.push(() => reject(new Problem('unavailable', "We can't reach the server."))),
    )
  const listLoads = vi.fn(loadServer(three).api.loads?.listLoads)
  renderApp('/load', loadServer(three, { changeLoads, listLoads }).api)
  await screen.findByRole('table', { name: 'Loads' })
  listLoads.mockImplementation(() => Promise.reject(new Problem('unavailable', 'x')))

  await userEvent.keyboard('j35')
  expect(await row(0).findByText('Booked')).toBeTruthy()
  for (const index of [0, 1]) {
    await waitFor(() => expect(answers).toHaveLength(index + 1))
    answers[index]?.()
  }
  expect(await row(0).findByText('Contacted')).toBeTruthy()
  expect(await screen.findAllByText("We can't reach the server.")).toHaveLength(2)
})

test('removed loads come back by undo, and the focus goes to the next row', async () => {
  const { state } = await openList()

  await userEvent.keyboard('j{Delete}')
  await screen.findByText('1 load removed')
  expect(state.loads).toHaveLength(2)
  expect(focusedRow()).toBe('2')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test('search, filters, order and columns are in the URL and in the request', async () => {
  const { address, lastQuery } = await openList(
    byStatus,
    '/load?equipment=van,reefer&pickup=2026-11-20_2026-11-23&minRpm=250',
  )

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

test('origin, destination, broker, age and rate are in the URL and in the request', async () => {
  const { address, lastQuery } = await openList(byStatus, '/load?maxAgeHours=24&dest=TX')
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const addFilter = async (name: string) => {
    await isClosed()
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
    return within(await screen.findByRole('dialog', { name }))
  }

  expect(screen.getByRole('button', { name: 'Age Last 24 hours' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Destination TX' })).toBeTruthy()
  const origin = await addFilter('Origin')
  await userEvent.type(origin.getByRole('combobox'), 'Joliet{Enter}')
  expect(origin.getByRole('alert').textContent).toBe(
    'Enter a city and state, such as Joliet, IL, or a state, such as IL',
  )
  await userEvent.type(origin.getByRole('combobox'), ', IL')
  await userEvent.selectOptions(origin.getByRole('combobox', { name: 'Radius' }), '100')
  await userEvent.click(origin.getByRole('button', { name: 'Show loads' }))
  expect(await screen.findByRole('button', { name: 'Origin Joliet, IL +100 mi' })).toBeTruthy()
  await userEvent.type((await addFilter('Broker')).getByRole('textbox'), 'quillon{Enter}')
  expect(await screen.findByRole('button', { name: 'Broker quillon' })).toBeTruthy()
  const rate = await addFilter('Rate')
  await userEvent.type(rate.getByRole('textbox', { name: 'At least, in dollars' }), '$1,500{Enter}')

  expect(await screen.findByRole('button', { name: 'Rate From $1,500' })).toBeTruthy()
  const filter = { origin: 'Joliet, IL', originMiles: '100', dest: 'TX', broker: 'quillon', maxAgeHours: '24' }
  await waitFor(() => expect(lastQuery()).toEqual({ ...filter, minRateCents: '150000', limit: '200' }))
  await isClosed()
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(address()).toBe('/load'))
})

test('[D13.16] a load that two saved names both, with one status that the user can change', async () => {
  const joined = buildLoad(5, { savedBy: people.map(({ userId }) => userId), status: 'booked' })
  await openList([joined])

  const names = people.map(({ name }) => name).join(', ')
  expect(row(0).getByTitle(names).textContent).toContain(names)
  expect(row(0).getByRole('button', { name: 'Booked' })).toBeTruthy()
})

test('at 1440 pixels the columns fit beside a scroll bar of 15 pixels', async () => {
  await openList()

  const besides = 232 + 2 * 24 + 2 * 1 + 15 // the sidebar, the page's margins, the table's borders and its scroll bar
  const { minWidth } = screen.getByRole('table', { name: 'Loads' }).style
  expect(Number.parseInt(minWidth, 10)).toBeLessThanOrEqual(1440 - besides)
})

test('a rate per mile on target is green with the first rows, without another request', async () => {
  await openList()

  expect(row(0).getByTitle('On target').textContent).toBe('2.50')
  expect(row(2).getByTitle('On target')).toBeTruthy()
})

test('a tab filters the list and shows its count', async () => {
  const { address } = await openList(byStatus)

  const tab = await screen.findByRole('link', { name: /Negotiating\s*2/ })
  await userEvent.click(tab)
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
  expect(address()).toBe('/load?status=negotiating')
  expect(tab.getAttribute('aria-current')).toBe('page')
})

test('unknown values in the URL count as no filter', async () => {
  const { lastQuery } = await openList(byStatus, '/load?status=lost&minRpm=x&pickup=someday&sort=luck&columns=age,nope')

  expect(lastQuery()).toEqual({ limit: '200' })
})

test('a view keeps filters, order and columns under a name that can be changed and deleted', async () => {
  const { state, address } = await openList(byStatus, '/load?status=contacted&sort=-rpm')

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
  const { address } = await openList(byStatus)

  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const menu = await screen.findByRole('menu', { name: 'Columns' })
  await userEvent.click(within(menu).getByRole('menuitemcheckbox', { name: 'Reference' }))
  await userEvent.click(within(menu).getByRole('menuitemcheckbox', { name: 'Board' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('columnheader', { name: 'Reference' })).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Board' })).toBeNull()
  expect(address()).toContain('columns=')
})

test('of 5,000 loads only those near the ones in sight are rendered, and all are counted', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => buildLoad(index + 1))
  const { state } = await openList(many)

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
  const { address } = await openList(byStatus)

  await userEvent.keyboard('/nowhere')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await screen.findByRole('table', { name: 'Loads' })
  expect(address()).toBe('/load')
})

test('a failure keeps the head of the page and can be tried again', async () => {
  let isDown = true
  const { api } = loadServer(byStatus)
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
