import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import { createClient } from '@loadping/contract/client'
import type { HomeSummary } from '@loadping/contract/home/home'
import { Problem, toProblemDocument } from '@loadping/contract/wire/problem'
import { afterEach, expect, test, vi } from 'vitest'
import { disclosure } from '../access/disclosure.ts'
import { createDashboardAnswers } from '../dashboard-pages.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { createLoadOutbox } from '../row-memory/load-outbox.ts'
import { createRowNotes } from '../row-memory/row-notes.ts'
import type { Account } from '../session/account.ts'
import { askAnswers } from '../testing/ask-answers.ts'
import { openArea } from '../testing/open-browser.ts'
import { createPopupAnswers } from './popup-answers.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const account: Account = {
  email: 'maria@redbud.example',
  userType: 'carrier',
  emails: 32,
  limitEmails: 50,
  sellByMinutes: 15,
  accountVerified: true,
  needAttention: 0,
  templates: [
    {
      id: '018f3c2e-0000-7000-8000-000000000001',
      name: 'Van, all-in ask',
      subject: 'Load',
      template: 'Hi',
      isDefault: true,
      version: 1,
    },
  ],
}
const loadId = '018f3c2e-0000-7000-8000-000000000002'
const nothing = { inquiries: 0, avgPostToContactSeconds: null, asked: 0, answered: 0, booked: 0, bookedCents: 0 }
const home: HomeSummary = {
  day: '2026-11-20',
  today: { emailSent: 2, phoneCall: 1, totalInquiries: 3 },
  avgPostToContactSeconds: null,
  recentContacts: [
    {
      id: '018f3c2e-0000-7000-8000-000000000003',
      type: 'PHONE',
      contactTime: '2026-11-20T19:58:00.000Z',
      origin: { city: 'Kenosha', state: 'WI' },
      dest: { city: 'Nashville', state: 'TN' },
      company: null,
      rateCents: 250_000,
      rateIs: 'asked',
      postToContactSeconds: null,
      email: null,
      load: { id: loadId, outcome: null },
    },
  ],
  emails: { waiting: 0, failed: 0, unknown: 0 },
  blindBoards: [],
  version: 1,
  asOf: '2026-11-20T20:00:00.000Z',
  dayBefore: '2026-11-13',
  mine: { now: nothing, before: nothing, hours: [], hoursBefore: [], bookings: [] },
  team: null,
  openAsks: { count: 0, companies: [] },
  brokenMailboxes: [],
  steps: null,
}

const ask = (company: string, phone: string, askCents: number) => ({
  loadId: crypto.randomUUID(),
  facts: {
    origin: { city: 'Kansas City', state: 'MO' },
    dest: { city: 'Memphis', state: 'TN' },
    company,
    phone,
  },
  equipmentClass: 'van',
  askCents,
  askedAt: '2026-11-20T19:00:00.000Z',
  truckIds: [],
  status: 'contacted',
  outcome: null,
  note: null,
  dueAt: '2026-11-20T19:20:00.000Z',
  callBackAt: null,
  askedBy: null,
})
const nothingDue = { dueMinutes: 20, due: [] as unknown[], later: [], nextDueAt: null }
const noAsks = { count: 0, sumCents: 0, bestCents: null, bestPerMileCents: null, oldestAt: null, due: 0 }
const noTrucks = { trucks: [] as unknown[], withoutTruck: noAsks, asks: noAsks, dueMinutes: 20, taken: [] }

type Options = {
  calls?: typeof nothingDue | null
  board?: typeof noTrucks | null
  userType?: 'carrier' | 'broker'
  isOutdated?: boolean
  templates?: Account['templates']
  mailbox?: null
  takeBack?: { state: () => unknown; withdraw: (body: { loadIds: string[] }) => unknown }
}

