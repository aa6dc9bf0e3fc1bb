import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildHandoverTruck, buildTaken, monday, priya } from '../../testing/handover-fixtures.ts'
import { template } from '../../testing/load-page-fixtures.ts'
import { type FakeApi, maria, renderApp, signInAs } from '../../testing/render.tsx'
import { buildAsk, buildRow, lena, ray, truckBoardServer } from '../../testing/truck-board-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(monday) })
  signInAs('Maria')
})
afterEach(() => vi.useRealTimers())

const countered = buildAsk(4, {
  status: 'negotiating',
  outcome: { kind: 'countered', cents: 162_500, at: '2026-11-23T20:52:00.000Z' },
  dueAt: null,
})
const replied = buildAsk(5, { status: 'replied', note: 'Can she load by 6?', dueAt: null })
const waiting = buildAsk(1, { dueAt: '2026-11-23T21:21:00.000Z' })
const ofRay = buildHandoverTruck(ray, {
  open: [countered, replied, buildAsk(9, { askedBy: 'Owen Park' }), waiting],
  unconfirmed: [
    {
      id: 'mail',
      loadId: null,
      origin: { city: 'Joliet', state: 'IL' },
      dest: { city: 'Memphis', state: 'TN' },
      company: 'Marrow Creek',
      askCents: 148_000,
      at: monday,
    },
  ],
  note: { text: 'Home in Olathe by Fri night.', at: '2026-11-23T20:50:00.000Z', by: 'Priya Nair' },
})
const ofLena = buildHandoverTruck(lena, { pickup: { day: '2026-11-24', time: '07:00', isTomorrow: true } })
const hank = buildHandoverTruck(buildRow(130, { truck: { name: '130 Hank' } }))
const noor = buildHandoverTruck(buildRow(133, { truck: { name: '133 Noor' } }))
const priyas = [ofRay, ofLena, hank, noor]

type Held = Parameters<typeof truckBoardServer>[0]

async function openHandover(
  held: Held,
  address = '/trucks/handover',
  user = maria,
  templates: FakeApi['templates'] = { listTemplates: async () => [] },
) {
  const server = truckBoardServer(held)
  const api = { ...server.api, account: { ...server.api.account, getMe: async () => user }, templates }
  const app = renderApp(address, api)
  await screen.findByText(/something open\./)
  return { ...server, ...app }
}

const linesOf = (name: string) =>
  within(screen.getByRole('list', { name: `Open of ${name}` }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const isChecked = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked
const press = (keys: string) => userEvent.keyboard(keys)
const inTeam = { ...maria, organizationId: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e0aa' }

test("[D12.13] a truck's lines are pickup, answers, calls, doubts, asks and its note", async () => {
  await openHandover({ priyas })

  expect(screen.getByText(/^From Priya Nair, Mon, Nov 23, 3:56 PM New York time\. 2 trucks have/)).toBeTruthy()
  expect(linesOf('104 Ray')).toEqual([
    'CounteredBroker 4Kansas City, MO → to  Memphis, TN$1,164They said $1,625, 4m ago',
    'RepliedBroker 5Kansas City, MO → to  Memphis, TN$1,165“Can she load by 6?”, asked 50m ago',
    'Call dueBroker 9Kansas City, MO → to  Memphis, TN$1,169(555) 010-0109, waiting 1h 30m, asked by Owen Park',
    'UnconfirmedMarrow CreekJoliet, IL → to  Memphis, TN$1,480Look in Sent before you send again Confirm',
    'ContactedBroker 1Kansas City, MO → to  Memphis, TN$1,161Due at 3:21 PM CST',
    'and 8 more asks',
    'NotePriya Nair, 3:50 PMHome in Olathe by Fri night.',
  ])
  expect(linesOf('107 Lena')).toEqual([
    'BookedIronleaf SteelDallas, TX → to  Atlanta, GA$1,600Pickup Tue, 7 AM CST, ref Q48170',
  ])
  expect(screen.getByText('empty in Olathe, KS, today 6:30 PM CST')).toBeTruthy()
  expect(screen.getByText('12 asks, 3 due, drive left 7h 10m')).toBeTruthy()
  expect(screen.getByText('Pickup tomorrow, drive left 1h 05m')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: '2 trucks have nothing open: 130 Hank, 133 Noor' })).toBeTruthy()
})

test('[D12.13] [D13.11] beside what a broker countered stands the next ask of the ladder', async () => {
  const asked = buildHandoverTruck(ray, { open: [{ ...countered, askCents: 173_000 }] })
  const wanted = { ...template, template: '<p>We ask {{rate:trip*4 to 5}}</p>' }
  await openHandover({ priyas: [asked] }, undefined, maria, { listTemplates: async () => [wanted] })

  // between $1,812, which the formula asks, and $937, which the load costs
  await waitFor(() => expect(linesOf('104 Ray')[0]).toMatch(/They said \$1,625, next ask \$1,665$/))
})

test('[D12.13] an unconfirmed email leads to where it can be confirmed', async () => {
  await openHandover({ priyas })

  const link = await screen.findByRole('link', { name: 'Confirm' })
  expect(link.getAttribute('href')).toBe('/email?group=attention')
})

test('[D12.13] a teammate takes over the chosen trucks by keys, and can undo it', async () => {
  const { calls, address } = await openHandover({ priyas })

  await press('jjx')
  expect(isChecked('107 Lena')).toBe(false)
  await press('j ')
  expect(isChecked(/nothing open/)).toBe(false)
  await press('x')
  expect(screen.getByRole('button', { name: 'Take over 3 trucks' })).toBeTruthy()
  await press('t')

  await screen.findByText('You took over 3 trucks from Priya Nair')
  expect(calls.takeOver).toHaveBeenCalledExactlyOnceWith({
    body: { from: priya.userId, truckIds: [ofRay, hank, noor].map(({ truck }) => truck.id) },
  })
  await waitFor(() => expect(address()).toBe('/trucks'))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(calls.undoTakeOver).toHaveBeenCalledOnce())
  expect(await screen.findByText('Priya Nair has 3 trucks again')).toBeTruthy()
})

