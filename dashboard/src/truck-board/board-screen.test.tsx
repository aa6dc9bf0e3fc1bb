import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monday } from '../testing/handover-fixtures.ts'
import { renderApp, signInAs } from '../testing/render.tsx'
import { buildAsk, buildRow, lena, nothingToTakeBack, ray, truckBoardServer } from '../testing/truck-board-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(monday) })
  signInAs('Maria')
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600) // tests have no layout
})
afterEach(() => vi.useRealTimers())

const abdi = buildRow(112, {
  truck: { name: '112 Abdi', place: null, emptyAt: null, driveMinutes: null, isCurrent: false },
  absence: { from: '2026-11-23', until: '2026-11-27', note: 'In the shop' },
})
const cole = buildRow(115, {
  truck: {
    name: '115 Cole',
    equipment: 'reefer',
    place: { city: 'Fresno', state: 'CA' },
    emptyAt: '2026-11-25T15:00:00.000Z',
  },
})

async function openBoard(
  held: Parameters<typeof truckBoardServer>[0] = {},
  address = '/trucks',
  trucksAmount?: number,
) {
  const server = truckBoardServer({ trucks: [ray, lena, abdi, cole], ...held }, trucksAmount)
  const app = renderApp(address, server.api)
  await screen.findByRole('button', { name: 'More' }) // the board is loaded
  await waitFor(() => expect(server.state.trucks.length === 0 || document.querySelector('[data-truck]')).toBeTruthy())
  return { ...server, ...app }
}

const rowOf = (name: string) => {
  const row = screen.getByRole('button', { name }).closest('tr')
  if (!row) throw new Error(`no row of ${name}`)
  return within(row)
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('button')[0]?.textContent)
const press = (keys: string) => userEvent.keyboard(keys)

/** Opens the board in a window of a phone's width, and returns what widens it. */
async function openOnPhone() {
  const listeners = new Set<() => void>()
  let isPhone = true
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      media: query,
      matches: isPhone && query.includes('640px'),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
      addEventListener: (_: string, listen: () => void) => void listeners.add(listen),
      removeEventListener: (_: string, listen: () => void) => void listeners.delete(listen),
    }),
  )
  await openBoard()
  return () =>
    act(() => {
      isPhone = false
      for (const listen of listeners) listen()
    })
}

test('[D12.13] a board that was as narrow as a phone shows its trucks once it is wider', async () => {
  const widen = await openOnPhone()
  expect(screen.queryByRole('table')).toBeNull()
  widen()
  expect(names().slice(0, 4)).toEqual(['107 Lena', '104 Ray', '115 Cole', '112 Abdi'])
})

test('[D12.13] a truck shows place, empty time in its zone, hours, week, asks and last answer', async () => {
  await openBoard()

  const texts = rowOf('104 Ray')
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(texts).toEqual([
    '104 RayVVan',
    'Olathe, KSTyped',
    'Today6:30 PM CST',
    '7h 10m',
    '',
    '12$15,620',
    '$1,7502.82/mi',
    '2h 08m3 due',
    'Countered $1,625Northgate Produce · 4m',
  ])
  expect(rowOf('104 Ray').getByRole('img').getAttribute('aria-label')).toBe('Mon empty that day, Tue to Sun empty')
  expect(rowOf('107 Lena').getByText('From delivery Q48170')).toBeTruthy()
  expect(rowOf('107 Lena').getByText('since 2:40 PM EST')).toBeTruthy()
  expect(rowOf('107 Lena').getByText('1h 05m').className).toContain('warning')
  expect(rowOf('115 Cole').getByText('Wed')).toBeTruthy()
  expect(rowOf('115 Cole').getByText('7 AM PST')).toBeTruthy()
  expect(rowOf('112 Abdi').getByText('Place not set')).toBeTruthy()
  expect(rowOf('112 Abdi').getByText('In the shop until Fri, Nov 27')).toBeTruthy()
  expect(screen.getByText(/4 trucks,/).closest('p')?.textContent).toContain(
    '4 trucks, 2 empty today, 12 open asks for $15,620',
  )
})

