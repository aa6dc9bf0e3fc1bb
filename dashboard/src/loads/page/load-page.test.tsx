import type { Inquiry } from '@loadping/contract/inquiries/inquiries'
import { noCosts, type Truck } from '@loadping/contract/trucks/trucks'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { people } from '../../testing/load-fixtures.ts'
import { diesel, emptyPage, event, lane, loadPageServer, pageLoad, template } from '../../testing/load-page-fixtures.ts'
import { maria, renderApp, signInAs } from '../../testing/render.tsx'
import { fakeTrucks, truck104 } from '../../testing/truck-fixtures.ts'

async function open(changes: Parameters<typeof loadPageServer>[0] = {}, search = '') {
  signInAs('Maria')
  const server = loadPageServer(changes)
  const app = renderApp(`/loadinfo/${server.id}${search}`, server.api)
  await screen.findByRole('region', { name: 'Ask' })
  return { ...server, ...app }
}

const sendButton = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('[2.10] the load page shows lane, rate, map, trip, what is left, broker, ask, history and memory', async () => {
  await open({ page: { history: [{ ...event('saved'), cents: 231_500 }] } })

  expect(await screen.findByRole('heading', { level: 1, name: /Joliet, IL.*Dallas, TX/ })).toBeTruthy()
  expect(await screen.findByRole('region', { name: /^Map: Joliet, IL to Dallas, TX, 926 miles/ })).toBeTruthy()
  for (const text of ['Posted rate', 'What it leaves', 'Quillon Logistics', 'Saved by you', 'Posted at $2,315'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('2.50', { exact: false })).toBeTruthy()
  expect(screen.getByText('$2.38 with deadhead')).toBeTruthy()
  expect(await screen.findByText(/No other contact within 50 miles/)).toBeTruthy()
})

test('[D5.5] the page says whether the chosen truck makes it, and what the ask leaves', async () => {
  await open()
  const trip = within(screen.getByRole('region', { name: 'Trip' }))

  expect(await trip.findByText('Makes pickup and delivery')).toBeTruthy()
  expect(trip.getByText('45 mi').nextSibling?.textContent).toBe('from the board')
  expect(trip.getByText('926 mi').nextSibling?.textContent).toBe('18 h 32 min driving')
  // 971 × $1.92 = $1,864.32; 3 % of $2,450 = $73.50; the rest is $512.18
  const left = screen.getByText('You keep').closest('div')
  expect(left?.textContent).toBe('You keep$512')
  expect(await screen.findByText('Diesel is $4.98 (EIA, Midwest, Nov 16, 2026)')).toBeTruthy()
})

test('what an ask leaves adds up in the whole dollars that are shown', async () => {
  await open({ fake: fakeTrucks([truck104], { ...noCosts, perMileCents: 192, feesPercent: 0.5 }) })

  // 1,864.32 and 12.25 from 2,450 leave 573.43
  const card = (await screen.findByText('You keep')).closest('dl')
  expect([...(card?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)).toEqual([
    '$2,450',
    '−$1,865',
    '−$12',
    '$573',
  ])
})

test('[D13.27] the temperature of a reefer load is shown and changed as it is written', async () => {
  const temperature = { lowF: -10, isContinuous: true }
  const load = { ...pageLoad, equipmentClass: 'reefer' as const, facts: { ...pageLoad.facts, temperature } }
  const changeLoad = vi.fn(async () => load)
  const { id } = await open({ page: { load }, fake: { loads: { changeLoad } } })
  const user = userEvent.setup()

  expect(await screen.findByText('-10 °F continuous')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change temperature' }))
  const field = await screen.findByRole('textbox', { name: 'Temperature' })
  await user.clear(field)
  await user.type(field, 'cold{Enter}')
  expect(await screen.findByText(/^Write degrees Fahrenheit/)).toBeTruthy()
  await user.clear(field)
  await user.type(field, '34-36{Enter}')
  await waitFor(() =>
    expect(changeLoad).toHaveBeenCalledWith({
      params: { id },
      body: { facts: { temperature: { lowF: 34, highF: 36 } } },
    }),
  )
})

test('a diesel price older than 14 days says so', async () => {
  const asOf = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
  const old = { ...diesel, sources: { diesel: { ...diesel.sources.diesel, asOf } } }
  await open({ fake: { fuel: { getFuelPrices: async () => old } } })

  expect(await screen.findByText("This diesel price is 20 days old. Today's may differ.")).toBeTruthy()
})

test('[D5.5] another truck has another deadhead, labeled as an estimate, and other hours', async () => {
  const other = {
    ...truck104,
    id: truck104.id.replace('104', '107'),
    name: '107 Lena',
    isCurrent: false,
    driveMinutes: null,
  }
  await open({ fake: { trucks: { listTrucks: async () => [truck104, other] } } })
  const trip = within(screen.getByRole('region', { name: 'Trip' }))

  await userEvent.selectOptions(trip.getByRole('combobox', { name: 'Truck' }), other.id)

  expect((await trip.findByText('43 mi')).nextSibling?.textContent).toBe('est. over highways')
  expect(trip.getByText('Enter the hours left of 107 Lena to see if it makes it')).toBeTruthy()
})

test("[D5.5] the board's deadhead is not used for a truck far from where the user searched", async () => {
  const way = { ...lane, source: 'highways', miles: 605 } as const
  const listTemplates = async () => [{ ...template, template: '<p>{{do}} mi away. {{rate:2400}}</p>' }]
  const { calls } = await open({ fake: { places: { getDistance: async () => way }, templates: { listTemplates } } })
  const trip = within(screen.getByRole('region', { name: 'Trip' }))

  expect((await trip.findByText('605 mi')).nextSibling?.textContent).toBe('est. over highways')
  expect(screen.getByText('Running cost, 1,531 mi × $1.92')).toBeTruthy()
  await userEvent.click(await sendButton('Send $2,400'))
  await userEvent.click(await sendButton('Send $2,400 anyway')) // it is below what so many miles cost
  expect(calls.sendEmail.mock.calls[0]?.[0].body.values).toEqual({ do: '605', tripDO: '1,531' })
})

test('the price on the button is sent with the load, the truck and the version that was shown', async () => {
  const { calls, id } = await open()

  await userEvent.click(await sendButton('Send $2,450'))

  expect(await screen.findByText('Waiting to send')).toBeTruthy()
  expect(calls.sendEmail).toHaveBeenCalledExactlyOnceWith({
    headers: { 'idempotency-key': expect.any(String) },
    body: {
      templateId: template.id,
      loadId: id,
      truckId: truck104.id,
      expected: { askCents: 245_000, templateVersion: 1, truckId: truck104.id },
    },
  })
  await userEvent.click(screen.getByRole('button', { name: /^Undo \(\d\)$/ }))
  expect(await sendButton('Send $2,450')).toBeTruthy()
  expect(calls.undoEmail).toHaveBeenCalledOnce()
})

test('[D13.14] the email names no truck where none carries the load, and the page says why', async () => {
  const flatbed = { ...truck104, equipment: 'flatbed' as const }
  const listTemplates = async () => [
    {
      ...template,
      template: '<p>Hi[[, our {{truck}} in {{truckLocation}} is {{do}} mi away]].</p><p>{{rate:2400}}</p>',
    },
  ]
  const { calls } = await open({
    fake: { trucks: { listTrucks: async () => [flatbed] }, templates: { listTemplates } },
  })

  const send = await sendButton('Send $2,400')
  expect(screen.getByText('None of your trucks is a van. The email names no truck.')).toBeTruthy()
  const preview = document.querySelector('iframe')?.srcdoc
  await userEvent.click(send)

  expect(preview).toContain('$2,400')
  expect(preview).not.toMatch(/Elgin|Van|Flatbed|mi away/)
  const { values, truckId, expected } = calls.sendEmail.mock.lastCall?.[0].body ?? {}
  expect({ values, truckId }).toEqual({ values: undefined, truckId: undefined })
  expect(expected?.truckId).toBeNull()
})

const trucksOf = (...changes: Partial<typeof truck104>[]) =>
  changes.map((change, index) => ({
    ...truck104,
    id: truck104.id.replace('104', `10${index}`),
    isCurrent: false,
    ...change,
  }))

test('[D13.14] trucks are ranked as an email names them, and those that do not fit say why', async () => {
  const trucks = trucksOf(
    { name: '112 Abdi', equipment: 'flatbed' },
    { name: '115 Cole' },
    { name: '104 Ray', isCurrent: true },
    { name: '126 Walt', place: null },
  )
  const { calls } = await open({ fake: { trucks: { listTrucks: async () => trucks } } })
  const choice = await screen.findByRole('combobox', { name: 'Truck' })

  await within(choice).findByRole('option', { name: '104 Ray, van, 45 mi, makes it' })
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '104 Ray, van, 45 mi, makes it',
    '115 Cole, van, 43 mi, makes it',
    '112 Abdi, flatbed, not a van',
    '126 Walt, van, place not entered',
  ])
  await userEvent.selectOptions(choice, '112 Abdi, flatbed, not a van')
  expect(screen.getByText('112 Abdi: not a van. The email names no truck.')).toBeTruthy()
  await userEvent.selectOptions(choice, '115 Cole, van, 43 mi, makes it')
  await userEvent.click(await sendButton('Send $2,450'))
  expect(calls.sendEmail.mock.lastCall?.[0].body).toMatchObject({ expected: { truckId: trucks[1]?.id } })
})

test('[D13.14] a send whose truck misses the pickup asks once', async () => {
  const late = { ...truck104, emptyAt: new Date(Date.now() + 5 * 86_400_000).toISOString() }
  const { calls } = await open({ fake: { trucks: { listTrucks: async () => [late] } } })

  expect(await screen.findByText(/^Misses pickup by \d+ h/)).toBeTruthy()
  await userEvent.click(await sendButton('Send $2,450'))
  expect(await screen.findByText(/^Misses pickup by .* Send it anyway\?$/)).toBeTruthy()
  expect(calls.sendEmail).not.toHaveBeenCalled()
  await userEvent.click(await sendButton('Send $2,450 anyway'))
  expect(calls.sendEmail).toHaveBeenCalledOnce()
})

test('[D13.14] after the server would name another truck, the page shows it and waits for a click', async () => {
  const flatbed = { ...truck104, equipment: 'flatbed' as const }
  const listTrucks = vi.fn(async (): Promise<Truck[]> => [flatbed]).mockResolvedValueOnce([truck104])
  const refusal = new Problem('price-changed', 'The email now names none of your trucks. Nothing was sent.')
  const sendEmail = vi.fn(async (_: { body: Inquiry }) => Promise.reject(refusal))
  const listTemplates = async () => [{ ...template, template: '<p>[[{{truck}} now. ]]{{rate:2400}}</p>' }]
  await open({ fake: { trucks: { listTrucks }, templates: { listTemplates }, inquiries: { sendEmail } } })

  await userEvent.click(await sendButton('Send $2,400'))

  expect(await screen.findByText('None of your trucks is a van. The email names no truck.')).toBeTruthy()
  expect(sendEmail).toHaveBeenCalledOnce()
  await userEvent.click(await sendButton('Send $2,400'))
  expect(sendEmail.mock.lastCall?.[0].body.expected?.truckId).toBeNull()
})

test('another ask changes the button, what is left and the email, and is sent as a formula', async () => {
  const { calls } = await open({}, '?compose=1')

  const ask = screen.getByRole('textbox', { name: 'Ask, as a price or formula' })
  await waitFor(() => expect(document.activeElement).toBe(ask))
  await userEvent.clear(ask)
  await userEvent.type(ask, '$2,600')
  expect(screen.getByText('You keep').closest('div')?.textContent).toBe('You keep$658')
  await userEvent.click(await sendButton('Send $2,600'))

  await screen.findByText('Waiting to send')
  expect(calls.sendEmail.mock.lastCall?.[0].body).toMatchObject({ formula: '2600', expected: { askCents: 260_000 } })
})

test('an ask that is no price keeps the email from being sent, and says why', async () => {
  await open()

  await userEvent.type(screen.getByRole('textbox', { name: 'Ask, as a price or formula' }), '?')

  expect(screen.getByText(/Enter a price such as 2450/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ }).disabled).toBe(true)
})

