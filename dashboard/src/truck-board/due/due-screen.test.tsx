import type { DueCalls } from '@loadping/contract/truck-board/truck-board'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monday } from '../../testing/handover-fixtures.ts'
import { renderApp, signInAs } from '../../testing/render.tsx'
import { buildAsk, lena, ray, truckBoardServer } from '../../testing/truck-board-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(monday) })
  signInAs('Maria')
})
afterEach(() => vi.useRealTimers())

const asks = [buildAsk(9), buildAsk(5), buildAsk(3)]

async function openDue(held: Partial<DueCalls> = {}, address = '/trucks/due') {
  const due: DueCalls = { dueMinutes: 20, due: asks, later: [], nextDueAt: null, ...held }
  const server = truckBoardServer({ trucks: [ray, lena], due })
  const app = renderApp(address, server.api)
  await screen.findByRole('button', { name: /^Due/ }) // the calls are loaded
  return { ...server, ...app }
}

const rows = () =>
  within(screen.getByRole('table', { name: 'Due calls' }))
    .getAllByRole('row')
    .filter((row) => row.dataset['id'])
const companies = () => rows().map((row) => /Broker \d+/.exec(row.textContent)?.[0])
const detail = () => within(screen.getByRole('region', { name: 'The call' }))
const press = (keys: string) => userEvent.keyboard(keys)

test('[D13.10] due asks are lines with broker, lane, phone, truck, ask and age', async () => {
  await openDue()

  expect(await detail().findByText('104 Ray, empty in Olathe, KS, Mon, Nov 23, 6:30 PM CST')).toBeTruthy()
  const cells = within(rows()[0] ?? document.body).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Broker 9Kansas City, MO → to  Memphis, TN',
    '(555) 010-0109',
    '104 Ray',
    '$1,169',
    '1h 30m',
  ])
  expect(screen.getByText('3 asks without an answer for 20 min')).toBeTruthy()
  expect(detail().getByRole('heading', { name: 'Broker 9' })).toBeTruthy()
  expect(detail().getByText('Tue, Nov 24, 9 AM CST')).toBeTruthy()
  expect(detail().getByText('Due again in 20 min')).toBeTruthy()
})

test('[D13.11] the call names the floor that the load costs with its truck', async () => {
  await openDue()
  // 453 miles and 20 empty ones at $1.92 are $908.16; 3 % of $937 are $28.11
  expect(await detail().findByText('$937, below it costs you money')).toBeTruthy()
})

test('[D13.10] one key records what came of the current call and moves on, and U undoes it', async () => {
  const { calls } = await openDue()

  await press('jj')
  expect(detail().getByText('2 of 3')).toBeTruthy()
  await press('d')
  expect(companies()).toEqual(['Broker 9', 'Broker 3'])
  expect(detail().getByRole('heading', { name: 'Broker 3' })).toBeTruthy()
  await waitFor(() =>
    expect(calls.changeLoads).toHaveBeenCalledExactlyOnceWith({
      body: { ids: [asks[1]?.loadId], change: { kind: 'outcome', outcome: 'declined' } },
    }),
  )
  expect(await screen.findByText('Broker 5: Declined')).toBeTruthy()
  await press('u')
  await waitFor(() => expect(companies()).toEqual(['Broker 9', 'Broker 5', 'Broker 3']))
})

test('[D13.10] a countered price is asked for, and recorded with the outcome', async () => {
  const { calls } = await openDue()

  await press('o')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Countered at' })
  await userEvent.clear(field)
  await userEvent.type(field, '1100{Enter}')
  await waitFor(() =>
    expect(calls.changeLoads).toHaveBeenCalledExactlyOnceWith({
      body: { ids: [asks[0]?.loadId], change: { kind: 'outcome', outcome: 'countered', cents: 110_000 } },
    }),
  )
})

test('[D13.10] C calls and records the call; the line stays until its outcome is recorded', async () => {
  const { calls, state } = await openDue()
  calls.recordCall.mockImplementationOnce(async () => {
    state.due = { ...state.due, due: asks.slice(1) } // the call makes it wait again
    return { at: monday, loadId: null }
  })

  await press('c')
  await waitFor(() => expect(calls.listDueCalls).toHaveBeenCalledTimes(2))
  expect(calls.recordCall.mock.calls[0]).toMatchObject([
    { body: { about: { loadId: asks[0]?.loadId }, askCents: 116_900 } },
  ])
  expect(companies()).toEqual(['Broker 9', 'Broker 5', 'Broker 3'])
  expect(detail().getByText('Called. Record what came of it.')).toBeTruthy()
  await press('a')
  await waitFor(() => expect(companies()).toEqual(['Broker 5', 'Broker 3']))
})