/** Opens the popup of a signed-in user with DAT One on, or of a version that is too old to know its user. */
async function openPopup({
  userType = 'carrier',
  isOutdated = false,
  templates,
  calls = nothingDue,
  board = noTrucks,
  takeBack,
  ...none
}: Options = {}) {
  const before = { id: loadId, status: 'contacted', outcome: null }
  const responses: Record<string, unknown> = {
    '/home': { ...home, ...none },
    '/user-info': { userType, trucksAmount: 1, loadboards: [], source: null },
    '/trucks': [],
    '/trucks/due': calls,
    '/trucks/board': board,
    '/extension/outcomes': before,
    '/loads/bulk/undo': null,
  }
  const changes: unknown[] = []
  const client = createClient(async ({ path, body }) => {
    if (body !== undefined) changes.push(body)
    if (takeBack && path === `/trucks/${truckId}/take-back`) return { status: 200, body: takeBack.state() }
    if (takeBack && path === `/trucks/${truckId}/withdrawals`)
      return withdrawn(takeBack.withdraw(body as { loadIds: string[] }))
    return path in responses ? { status: 200, body: responses[path] } : { status: 503, body: '' }
  })
  const persistentArea = openArea()
  const user = { userId: async () => 'maria', now: () => new Date() }
  const outbox = createOutbox({
    ...user,
    persistentArea,
    newKey: () => crypto.randomUUID(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isOnline: () => true,
  })
  const notes = createRowNotes({ ...user, persistentArea })
  const popupAnswers = createPopupAnswers({
    client,
    outcomes: createLoadOutbox({ outbox, client, notes, now: user.now }).outcomes,
    keepSending: async () => undefined,
    session: openArea(),
    now: user.now,
    health: {
      list: async () => [
        {
          board: 'dat-one' as const,
          fields: ['origin' as const, 'dest' as const, 'reference' as const],
          missing: [{ field: 'reference' as const, since: '2026-11-20T14:40:00.000Z' }],
          blindSince: null,
          seenAt: '2026-11-20T19:59:00.000Z',
        },
      ],
      confirmed: async () => [],
    },
    readAccount: async () => (isOutdated ? null : { ...account, ...(templates && { templates }) }),
    isSending: async () => false,
    readRefusal: async () => (isOutdated ? 'This version is too old to send.' : null),
  })
  const opened: string[] = []
  const dashboardAnswers = createDashboardAnswers(async (path) => opened.push(path))
  const answers = { ...popupAnswers, ...dashboardAnswers }
  const storage = openArea()
  await storage.set({ 'agreed-disclosure': disclosure.version })
  vi.stubGlobal('close', () => undefined)
  vi.stubGlobal('chrome', {
    runtime: {
      getManifest: () => ({ version: '1.4.2' }),
      getURL: (file: string) => `chrome-extension://own/${file}`,
      sendMessage: (request: { kind: string }) => askAnswers(answers, request, undefined),
    },
    storage: { local: storage },
    tabs: { create: async ({ url }: { url: string }) => opened.push(url) },
    permissions: { contains: async ({ origins }: { origins: string[] }) => origins[0]?.includes('dat.com') },
  })
  await showPopup()
  return { before, changes, opened }
}

function withdrawn(answer: unknown) {
  if (answer === 'ended') return { status: 409, body: toProblemDocument(new Problem('too-late', 'No longer booked.')) }
  return answer === undefined ? { status: 503, body: '' } : { status: 200, body: answer }
}

/** Shows the popup, in place of an earlier one. */
async function showPopup(): Promise<void> {
  vi.resetModules()
  document.body.innerHTML =
    '<span id="actions"></span><main id="content"></main><span id="user"></span><span id="version"></span>'
  await import('./popup.ts')
  await vi.waitFor(() => expect(document.querySelector('.card')).not.toBeNull())
}

const shown = () => document.body.textContent
const button = (label: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === label || one.ariaLabel === label)
const press = (key: string) =>
  document.querySelector('.contact')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))

test('[D11.7] the popup shows the user, emails left, template, board health and counts of today', async () => {
  const { opened } = await openPopup()

  expect(document.querySelector('#user')?.textContent).toBe('maria@redbud.example')
  expect(shown()).toMatch(/32\/50 emails left.*50 again on \w{3}, \w{3} 1/)
  expect(document.querySelector('select')?.selectedOptions[0]?.textContent).toBe('Van, all-in ask')
  expect(document.querySelector('.card')?.textContent).toMatch(/DAT One.*2 of 3 fields.*Reference number missing/)
  expect(shown()).toContain('Today 2 emails, 1 call')

  button('Dashboard')?.click()
  expect(opened).toEqual(['/'])
})