test('what the load lacks is asked for before sending', async () => {
  const asking = { ...template, template: '<p>Ref {{ref}}, {{rate:2400}}</p>' }
  const { calls } = await open({ fake: { templates: { listTemplates: async () => [asking] } } })

  await userEvent.type(screen.getByRole('textbox', { name: 'Reference Number' }), 'Q48213')
  await userEvent.click(await sendButton('Send $2,400'))

  await screen.findByText('Waiting to send')
  expect(calls.sendEmail.mock.lastCall?.[0].body).toMatchObject({ values: { ref: 'Q48213' } })
})

test("[D5.7] a teammate's contact about the load is shown with who, when and price before a send", async () => {
  const owen = people[1]?.userId ?? ''
  const at = new Date(Date.now() - 35 * 60_000).toISOString()
  const { calls } = await open({
    page: { sameLoad: [{ userId: owen, type: 'PHONE', at, askCents: 250_000, isSamePosting: true }] },
  })

  expect(screen.getByText('Owen Park called about this load 35 min ago, asking $2,500.')).toBeTruthy()
  expect(calls.sendEmail).not.toHaveBeenCalled()
  await userEvent.click(await sendButton('Send $2,450 anyway'))

  await screen.findByText('Waiting to send')
  expect(calls.sendEmail.mock.lastCall?.[0].body).toMatchObject({ confirmed: true })
})

