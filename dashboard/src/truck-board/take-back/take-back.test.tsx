import type { TakeBack } from '@loadping/contract/truck-board/truck-board'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monday } from '../../testing/handover-fixtures.ts'
import { renderApp, signInAs } from '../../testing/render.tsx'
import { buildAsk, lena, ray, truckBoardServer } from '../../testing/truck-board-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(monday) })
  signInAs('Maria')
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600) // tests have no layout
})
afterEach(() => vi.useRealTimers())

const readyOf = (number: number): TakeBack['ready'][number] => ({
  ask: buildAsk(number),
  to: `desk@broker${number}.example`,
  withdrawal: null,
  callReason: null,
})

const text = 'Our truck in Olathe, KS is booked, thank you.'
const takeBack: TakeBack = {
  booking: lena.booking,
  undone: [
    {
      loadId: null,
      origin: { city: 'Lawrence', state: 'KS' },
      dest: { city: 'Denver', state: 'CO' },
      company: 'Tarnbrook Freight',
      to: 'ops@tarnbrook.example',
      askCents: 164_000,
      askedAt: monday,
    },
  ],
  ready: [readyOf(2), readyOf(3), readyOf(4)],
  call: [{ ...readyOf(8), callReason: 'suppressed' }],
  withdrawn: [],
  text,
}

async function openDrawer(held: Partial<TakeBack> = {}) {
  const server = truckBoardServer({ trucks: [ray, { ...lena, takeBack: 3 }], takeBack: { ...takeBack, ...held } })
  renderApp('/trucks', server.api)
  await userEvent.click(await screen.findByRole('button', { name: '3 to take back of 107 Lena' }))
  const drawer = within(await screen.findByRole('dialog', { name: '107 Lena is booked. Take back the rest' }))
  return { ...server, drawer }
}

const group = async (name: string) => within(await screen.findByRole('region', { name }))

test('[D13.31] a booked truck lists what was not sent, what can be withdrawn, and whom to call', async () => {
  const { drawer } = await openDrawer()

  expect((await group('Not sent')).getByText('Tarnbrook Freight')).toBeTruthy()
  const ready = await group('Withdrawals ready')
  expect(ready.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([true, true, true])
  expect(ready.getByText('asked 20m ago')).toBeTruthy()
  const call = await group('Call these')
  expect(call.getByText('Asked for no more email')).toBeTruthy()
  expect(call.getByRole('link', { name: '(555) 010-0108' }).getAttribute('href')).toBe('tel:5550100108')
  expect(drawer.getByText('Dallas, TX → Atlanta, GA, $1,600 with Ironleaf Steel')).toBeTruthy()
})

test('[D13.31] J and X leave one out, and Enter sends the others once as changed', async () => {
  const { calls, drawer } = await openDrawer()

  await userEvent.click(drawer.getByRole('button', { name: 'Change the text' }))
  const area = drawer.getByRole('textbox', { name: 'Text' })
  await userEvent.clear(area)
  await userEvent.type(area, 'Booked, sorry.')
  drawer.getAllByRole('checkbox')[0]?.focus()
  await userEvent.keyboard('jx{Enter}{Enter}')

  await waitFor(() => expect(calls.sendWithdrawals).toHaveBeenCalled())
  expect(calls.sendWithdrawals).toHaveBeenCalledExactlyOnceWith({
    params: { id: lena.truck.id },
    body: { loadIds: [buildAsk(2).loadId, buildAsk(4).loadId], text: 'Booked, sorry.' },
  })
  const taken = await group('Taken back')
  expect(taken.getAllByText('Waits to be sent')).toHaveLength(2)
})

test('[D13.31] a text that was changed and not sent is there when the drawer opens again', async () => {
  const { drawer } = await openDrawer()

  await userEvent.click(drawer.getByRole('button', { name: 'Change the text' }))
  await userEvent.type(drawer.getByRole('textbox', { name: 'Text' }), ' Ray')
  await userEvent.click(drawer.getByRole('button', { name: 'Later' }))
  await userEvent.click(await screen.findByRole('button', { name: '3 to take back of 107 Lena' }))

  expect(await screen.findByText(`${text} Ray`)).toBeTruthy()
})

test('[D13.31] withdrawals that could not be sent stay ready, and the failure is said', async () => {
  const { calls, drawer } = await openDrawer()
  calls.sendWithdrawals.mockRejectedValueOnce(new Problem('too-late', 'This truck is no longer booked. Look again.'))

  await userEvent.click(drawer.getByRole('button', { name: /^Send 3 withdrawals/ }))
  expect(await screen.findByText('This truck is no longer booked. Look again.')).toBeTruthy()
  expect((await group('Withdrawals ready')).getAllByRole('checkbox')).toHaveLength(3)
})

test('[D13.31] a booking that was a mistake is ended from there', async () => {
  const { calls, drawer } = await openDrawer()

  await userEvent.click(drawer.getByRole('button', { name: 'Not booked after all' }))
  await waitFor(() => expect(calls.cancelBooking).toHaveBeenCalledExactlyOnceWith({ params: { id: lena.truck.id } }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