test('the popup names the standards for equipment beside the Default template, if there are any', async () => {
  const standard = (name: string, ...equipment: EquipmentClass[]) => ({
    id: crypto.randomUUID(),
    name,
    subject: 'Load',
    template: 'Hi',
    isDefault: false,
    equipment,
    version: 1,
  })
  const tarps = standard('With tarps', 'flatbed', 'step-deck')
  const templates = [...account.templates, standard('Reefer quick ask', 'reefer'), tarps, standard('By hand')]
  await openPopup({ templates })
  const standards = () => [...document.querySelectorAll('.fields + .standards span')].map((each) => each.textContent)
  expect(standards()).toEqual(['Reefer: Reefer quick ask', 'Flatbed, Step deck: With tarps'])
  expect(document.querySelector('select')?.selectedOptions[0]?.textContent).toBe('Van, all-in ask')

  await openPopup()
  expect(standards()).toEqual([])
  expect(document.querySelector('.standards')).toBeNull()
})

test("[3.10] the popup lists a broker's boards in their order, and no paste", async () => {
  await openPopup({ userType: 'broker' })

  const rows = [...document.querySelectorAll('details .board')].map(({ textContent }) => textContent)
  expect(rows).toEqual(['DDAT One', 'LLoadlink New', 'TTruckstop'])
  expect(shown()).not.toMatch(/paste/i)
})

test('the popup says that no mailbox is connected, and leads to where one is', async () => {
  const { opened } = await openPopup({ mailbox: null })

  expect(document.querySelector('.alerts')?.textContent).toContain('No mailbox connected')
  button('Connect')?.click()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  await openPopup()
  expect(shown()).not.toContain('No mailbox')
})

test('[D11.8] the popup of a version that is too old offers the update alone, and not to sign in', async () => {
  const { opened } = await openPopup({ isOutdated: true })

  expect(shown()).toContain('This version is too old to send.')
  expect(shown()).not.toMatch(/sign(ed)? (in|out)/i)
  button('Update')?.click()
  await vi.waitFor(() => expect(opened).toEqual(['/extension']))
})

test('[D12.11] in the popup a letter records an outcome, with a rate if it has one, and U undoes it', async () => {
  const { before, changes } = await openPopup()

  press('v')
  await vi.waitFor(() => expect(document.querySelector('.contact .badge')?.textContent).toBe('Covered'))
  press('u')
  await vi.waitFor(() => expect(document.querySelector('.contact .badge')).toBeNull())
  button('BookedB')?.click()
  const rate = document.querySelector('input')
  expect(rate?.value).toBe('2500')
  if (rate) rate.value = '$2,600'
  button('Save')?.click()
  await vi.waitFor(() => expect(document.querySelector('.contact .badge')?.textContent).toBe('Booked $2,600'))

  expect(changes).toEqual([
    { about: { loadId }, outcome: 'covered' },
    { before: [before] },
    { about: { loadId }, outcome: 'booked', cents: 260_000 },
  ])
})

test('[D12.11] a popup that was closed after an outcome still offers its undo', async () => {
  const { before, changes } = await openPopup()
  press('v')
  await vi.waitFor(() => expect(document.querySelector('.contact .badge')?.textContent).toBe('Covered'))

  await showPopup()
  button('Undo')?.click()

  await vi.waitFor(() => expect(shown()).toContain('Undone.'))
  expect(changes.at(-1)).toEqual({ before: [before] })
  await showPopup()
  expect(button('Undo')).toBeUndefined()
})

test('[D12.5] the popup leads to the page that shows what left the browser', async () => {
  const { opened } = await openPopup()

  document.querySelector<HTMLElement>('[title="What left this browser"]')?.click()

  await vi.waitFor(() => expect(opened).toEqual(['chrome-extension://own/ledger.html']))
})