test('[D5.7] contacts that came meanwhile are shown once, and the send waits for another click', async () => {
  const at = new Date().toISOString()
  const own = { userId: maria.userId, at, askCents: 240_000 }
  const call = { userId: people[1]?.userId ?? '', at, askCents: 250_000 }
  const sendEmail = vi.fn(() => Promise.reject(new Problem('already-contacted', 'x', {}, { previous: [own, call] })))
  const { calls, id } = await open({ fake: { inquiries: { sendEmail } } })
  const history = [{ ...event('emailed'), at, cents: own.askCents }]
  const sameLoad = [{ ...call, type: 'PHONE' as const, isSamePosting: false }]
  calls.getLoad.mockResolvedValue({ ...emptyPage, load: { ...pageLoad, id }, history, sameLoad })

  await userEvent.click(await sendButton('Send $2,450'))

  expect(await screen.findByText('You emailed about this load just now, asking $2,400.')).toBeTruthy()
  expect(await screen.findByText('Owen Park called about this load just now, asking $2,500.')).toBeTruthy()
  expect(screen.getAllByText(/about this load/)).toHaveLength(2)
  expect(await sendButton('Send $2,450 anyway')).toBeTruthy()
})

test.each([
  ['price-changed', 'Your ask is now $2,500, not $2,400. Nothing was sent.', undefined],
  ['suspicious-recipient', 'quil1on.com looks like quillon.com.', undefined],
  ['plan-limit', 'Your 50 emails are used.', 'See plans'],
  ['not-allowed', 'Connect a mailbox to send email.', 'Open mailboxes'],
] as const)('a send refused as %s says why, and keeps what was typed', async (code, message, link) => {
  const sendEmail = vi.fn((_: { body: Inquiry }) => Promise.reject(new Problem(code, message)))
  await open({ fake: { inquiries: { sendEmail } } })
  const ask = screen.getByRole<HTMLInputElement>('textbox', { name: 'Ask, as a price or formula' })
  await userEvent.clear(ask)
  await userEvent.type(ask, '2500')

  await userEvent.click(await sendButton('Send $2,500'))

  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(ask.value).toBe('2500')
  if (link) expect(screen.getByRole('link', { name: link })).toBeTruthy()
  await userEvent.click(await sendButton(code === 'suspicious-recipient' ? 'Send $2,500 anyway' : 'Send $2,500'))
  expect(sendEmail.mock.lastCall?.[0].body.confirmedRecipient === true).toBe(code === 'suspicious-recipient')
})