test('[D13.31] a link opens what to take back of a booked truck, and closing forgets it', async () => {
  const { address } = await openBoard({}, `/trucks?take-back=${lena.truck.id}`)
  expect(await screen.findByRole('dialog', { name: '107 Lena is booked. Take back the rest' })).toBeTruthy()
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/trucks')
})

test('[D12.13] what is empty first comes first, and a click on a head sorts by its column', async () => {
  const { address } = await openBoard()

  expect(names()).toEqual(['107 Lena', '104 Ray', '115 Cole', '112 Abdi'])
  await userEvent.click(screen.getByRole('button', { name: 'Truck' }))
  await waitFor(() => expect(names()).toEqual(['104 Ray', '107 Lena', '112 Abdi', '115 Cole']))
  await userEvent.click(screen.getByRole('button', { name: 'Truck' }))
  await waitFor(() => expect(names()).toEqual(['115 Cole', '112 Abdi', '107 Lena', '104 Ray']))
  expect(address()).toBe('/trucks?sort=-truck')
})

test('[D12.13] tabs count the trucks of a day, without asks and of a class, and the URL keeps the tab', async () => {
  const { address } = await openBoard()

  const tabs = within(screen.getByRole('navigation', { name: 'Views' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'AllAll4',
    'Empty todayToday2',
    'Empty tomorrowTomorrow0',
    'No asksNo asks3',
    'ReefersReefers2',
    'VansVans2',
  ])
  await userEvent.click(tabs.getByRole('link', { name: /Reefers/ }))
  await waitFor(() => expect(names()).toEqual(['107 Lena', '115 Cole']))
  expect(address()).toBe('/trucks?tab=reefer')
  await userEvent.click(tabs.getByRole('link', { name: /Empty tomorrow/ }))
  expect(await screen.findByText('No results')).toBeTruthy()
})

test('[D12.13] Enter opens the asks of a truck; one key records what came of one, and U undoes it', async () => {
  const asks = [buildAsk(3, { truckIds: [ray.truck.id, lena.truck.id] }), buildAsk(4)]
  const { calls } = await openBoard({ asks: { [ray.truck.id]: asks } })

  await press('jj{Enter}')
  const drawer = within(await screen.findByRole('dialog', { name: '104 Ray' }))
  const list = await drawer.findByRole('list', { name: 'Open asks' })
  const [first] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toContain('also asked for 107 Lena')
  expect(first?.textContent).toContain('due, 30m')
  expect(within(list).getByRole('link', { name: '(555) 010-0103' }).getAttribute('href')).toBe('tel:5550100103')

  await press('jv')
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  expect(calls.changeLoads).toHaveBeenCalledExactlyOnceWith({
    body: { ids: [asks[1]?.loadId], change: { kind: 'outcome', outcome: 'covered' } },
  })
  await press('u')
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2))
  expect(calls.undoLoadChange).toHaveBeenCalledOnce()
})

test('[D13.31] B books the truck with one of its asks at a rate, then shows what to take back', async () => {
  const asks = [buildAsk(3), buildAsk(4)]
  const ready = [{ ask: buildAsk(3), to: 'desk@broker3.example', withdrawal: null, callReason: null }]
  const takeBack = { ...nothingToTakeBack, ready, text: 'Our truck in Olathe, KS is booked, thank you.' }
  const { calls } = await openBoard({ asks: { [ray.truck.id]: asks }, takeBack })

  await press('jjb')
  await userEvent.selectOptions(await screen.findByLabelText('Load'), asks[1]?.loadId ?? '')
  await userEvent.clear(screen.getByLabelText('Booked at'))
  await userEvent.type(screen.getByLabelText('Booked at'), '1,250{Enter}')

  expect(await screen.findByText('Withdrawals ready')).toBeTruthy()
  expect(calls.bookTruck).toHaveBeenCalledExactlyOnceWith({
    params: { id: ray.truck.id },
    body: { loadId: asks[1]?.loadId, after: null, cents: 125_000 },
  })
})