test('[D12.13] the figures follow the choice, without trucks that others took', async () => {
  await openHandover({ priyas, takenFrom: [buildTaken(1)] })

  expect(figure('Trucks')).toBe('4 of 5')
  expect(['Open asks', 'Unconfirmed', 'Due calls', 'Pickups tomorrow'].map(figure)).toEqual(['12', '1', '3', '1'])
  await userEvent.click(screen.getByRole('checkbox', { name: '104 Ray' }))
  expect(figure('Trucks')).toBe('3 of 5')
  expect(['Open asks', 'Unconfirmed', 'Due calls', 'Pickups tomorrow'].map(figure)).toEqual(['0', '0', '0', '1'])
  expect(screen.getByText('Tomas Bell took over at 3:50 PM')).toBeTruthy()
  const taken = screen.getByRole<HTMLInputElement>('checkbox', { name: '115 Cole, taken over by Tomas Bell' })
  expect([taken.checked, taken.disabled]).toEqual([false, true])
})

test('[D12.13] trucks that were given back are not shown as taken', async () => {
  const takenFrom = [buildTaken(1, { trucks: ['104 Ray', '115 Cole'] }), buildTaken(2, { to: 'Owen Park' })]
  await openHandover({ priyas, takenFrom })

  expect(screen.getByRole('checkbox', { name: '115 Cole, taken over by Tomas Bell' })).toBeTruthy()
  expect(screen.queryByText(/Owen Park took over/)).toBeNull()
  expect(figure('Trucks')).toBe('4 of 5')
})

test('[D12.13] who is too late is told in place, and sees the trucks that are left', async () => {
  const { calls, state, address } = await openHandover({ priyas })
  calls.takeOver.mockImplementationOnce(async () => {
    state.priyas = [ofLena, hank, noor]
    state.takenFrom = [buildTaken(1, { trucks: ['104 Ray'] })]
    throw new Problem('too-late', 'Tomas Bell took over 104 Ray first.')
  })

  await press('t')
  expect((await screen.findByRole('alert')).textContent).toContain('Tomas Bell took over 104 Ray first.')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Take over 3 trucks' })).toBeTruthy())
  expect(screen.getByText('Tomas Bell took over at 3:50 PM')).toBeTruthy()
  expect(address()).toBe('/trucks/handover')
})