test("the page of a teammate's load offers a call but no status or outcome, and says why", async () => {
  const { calls } = await open({ page: { load: { ...pageLoad, userId: people[1]?.userId ?? '' } } })

  expect(screen.getByText('Owen Park saved this load and records its outcome.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Outcome' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Status|^Covered/ })).toBeNull()
  await userEvent.keyboard('v')
  expect(await screen.findByText('Only the teammate who saved a load can change it.')).toBeTruthy()
  expect(calls.changeLoads).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('link', { name: '(555) 010-0199' }))
  expect(await screen.findByText('Call recorded')).toBeTruthy()
})

test("[D13.16] a teammate's id leads to the own load, with both people and the outcome's author", async () => {
  signInAs('Maria')
  const owenId = people[1]?.userId ?? ''
  const load = {
    ...pageLoad,
    savedBy: [pageLoad.userId, owenId],
    outcome: { kind: 'countered' as const, cents: 240_000, at: new Date().toISOString() },
    outcomeBy: owenId,
  }
  const getLoad = async () => ({ ...emptyPage, load })
  const { api } = loadPageServer({ fake: { loads: { getLoad } } })
  const app = renderApp('/loadinfo/5ad1c0de-0000-4000-8000-000000000099', api)

  expect(await screen.findByText('You and Owen Park saved this load. The last outcome counts.')).toBeTruthy()
  expect(screen.getByText(/^Owen Park, /)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Booked at/ })).toBeTruthy()
  expect(app.address()).toBe(`/loadinfo/${pageLoad.id}`)
})