test('[D13.10] L sets a time to call back, by choice or typed in the zone of the pickup', async () => {
  const { calls } = await openDue()

  await press('l')
  await userEvent.click(await screen.findByRole('button', { name: 'In 1 h' }))
  await waitFor(() =>
    expect(calls.setCallBack).toHaveBeenLastCalledWith({
      params: { id: asks[0]?.loadId },
      body: { at: '2026-11-23T21:56:00.000Z' },
    }),
  )
  await press('l')
  await userEvent.type(await screen.findByRole('textbox', { name: 'At' }), 'Tue 9 AM{Enter}')
  await waitFor(() => expect(calls.setCallBack).toHaveBeenCalledTimes(2))
  expect(calls.setCallBack.mock.calls[1]).toMatchObject([{ body: { at: '2026-11-24T15:00:00.000Z' } }])
})

test('[D13.10] calls to make later are listed with their time', async () => {
  const at = '2026-11-23T22:00:00.000Z'
  const atNight = { callBackAt: '2026-11-24T02:00:00.000Z', dueAt: '2026-11-24T12:00:00.000Z' }
  await openDue({ later: [buildAsk(6, { callBackAt: at, dueAt: at }), buildAsk(7, atNight)] })

  const later = within(screen.getByRole('table', { name: 'Call back later' }))
  expect(later.getByText('4 PM CST')).toBeTruthy()
  expect(later.getByText('Tue, 6 AM CST')).toBeTruthy()
  expect(screen.getByText('3 asks without an answer for 20 min, 2 to call back later')).toBeTruthy()
})

test('[D13.10] after how long asks are due is chosen from 5 min to 4 h, or off', async () => {
  const { calls } = await openDue()

  await userEvent.click(screen.getByRole('button', { name: 'Due after 20 min' }))
  const choices = await screen.findAllByRole('menuitemradio')
  expect([choices[0]?.textContent, choices.at(-2)?.textContent]).toEqual(['5 min', '4 h'])
  await userEvent.click(screen.getByRole('menuitemradio', { name: /^Off/ }))
  await waitFor(() => expect(calls.saveDueMinutes).toHaveBeenCalledExactlyOnceWith({ body: { minutes: null } }))
})

test('[D13.10] without a due call the page says when the next one is, and shows it then', async () => {
  const { calls, state } = await openDue({ due: [], nextDueAt: new Date(Date.parse(monday) + 500).toISOString() })

  expect(screen.getByText(/^No calls are due. The next one at \d+:56 [AP]M/)).toBeTruthy()
  state.due = { ...state.due, due: asks.slice(0, 1), nextDueAt: null }
  await waitFor(() => expect(companies()).toEqual(['Broker 9']))
  expect(calls.listDueCalls).toHaveBeenCalledTimes(2)
})

test('[D13.31] B asks which of two trucks it is, and books it', async () => {
  const two = buildAsk(9, { truckIds: [ray.truck.id, lena.truck.id] })
  const { calls } = await openDue({ due: [two] })
  await detail().findByText(/104 Ray, empty in/)

  await press('b')
  const dialog = within(await screen.findByRole('dialog', { name: 'Book a truck' }))
  await userEvent.selectOptions(dialog.getByLabelText('Truck'), '107 Lena')
  await userEvent.click(dialog.getByRole('button', { name: 'Book 107 Lena' }))
  await waitFor(() =>
    expect(calls.bookTruck).toHaveBeenCalledExactlyOnceWith({
      params: { id: lena.truck.id },
      body: { loadId: two.loadId, after: lena.booking?.loadId, cents: 116_900 },
    }),
  )
})

test('[D13.10] the board shows the first due calls, and D opens all of them', async () => {
  const server = truckBoardServer({
    trucks: [ray, lena],
    due: { dueMinutes: 20, due: asks, later: [], nextDueAt: null },
  })
  const { address } = renderApp('/trucks', server.api)

  const card = within(await screen.findByRole('region', { name: 'Due calls' }))
  expect(card.getByText('No answer in 20 min')).toBeTruthy()
  expect(card.getByRole('link', { name: '(555) 010-0105' })).toBeTruthy()
  await press('d')
  await waitFor(() => expect(address()).toBe('/trucks/due'))
})