test('[D12.13] the page shows the own trucks, or those of whom the user chooses', async () => {
  const { address } = await openHandover({ priyas, mine: [ofLena] }, undefined, inTeam)

  expect(screen.getByText(/^Your trucks,/)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'From You (1)' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Priya Nair (4)' }))
  expect(await screen.findByText(/^From Priya Nair,/)).toBeTruthy()
  expect(address()).toBe(`/trucks/handover?from=${priya.userId}`)
})

test('[D12.13] N writes a note on an own truck; what was not saved is kept', async () => {
  const { calls } = await openHandover({ mine: [ofRay, hank] }, undefined, inTeam)

  await press('jjn')
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Note')
  await userEvent.type(field, 'In the shop')
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Note for 130 Hank' }))
  await userEvent.type(await screen.findByLabelText('Note'), ' until Sat{Enter}')

  await waitFor(() => expect(linesOf('130 Hank')).toEqual(['NoteMaria Delgado, 3:56 PMIn the shop until Sat']))
  expect(calls.setTruckNote).toHaveBeenCalledExactlyOnceWith({
    params: { id: hank.truck.id },
    body: { text: 'In the shop until Sat' },
  })
})

test('[D12.13] a note of more than 200 characters is refused, and a note can be removed', async () => {
  const { calls } = await openHandover({ mine: [ofRay] }, undefined, inTeam)

  await userEvent.click(screen.getByRole('button', { name: 'Change the note for 104 Ray' }))
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Note')
  await userEvent.click(field)
  await userEvent.paste('x'.repeat(201))
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('At most 200 characters')).toBeTruthy()
  expect(calls.setTruckNote).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Remove note' }))
  await waitFor(() => expect(screen.queryByText('Home in Olathe by Fri night.')).toBeNull())
})

test('[D12.13] the own page has a link for a teammate', async () => {
  await openHandover({ mine: [ofRay] }, undefined, inTeam)
  const copied = vi.spyOn(navigator.clipboard, 'writeText')

  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(copied).toHaveBeenCalledExactlyOnceWith(`${window.location.origin}/trucks/handover?from=${maria.userId}`)
})

test('[D12.13] without a team the page says that a teammate is needed', async () => {
  await openHandover({ mine: [ofRay] })

  const link = within(screen.getByRole('region', { name: 'Hand over' })).getByRole('link', { name: 'My team' })
  expect(link.getAttribute('href')).toBe('/my-team')
})

test('[D12.13] earlier handovers say who took what, and are undone where allowed', async () => {
  const earlier = [
    buildTaken(1, { mayUndo: true }),
    buildTaken(2, {
      from: 'Owen Park',
      to: priya.name,
      trucks: ['104 Ray', '107 Lena'],
      at: '2026-11-22T02:31:00.000Z',
    }),
  ]
  const { calls } = await openHandover({ priyas, earlier })

  const entries = within(screen.getByRole('region', { name: 'Earlier' })).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Tomas Bell took 115 Cole3:50 PMUndo',
    'Priya Nair took 2 trucks from Owen ParkNov 21, 9:31 PM',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Tomas Bell took 115 Cole from Priya Nair' }))
  await waitFor(() => expect(calls.undoTakeOver).toHaveBeenCalledExactlyOnceWith({ params: { id: earlier[0]?.id } }))
})

test('[D12.13] the board says who took over trucks, and H opens the page of the shift', async () => {
  const taken = buildTaken(3, { from: 'Maria Delgado', to: 'Grace Holloway', trucks: ['1', '2'], mayUndo: true })
  const server = truckBoardServer({ trucks: [ray, lena], mine: [ofRay], taken: [taken] })
  const { address } = renderApp('/trucks', server.api)

  const line = within(await screen.findByRole('list', { name: 'Taken over by teammates' })).getByRole('listitem')
  expect(line.textContent).toContain('Grace Holloway took over 2 trucks at 3:50 PM')
  await userEvent.click(within(line).getByRole('button', { name: 'Undo: Grace Holloway took over 2 trucks' }))
  await waitFor(() => expect(server.calls.undoTakeOver).toHaveBeenCalledExactlyOnceWith({ params: { id: taken.id } }))
  expect(await screen.findByText('Maria Delgado has 2 trucks again')).toBeTruthy()
  await press('h')
  await waitFor(() => expect(address()).toBe('/trucks/handover'))
})

test('[D12.13] without trucks and teammates the page leads to where trucks are added', async () => {
  await openHandover({})

  expect(screen.getByText('You have no trucks')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add trucks' }).getAttribute('href')).toBe('/trucks')
})