test('[D12.11] an outcome is recorded by one key or click, and a rate is asked for where it matters', async () => {
  const { calls, id } = await open()

  await userEvent.keyboard('v')
  await waitFor(() => expect(calls.changeLoads).toHaveBeenCalledOnce())
  await waitFor(() => expect(calls.getLoad).toHaveBeenCalledTimes(2)) // It shows the change in the history.
  expect(calls.changeLoads.mock.lastCall?.[0].body).toEqual({
    ids: [id],
    change: { kind: 'outcome', outcome: 'covered' },
  })

  await userEvent.click(screen.getByRole('button', { name: 'Booked at…' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Booked at' }), '2400{Enter}')
  await waitFor(() => expect(calls.changeLoads).toHaveBeenCalledTimes(2))
  expect(calls.changeLoads.mock.lastCall?.[0].body).toEqual({
    ids: [id],
    change: { kind: 'outcome', outcome: 'booked', cents: 240_000 },
  })
})

test('[D12.12] the page shows counts and dates of asks and outcomes, by lane and by broker', async () => {
  const booked = { kind: 'booked' as const, cents: 238_000, at: '2026-11-12T19:41:00.000Z' }
  const latest = {
    loadId: pageLoad.id.replace('5ad1c0de', '5ad1c0df'),
    userId: maria.userId,
    at: '2026-11-12T19:41:00.000Z',
    origin: { city: 'Aurora', state: 'IL' },
    dest: { city: 'Fort Worth', state: 'TX' },
    askCents: 250_000,
    outcome: booked,
  }
  const summary = { asks: 14, medianAskPerMileCents: 261, booked: 4, medianBookedPerMileCents: 246, latest: [latest] }
  await open({ memory: { lane: summary, broker: { ...summary, asks: 31 } } })

  const memory = within(await screen.findByRole('region', { name: 'Your lane, 90 days' }))
  expect(memory.getByText('14').parentElement?.textContent).toBe('contacts14')
  expect(memory.getByText('$2.61')).toBeTruthy()
  expect(memory.getByText('booked at $2.46')).toBeTruthy()
  expect(memory.getByRole('link', { name: 'You asked $2,500, booked at $2,380' })).toBeTruthy()
  expect(screen.getByText('31')).toBeTruthy()
  expect(screen.getByText(/last on Nov 12, 2026/)).toBeTruthy()
  expect(memory.queryByText(/%/)).toBeNull()
})

test('a call is recorded with the ask on the page', async () => {
  const { calls, id } = await open()

  await userEvent.click(await screen.findByRole('link', { name: '(555) 010-0199' }))

  expect(await screen.findByText('Call recorded')).toBeTruthy()
  expect(calls.recordCall.mock.lastCall?.[0].body).toEqual({ about: { loadId: id }, askCents: 245_000 })
})

test('[D5.4] a link is copied and revoked, and the page says what it shows and how long', async () => {
  const { calls } = await open({ page: { linkExpiresAt: '2026-11-24T19:41:00.000Z' } })

  await userEvent.click(await screen.findByRole('button', { name: 'Copy link' })) // the top bar shows it a bit later
  const popover = within(await screen.findByRole('dialog', { name: 'Copy link' }))
  expect(popover.getByText(/A link works until Tue, Nov 24, 2026, 2:41 PM New York time/)).toBeTruthy()
  await userEvent.click(popover.getByRole('button', { name: 'Copy new link' }))
  expect((await popover.findByRole<HTMLInputElement>('textbox', { name: 'Link' })).value).toContain(
    `/loadinfo/${'k'.repeat(22)}`,
  )
  await userEvent.click(popover.getByRole('button', { name: 'Revoke link' }))

  expect(await screen.findByText('The link no longer works')).toBeTruthy()
  expect(calls.revokeLoadLink).toHaveBeenCalledOnce()
})

test('without truck, costs, rate or known places the page says what is missing', async () => {
  const { rate: _, tripMiles: __, deadheadMiles: ___, contactEmail: ____, phone: _____, ...bare } = pageLoad.facts
  const distance = { ...lane, dest: null, miles: null, source: null, ownMiles: null, missing: 'mexico' as const }
  const load = { ...pageLoad, facts: { ...bare, dest: { city: 'Monterrey', state: 'NX' } } }
  await open({ page: { load, distance }, fake: { trucks: { listTrucks: async () => [] } } })

  for (const text of ['No rate posted', 'Miles in Mexico are not covered', 'No phone posted', 'No email posted'])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add a truck' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: "Broker's email" })).toBeTruthy()
})

test("[D5.4] another team's load is not found", async () => {
  signInAs('Maria')
  const { api, id } = loadPageServer({
    fake: { loads: { getLoad: () => Promise.reject(new Problem('not-found', 'x')) } },
  })
  renderApp(`/loadinfo/${id}`, api)
  expect(await screen.findByText('Load not found')).toBeTruthy()
})

test('a load that cannot be loaded offers a retry', async () => {
  let isDown = true
  signInAs('Maria')
  const getLoad = async () => {
    if (isDown) throw new Problem('unavailable', 'x')
    return emptyPage
  }
  renderApp(`/loadinfo/${pageLoad.id}`, loadPageServer({ fake: { loads: { getLoad } } }).api)

  await screen.findByText("Couldn't load this load")
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Ask' })).toBeTruthy()
})

const lena = { ...truck104, id: truck104.id.replace('104', '107'), name: '107 Lena', isCurrent: false }
const askedFor = (...truckIds: string[]) => ({
  page: { load: { ...pageLoad, status: 'contacted' as const, askCents: 245_000, truckIds } },
  fake: { trucks: { listTrucks: async () => [truck104, lena] } },
})

test('[D12.13] Booked on the load page books the truck that was asked, and leads to the rest', async () => {
  const { calls, id, address } = await open(askedFor(truck104.id))
  calls.changeLoads.mockResolvedValue({ before: [{ id, status: 'contacted', outcome: null }], toTakeBack: 11 })

  await userEvent.keyboard('b')
  const dialog = within(await screen.findByRole('dialog', { name: 'Booked' }))
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Truck' }).selectedOptions[0]?.text).toBe('104 Ray')
  expect(dialog.getByText(/^The truck moves to the delivery/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

  const booked = { kind: 'outcome', outcome: 'booked', cents: 245_000, truckId: truck104.id }
  await waitFor(() => expect(calls.changeLoads).toHaveBeenCalledWith({ body: { ids: [id], change: booked } }))
  expect(await screen.findByText('104 Ray is booked, 11 other asks to take back')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(address()).toBe(`/trucks?take-back=${truck104.id}`))
})

test('[D12.13] of two trucks that were asked the page lets the user choose, also none', async () => {
  const { calls, id } = await open(askedFor(lena.id, truck104.id))
  await userEvent.keyboard('5')
  const dialog = within(await screen.findByRole('dialog', { name: 'Booked' }))
  const choice = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Truck' })
  expect([...choice.options].map(({ text }) => text)).toEqual(['107 Lena', '104 Ray', 'No truck'])
  await userEvent.selectOptions(choice, 'No truck')
  expect(dialog.getByText('No truck moves, and no ask is undone.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const booked = { kind: 'outcome', outcome: 'booked', cents: 245_000 }
  await waitFor(() => expect(calls.changeLoads).toHaveBeenCalledWith({ body: { ids: [id], change: booked } }))
})

test.each([
  ['that is booked', { status: 'booked' as const }],
  ['whose pickup is over', { facts: { ...pageLoad.facts, pickupDay: '2020-01-01' } }],
])('[D12.13] a load %s asks for no truck', async (_, changed) => {
  const { page, fake } = askedFor(truck104.id)
  await open({ page: { load: { ...page.load, ...changed } }, fake })
  await userEvent.keyboard('b')
  const dialog = within(await screen.findByRole('dialog', { name: 'Booked' }))
  expect(dialog.queryByRole('combobox', { name: 'Truck' })).toBeNull()
})