test('[D13.31] a booking names the load that the truck was seen with, and can be ended', async () => {
  const asks = { ...ray.asks, count: 1 }
  const { calls } = await openBoard({ trucks: [ray, { ...lena, asks }], asks: { [lena.truck.id]: [buildAsk(3)] } })

  await press('jb')
  const dialog = await screen.findByRole('dialog', { name: 'Book 107 Lena' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Book 107 Lena' }))

  await waitFor(() => expect(calls.bookTruck).toHaveBeenCalledOnce())
  expect(calls.bookTruck.mock.calls[0]?.[0].body.after).toBe(lena.booking?.loadId)
  await userEvent.click(await screen.findByRole('button', { name: 'Not booked' }))
  await waitFor(() => expect(calls.cancelBooking).toHaveBeenCalledExactlyOnceWith({ params: { id: lena.truck.id } }))
})

test('[D12.13] P changes place and empty time, and N says on which days a truck is not available', async () => {
  const { calls } = await openBoard()

  await press('jjp')
  const place = await screen.findByLabelText<HTMLInputElement>('Empty in')
  await userEvent.clear(place)
  await userEvent.type(place, 'Topeka, KS')
  await userEvent.click(screen.getByRole('button', { name: 'Save truck' }))
  await waitFor(() => expect(calls.saveTrucks).toHaveBeenCalledOnce())
  expect(await rowOf('104 Ray').findByText('Topeka, KS')).toBeTruthy()

  await press('n')
  const dialog = within(await screen.findByRole('dialog', { name: '104 Ray is not available' }))
  await userEvent.type(dialog.getByLabelText('Why'), 'In the shop')
  await userEvent.click(dialog.getByRole('button', { name: 'Save days' }))
  await waitFor(() =>
    expect(calls.setAbsence).toHaveBeenCalledExactlyOnceWith({
      params: { id: ray.truck.id },
      body: { absence: { from: '2026-11-23', until: '2026-11-24', note: 'In the shop' } },
    }),
  )
})

test('[D12.13] asks that named no truck have a row of their own', async () => {
  await openBoard({ withoutTruck: { ...ray.asks, count: 3 }, asks: { none: [buildAsk(5, { truckIds: [] })] } })

  await userEvent.click(screen.getByRole('button', { name: 'No truck' }))
  const drawer = await screen.findByRole('dialog', { name: 'No truck' })
  expect(await within(drawer).findByText('Broker 5')).toBeTruthy()
})

test('[D12.13] a carrier with one truck sees the truck with its asks below, without table and tabs', async () => {
  const { calls } = await openBoard({ trucks: [ray], asks: { [ray.truck.id]: [buildAsk(3), buildAsk(4)] } })

  expect(await screen.findByRole('list', { name: 'Open asks' })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull()
  expect(screen.getByText('Today 6:30 PM CST')).toBeTruthy()
  await press('ja')
  await waitFor(() => expect(calls.changeLoads).toHaveBeenCalledOnce())
})

test('[D12.13] without trucks the page offers to add or paste them', async () => {
  await openBoard({ trucks: [] })

  expect(screen.getByText('No trucks yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add a truck' }))
  expect(await screen.findByRole('dialog', { name: 'Add a truck' })).toBeTruthy()
})

test('[D12.13] of 300 trucks only those near the ones in sight are rendered, but all are printed', async () => {
  await openBoard({ trucks: Array.from({ length: 300 }, (_, index) => buildRow(index)) }, '/trucks', 300)

  expect(screen.getAllByRole('row').length).toBeLessThan(40)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getAllByRole('row')).toHaveLength(301)
})

test('[D12.13] a search finds trucks by name, place and equipment', async () => {
  await openBoard({ trucks: [lena, ...Array.from({ length: 11 }, (_, index) => buildRow(index))] })

  await press('/atlanta reefer')
  await waitFor(() => expect(names()).toEqual(['107 Lena']))
})