test('[D13.10] the popup names the first three due calls and leads to all', async () => {
  const due = [1, 2, 3, 4].map((number) => ask(`Broker ${number}`, `(555) 010-010${number}`, 116_000))
  const { opened } = await openPopup({ calls: { ...nothingDue, due } })

  const rows = [...document.querySelectorAll('.due')].map(({ textContent }) => textContent)
  expect(rows).toEqual(
    [1, 2, 3].map((number) => `Broker ${number}Kansas City, MO → Memphis, TN$1,160(555) 010-010${number}`),
  )
  expect(shown()).toContain('4 due calls')
  button('Show all')?.click()
  await vi.waitFor(() => expect(opened).toEqual(['/trucks/due']))
})

const truckId = '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e104'
const truck = {
  id: truckId,
  name: '104 Ray',
  equipment: 'van',
  place: null,
  emptyAt: null,
  driveMinutes: null,
  windowMinutes: null,
  cycleMinutes: null,
  isCurrent: true,
}
const bookedRow = {
  truck,
  isFromDelivery: false,
  booking: null,
  absence: null,
  asks: noAsks,
  lastAnswer: null,
  takeBack: 11,
}
const bookedBoard = { ...noTrucks, trucks: [bookedRow] }

test('[D13.31] the popup leads to the asks to take back of a booked truck', async () => {
  const { opened } = await openPopup({ board: bookedBoard })

  expect(shown()).toContain('104 Ray is booked, 11 asks open')
  button('Take back')?.click()
  await vi.waitFor(() => expect(opened).toEqual([`/trucks?take-back=${truckId}`]))

  const another = { ...truck, id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e107', name: '107 Lena' }
  const several = await openPopup({ board: { ...noTrucks, trucks: [bookedRow, { ...bookedRow, truck: another }] } })
  expect(shown()).toContain('2 trucks are booked, 22 asks open')
  button('Show')?.click()
  await vi.waitFor(() => expect(several.opened).toEqual(['/trucks']))
})

const text = 'Our truck in Olathe, KS is booked, thank you.'

/** Answers as the server does: each ask gets one withdrawal, and only while it has none. */
function takeBackServer(companies: string[]) {
  const entryOf = (company: string, phone: string) => ({
    ask: ask(company, phone, 116_000),
    to: `loads@${company.toLowerCase()}.example`,
    withdrawal: null as { emailId: string; state: string } | null,
    callReason: null as string | null,
  })
  const ready = companies.map((company, index) => entryOf(company, `(555) 010-010${index}`))
  const call = [{ ...entryOf('Ridge', '(555) 010-0199'), callReason: 'suppressed' }]
  const withdrawn: typeof ready = []
  const sent: string[] = []
  const state = () => ({ booking: null, undone: [], ready: [...ready], call, withdrawn: [...withdrawn], text })
  function withdraw({ loadIds }: { loadIds: string[] }) {
    for (const entry of ready.filter((one) => loadIds.includes(one.ask.loadId))) {
      ready.splice(ready.indexOf(entry), 1)
      withdrawn.push({ ...entry, withdrawal: { emailId: crypto.randomUUID(), state: 'queued' } })
      sent.push(entry.ask.facts.company)
    }
    return state()
  }
  const deliver = () => {
    for (const { withdrawal } of withdrawn) if (withdrawal) withdrawal.state = 'sent'
  }
  return { state, withdraw, deliver, sent }
}

const takeBackRows = () => [...document.querySelectorAll('.booked .contact')].map(({ textContent }) => textContent)
const takeBackButtons = () => [...document.querySelectorAll<HTMLButtonElement>('.take-back')]

test('[D13.31] each open ask of a booked truck has one button, or the number to call', async () => {
  const server = takeBackServer(['Summit', 'Buckeye'])
  await openPopup({ board: bookedBoard, takeBack: server })

  expect(document.querySelector('.withdrawal')?.textContent).toContain(`Sends “${text}”`)
  const lane = '$1,160 · Kansas City, MO → Memphis, TN'
  expect(takeBackRows()).toEqual([
    `Summit${lane}Take back`,
    `Buckeye${lane}Take back`,
    `Ridge${lane}(555) 010-0199Asked for no more email`,
  ])
})

test('[D13.31] a press takes back one ask, and the next button has the focus', async () => {
  const server = takeBackServer(['Summit', 'Buckeye', 'Coyote'])
  const { changes, opened } = await openPopup({ board: bookedBoard, takeBack: server })
  const [first, second, third] = takeBackButtons()
  first?.focus()
  first?.click()
  first?.click()

  expect(document.activeElement).toBe(second)
  await vi.waitFor(() => expect(takeBackRows()[0]).toContain('Waits to be sent'))
  expect(document.activeElement).toBe(second)
  expect(server.sent).toEqual(['Summit'])
  expect(shown()).toContain('104 Ray is booked, 3 asks open')
  expect(changes[0]).toEqual({ loadIds: [expect.any(String)], text })
  third?.focus()
  third?.click()
  expect(document.activeElement).toBe(second)
  server.deliver()
  await vi.waitFor(() => expect(takeBackRows()[0]).toMatch(/TNSent$/), { timeout: 5_000 })

  button('All at once')?.click()
  await vi.waitFor(() => expect(opened).toEqual([`/trucks?take-back=${truckId}`]))
})

test('[D13.31] a held key, or one pressed twice at once, takes back one ask', async () => {
  await openPopup({ board: bookedBoard, takeBack: takeBackServer(['Summit', 'Buckeye']) })
  const press = (repeat: boolean) =>
    takeBackButtons()[0]?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }),
    )

  expect(press(false)).toBe(true)
  expect(press(true)).toBe(false)
  takeBackButtons()[0]?.click()
  expect(press(false)).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 550))
  expect(press(false)).toBe(true)
})

test('[D13.31] without an answer the popup offers the withdrawal again, and none leaves twice', async () => {
  const server = takeBackServer(['Summit'])
  const withdraw = vi.fn((body: { loadIds: string[] }) => {
    const state = server.withdraw(body)
    return withdraw.mock.calls.length === 1 ? undefined : state // the first answer is lost
  })
  await openPopup({ board: bookedBoard, takeBack: { ...server, withdraw } })

  takeBackButtons()[0]?.click()
  await vi.waitFor(() => expect(takeBackRows()[0]).toContain('No answer. Try again.'))
  takeBackButtons()[0]?.click()
  await vi.waitFor(() => expect(takeBackRows()[0]).toContain('Waits to be sent'))
  expect(server.sent).toEqual(['Summit'])
})

test('[D13.31] an ask that the withdrawal of another one closed has no button', async () => {
  const server = takeBackServer(['Summit'])
  const to = 'loads@buckeye.example'
  const closed = { ask: ask('Buckeye', '(555) 010-0101', 116_000), to, withdrawal: null, callReason: null }
  const state = () => ({ ...server.state(), withdrawn: [closed] })
  await openPopup({ board: bookedBoard, takeBack: { ...server, state } })

  expect(takeBackRows()).toHaveLength(2)
  expect(takeBackButtons()).toHaveLength(1)
})

test('[D13.31] an ask that was answered meanwhile, or whose truck is free, gets no withdrawal', async () => {
  const server = takeBackServer(['Summit', 'Buckeye'])
  const answered = () => ({ ...server.state(), ready: [] })
  await openPopup({ board: bookedBoard, takeBack: { ...server, withdraw: answered } })
  takeBackButtons()[0]?.click()
  await vi.waitFor(() => expect(takeBackRows()[0]).toContain('No longer open'))
  expect(shown()).toContain('104 Ray is booked, 1 ask open')

  await openPopup({ board: bookedBoard, takeBack: { ...server, withdraw: () => 'ended' } })
  takeBackButtons()[0]?.click()
  await vi.waitFor(() => expect(takeBackRows()[0]).toContain('No longer booked'))
})

test('[D13.10] a popup without due calls, or of a server that has none, shows no card of them', async () => {
  await openPopup()
  expect(shown()).not.toMatch(/due call|is booked/)
  await openPopup({ calls: null, board: null })
  expect(shown()).toContain('32/50 emails left')
})
