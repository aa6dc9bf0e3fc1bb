import type { PageState } from '@loadping/contract/extension/page-state'
import { noCosts, type Truck } from '@loadping/contract/trucks/trucks'
import { afterEach, expect, test, vi } from 'vitest'
import type { LedgerView } from '../ledger/ledger-messages.ts'
import { describeSent, postingIn, type Sent } from '../testing/network-log.ts'
import { inquiry } from '../testing/open-browser.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', () => new Promise(() => undefined)) // workers outlive their test
  vi.useRealTimers()
})

test('[D3.7] the badge shows failed emails in red, with no tab open, instead of the emails left', async () => {
  const browser = await openBrowser({ emails: 5 })
  expect(browser.badge).toEqual({ text: '5', color: '#bc6d00' })
  expect([...browser.alarms]).toEqual([['poll-status', { periodInMinutes: 5 }]])

  browser.server.counts = { waiting: 3, failed: 1, unknown: 1 }
  await browser.fireAlarm(5)
  expect(browser.badge).toEqual({ text: '2', color: '#c3272c' })

  browser.server.counts = { waiting: 0, failed: 0, unknown: 0 }
  await browser.fireAlarm(5)
  expect(browser.badge).toEqual({ text: '5', color: '#bc6d00' })
})

test('a restarted worker keeps the alarm as it was set', async () => {
  const browser = await openBrowser()
  const before = browser.alarms.get('poll-status')

  await browser.fireAlarm(1)

  expect(browser.alarms.get('poll-status')).toBe(before)
})

test('[D11.6] a click sets an alarm that starts the worker again, in case it ends while it sends', async () => {
  const browser = await openBrowser()

  await browser.click()
  await browser.confirm()
  expect(browser.alarms.get('resume-sends')).toEqual({ periodInMinutes: 0.5 })

  await vi.waitFor(() => expect(browser.calls).toContain('/emails'))
  await vi.waitFor(async () => {
    await browser.fireAlarm(1)
    expect([...browser.alarms.keys()]).toEqual(['poll-status'])
  })
})

const truck = (name: string, changes: Partial<Truck> = {}): Truck => ({
  id: `018f3c2e-0000-7000-8000-000000000${name}`,
  name,
  equipment: 'van',
  place: { city: 'Gary', state: 'IN' },
  emptyAt: '2026-11-20T20:00:00.000Z',
  driveMinutes: 660,
  windowMinutes: 840,
  cycleMinutes: 4_200,
  isCurrent: false,
  ...changes,
})
const reeferLoad = { ...inquiry.load, equipment: 'R' }

test('[D13.14] a click expects the truck that fits, and after a refusal the one that the server named', async () => {
  const browser = await openBrowser()
  const reefer = truck('107', { equipment: 'reefer' })
  const other = truck('121', { equipment: 'reefer', place: { city: 'Omaha', state: 'NE' } })
  browser.server.trucks = [truck('104', { isCurrent: true }), other, reefer]
  vi.setSystemTime(Date.now() + 120_000)
  browser.server.refusal = { ...changed, current: { askCents: null, templateVersion: 1, truckId: other.id } }

  await browser.click(1, reeferLoad)
  await browser.confirm()
  await vi.waitFor(async () =>
    expect(await browser.boardState()).toMatchObject({ inquiries: { DL1: { state: 'changed' } } }),
  )
  await browser.click(1, reeferLoad)
  await vi.waitFor(() => expect(browser.sentBodies).toHaveLength(2))

  expect(browser.sentBodies.map(({ expected }) => expected)).toEqual([
    { askCents: null, templateVersion: 1, truckId: reefer.id },
    { askCents: null, templateVersion: 1, truckId: other.id },
  ])
  expect(browser.calls.filter((path) => path.startsWith('/places'))).toEqual([])
})

test('[D13.14] a click whose truck misses the pickup asks once for each truck', async () => {
  const browser = await openBrowser()
  const place = { city: 'Omaha', state: 'NE' }
  browser.server.trucks = [truck('104', { place })]
  vi.setSystemTime(Date.now() + 120_000)
  const soon = { ...inquiry.load, pickupDay: '2026-11-20', pickupTime: '15:00' }

  await browser.click(1, { ...inquiry.load, boardLoadId: 'DL2' }) // the first send of the template
  await browser.confirm()
  expect(await browser.click(1, soon)).toBe('asked')
  expect(await browser.readQuestion()).toMatchObject({
    truck: '104',
    missed: expect.stringMatching(/^Misses pickup by/),
  })
  await browser.confirm()
  await vi.waitFor(async () =>
    expect(await browser.boardState()).toMatchObject({ inquiries: { DL1: { state: 'limit' } } }),
  )
  expect(await browser.click(1, soon)).toMatchObject({ state: 'sending' })
  browser.server.trucks = [truck('107', { place })]
  vi.setSystemTime(Date.now() + 120_000)
  expect(await browser.click(1, soon)).toBe('asked')
})

test('[D13.11] a click below the floor asks, once for each load, also in workers that end', async () => {
  const browser = await openBrowser()
  browser.server.costs = { ...noCosts, perMileCents: 200, feesPercent: 0 } // $1,140 for 570 miles
  vi.setSystemTime(Date.now() + 120_000)
  const load = { ...inquiry.load, tripMiles: 548, deadheadMiles: 22 }
  const other = { ...load, boardLoadId: 'DL2' }
  const sentAsks = () => browser.sentBodies.map(({ expected }) => expected?.askCents)

  await browser.click(1, { ...load, boardLoadId: 'DL3' }, 114_000) // the first send of the template
  await browser.confirm()
  expect(await browser.click(1, load, 114_000)).toMatchObject({ state: 'sending' })
  await vi.waitFor(() => expect(sentAsks()).toEqual([114_000, 114_000]))

  expect(await browser.click(1, load, 113_900)).toBe('asked')
  expect(await browser.readQuestion()).toMatchObject({ floorCents: 114_000 })
  expect(sentAsks()).toHaveLength(2)
  await browser.confirm()
  await vi.waitFor(() => expect(sentAsks()).toEqual([114_000, 114_000, 113_900]))

  await browser.fireAlarm(1)
  expect(await browser.click(1, load, 100_000)).toMatchObject({ state: 'sending' })
  expect(await browser.click(1, other, 100_000)).toBe('asked')
})

test('[D12.4] the first send of a template asks, and the first after a change; others are one click', async () => {
  const browser = await openBrowser()

  expect(await browser.click()).toBe('asked')
  expect([browser.countAsked(), browser.calls.includes('/emails')]).toEqual([1, false])
  await browser.confirm()
  await vi.waitFor(() => expect(browser.calls).toContain('/emails'))

  expect(await browser.click()).toMatchObject({ state: 'sending' })
  expect(await browser.click(2)).toBe('asked')
  expect(browser.countAsked()).toBe(2)
})

test('[D12.4] [X07] a window that was left open sends nothing but what it shows', async () => {
  const browser = await openBrowser()
  await browser.click()
  const left = await browser.readQuestion() // its window became a tab, so the next question opens another
  await browser.click(1, { ...inquiry.load, boardLoadId: 'DL2' })

  expect(await browser.confirm(left?.inquiry)).toEqual({ isDone: false })
  expect(browser.calls).not.toContain('/emails')
  expect(await browser.readQuestion()).toMatchObject({ inquiry: { load: { boardLoadId: 'DL2' } } })
  expect(await browser.confirm()).toEqual({ isDone: true })
  expect(await browser.confirm(left?.inquiry)).toEqual({ isDone: false })
})

test('where the browser can store nothing more, a click says that it was not sent', async () => {
  const browser = await openBrowser()
  browser.areas.local.set = () => Promise.reject(new Error('Resource::kQuotaBytes quota exceeded'))
  await browser.click()

  expect(await browser.confirm()).toEqual({ isDone: true })
  expect(await browser.boardState()).toMatchObject({ inquiries: { DL1: { state: 'failed' } } })
})

test('signed out, the worker calls no server, shows no badge and sets no alarm', async () => {
  const browser = await openBrowser({ isSignedIn: false, counts: { waiting: 0, failed: 3, unknown: 0 } })

  expect(browser.badge.text).toBe('')
  expect(browser.alarms.size).toBe(0)
  expect(browser.calls).toEqual([])
})

test.each([
  [1, '1 email needs attention'],
  [2, '2 emails need attention'],
])('with %i in need of attention the popup shows “%s” and opens them', async (failed, text) => {
  const browser = await openBrowser({ counts: { waiting: 4, failed, unknown: 0 } })
  document.body.innerHTML = '<main id="content"></main>'
  await import('../popup/popup.ts')

  await vi.waitFor(() => expect(document.body.textContent).toContain(text))
  for (const button of document.querySelectorAll('button')) if (button.textContent === 'Review') button.click()

  await vi.waitFor(() => expect(browser.opened).toEqual(['https://app.loadping.example/email?group=attention']))
})

test('with nothing in need of attention the popup does not mention it', async () => {
  await openBrowser()
  document.body.innerHTML = '<main id="content"></main>'
  await import('../popup/popup.ts')

  await vi.waitFor(() => expect(document.body.textContent).toContain('50/50 emails left'))
  expect(document.body.textContent).not.toMatch(/needs? attention/)
})

test('[X10] a board page no longer has the account within 20 seconds after the session ended', async () => {
  const browser = await openBrowser()
  expect(await browser.boardState()).toMatchObject({ account: { email: 'maria@redbud.example' } })

  browser.server.isSessionEnded = true
  vi.setSystemTime(Date.now() + 20_000)

  expect(await browser.boardState()).toMatchObject({ account: null, inquiries: {} })
})

test('[D11.8] a board page learns that the server refuses this version, until it accepts it again', async () => {
  const browser = await openBrowser()
  expect(await browser.boardState()).toMatchObject({ isOutdated: false })

  browser.server.isVersionRefused = true
  vi.setSystemTime(Date.now() + 20_000)
  expect(await browser.boardState()).toMatchObject({ isOutdated: true, account: null })
  expect(await browser.askPopup({ kind: 'popup-state' })).toMatchObject({ refusal: 'This version shows wrong prices.' })

  browser.server.isVersionRefused = false
  vi.setSystemTime(Date.now() + 20_000)
  expect(await browser.boardState()).toMatchObject({ isOutdated: false })
})

test('[X10] a clock that is set back keeps no account of a session that ended', async () => {
  const browser = await openBrowser()
  await browser.boardState()

  browser.server.isSessionEnded = true
  vi.setSystemTime(Date.now() - 3_600_000)

  expect(await browser.boardState()).toMatchObject({ account: null })
})

test('[X10] an open board page asks for its account at least every 20 seconds', async () => {
  vi.useFakeTimers()
  const sendMessage = vi.fn(async () => undefined) // a worker that is being replaced
  vi.stubGlobal('chrome', { runtime: { id: 'own', sendMessage } })
  const { watchBoard } = await import('../rows/watch-board.ts')
  const { boardWith } = await import('../boards/readers.ts')
  const { createPageLoop } = await import('../page/page-loop.ts')

  watchBoard(boardWith({ id: 'dat-one', selectors: {} }), createPageLoop())
  await vi.advanceTimersByTimeAsync(60_000)

  expect(sendMessage.mock.calls.length).toBeGreaterThanOrEqual(4)
})

test("[D13.30] [D12.15] a practice board's click sends a practice email, without a first-send window", async () => {
  const browser = await openBrowser()

  await browser.clickPractice('practice-2')

  await vi.waitFor(() => expect(browser.practiceBodies).toHaveLength(1))
  expect(browser.practiceBodies).toEqual([
    {
      row: 'practice-2',
      templateId: inquiry.templateId,
      expected: { askCents: null, templateVersion: 1, truckId: null },
    },
  ])
  expect(browser.calls).not.toContain('/emails')
  expect(browser.countAsked()).toBe(0)
  await browser.click()
  expect(browser.countAsked()).toBe(1) // the first inquiry still asks
})

test('[D13.30] calls and saves on the practice board stay in the browser', async () => {
  const browser = await openBrowser()
  const load = { ...practiceLoad, boardLoadId: 'practice-1' }

  expect(await browser.askPractice({ kind: 'call', load, key: crypto.randomUUID() })).toBe('recorded')
  expect(await browser.askPractice({ kind: 'save', load, key: crypto.randomUUID() })).toBe('recorded')

  expect(await browser.practiceState()).toMatchObject({
    notes: { 'practice-1': { calledAt: expect.any(String), savedAt: expect.any(String) } },
  })
  expect(browser.calls.filter((path) => !['/extension/state', '/user-info'].includes(path))).toEqual([])
})

test('[D12.15] the rows of the practice board show what a teammate and the user seem to have done', async () => {
  const browser = await openBrowser()

  expect(await browser.practiceState()).toMatchObject({
    notes: { 'practice-6': { savedAt: expect.any(String) }, 'practice-7': { calledAt: expect.any(String) } },
    marks: { marks: [{ name: 'Priya', type: 'EMAIL' }] },
  })
  expect(await browser.boardState()).toMatchObject({ marks: { marks: [] }, notes: {} })
})

test('[D12.5] the ledger has exactly the requests of 1,000 mixed clicks, in workers that end', async () => {
  const browser = await openBrowser()
  browser.server.refusal = { ...noneLeft }
  await browser.click()
  await browser.confirm()
  const before = { status: 'contacted' as const, outcome: null, id: maria }
  const loadOf = (index: number) => ({ ...inquiry.load, boardLoadId: `DL${index}`, phone: '(202) 555-0140' })
  const key = () => crypto.randomUUID()
  const clicks: ((index: number) => Promise<unknown>)[] = [
    (index) => browser.click(1, loadOf(index)),
    (index) => browser.askBoard({ kind: 'call', load: loadOf(index), askCents: 240_000, key: key() }),
    (index) => browser.askBoard({ kind: 'save', load: loadOf(index), key: key() }),
    (index) =>
      browser.askBoard({ kind: 'outcome', load: loadOf(index), outcome: 'booked', cents: 250_000, key: key() }),
    () => browser.askBoard({ kind: 'undo-outcome', before }),
    (index) => browser.clickPractice(`practice-${(index % 8) + 1}`),
    () => browser.boardState(),
    () => browser.askPopup({ kind: 'popup-state' }),
    (index) => browser.askPopup({ kind: 'set-outcome', loadId: maria, outcome: index % 2 ? 'covered' : 'declined' }),
    () => browser.askPopup({ kind: 'use-truck', truckId: null }),
  ]

  for (let index = 0; index < 1_000; index++) {
    await clicks[index % clicks.length]?.(index)
    if (index % 100 === 99) await browser.fireAlarm(1)
  }
  await vi.waitFor(async () => expect(await browser.hasWaiting()).toBe(false), { timeout: 20_000 })

  const { rows } = await browser.readLedger()
  const listed = rows.flatMap(({ count, method, path, fields }) =>
    Array.from({ length: count }, () => `${method} ${path} ${Object.keys(fields).sort()}`),
  )
  expect(listed.length).toBeGreaterThan(1_000)
  expect(listed.sort()).toEqual(browser.sent.map(describeSent).sort())
  const clicked = (path: string) =>
    rows.flatMap((row) => (row.path === path ? [row.fields['boardLoadId']] : [])).toSorted()
  for (const path of ['/emails', '/contact-events', '/loads'])
    expect(clicked(path)).toEqual(
      browser.sent.flatMap(({ url, body }) => (url.pathname === path ? [postingIn(body)] : [])).toSorted(),
    )
}, 60_000)

type FetchInit = { body?: string; method?: string; headers?: HeadersInit }
type Listener = (message: unknown, sender: object, respond: (response: unknown) => void) => unknown

/** Opens a browser with the extension and a server, whose worker has started and is idle. */
async function openBrowser({ emails = 50, isSignedIn = true, counts = { waiting: 0, failed: 0, unknown: 0 } } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T20:00:00Z') })
  const session = { userId: maria, email: 'maria@redbud.example', refreshToken: 'r', lastAccessToken: 'a' }
  const shown = {
    badge: { text: '', color: '' },
    alarms: new Map<string, object>(),
    opened: [] as string[],
    calls: [] as string[],
    asked: 0,
  }
  const server = {
    counts,
    trucks: [] as Truck[],
    costs: noCosts,
    refusal: noneLeft as { status: number; current?: object },
    isSessionEnded: false,
    isVersionRefused: false,
  }
  const sentBodies: { expected?: { askCents: number | null } }[] = []
  const practiceBodies: object[] = []
  const sent: Sent[] = []
  let onAlarm = async () => {}
  let onMessage: Listener = () => undefined
  const unused = { addListener: () => {} }
  const areas = {
    local: openArea({ session: isSignedIn ? session : null }),
    session: openArea({ accessToken: isSignedIn ? 'a' : null }),
  }

  vi.stubGlobal('fetch', async (url: string, { body, method = 'GET', headers }: FetchInit = {}) => {
    const { pathname } = new URL(url)
    shown.calls.push(pathname)
    sent.push({ method, url: new URL(url), headers: new Headers(headers), body: body ?? '' })
    if (server.isVersionRefused) return Response.json(updateNeeded, { status: 426 })
    if (server.isSessionEnded) return Response.json(notSignedIn, { status: 401 })
    if (pathname === '/emails') {
      sentBodies.push(JSON.parse(body ?? '{}'))
      return Response.json(server.refusal, { status: server.refusal.status })
    }
    if (pathname === '/emails/practice') {
      practiceBodies.push(JSON.parse(body ?? '{}'))
      return Response.json(noneLeft, { status: 402 })
    }
    const responses: Record<string, unknown> = {
      '/extension/state': { ...stateWith(emails, server.counts), trucks: server.trucks, costs: server.costs },
      '/user-info': { userType: 'carrier', trucksAmount: 1, loadboards: [], source: null },
      '/contact-events': { at: '2026-11-20T20:00:00.000Z', loadId: maria },
      '/loads': savedLoad,
      '/extension/outcomes': { id: maria, status: 'contacted', outcome: null },
    }
    return Response.json(responses[pathname] ?? {}, { status: responses[pathname] ? 200 : 503 })
  })
  vi.stubGlobal('chrome', {
    runtime: {
      id: 'own',
      getManifest: () => ({ homepage_url: 'https://app.loadping.example/', version: '0.1.0' }),
      getURL: (file: string) => `chrome-extension://own/${file}`,
      onMessage: { addListener: (listener: Listener) => (onMessage = listener) },
      sendMessage: (message: unknown) =>
        new Promise((respond) => onMessage(message, { id: 'own', url: 'chrome-extension://own/popup.html' }, respond)),
      onInstalled: unused,
      onStartup: unused,
    },
    storage: areas,
    permissions: { onAdded: unused, onRemoved: unused, contains: async () => false },
    alarms: {
      get: async (name: string) => shown.alarms.get(name),
      create: async (name: string, schedule: object) => shown.alarms.set(name, schedule),
      clear: async (name: string) => shown.alarms.delete(name),
      onAlarm: { addListener: (listener: typeof onAlarm) => (onAlarm = listener) },
    },
    action: {
      setIcon: async () => {},
      setBadgeText: async ({ text }: { text: string }) => Object.assign(shown.badge, { text }),
      setBadgeBackgroundColor: async ({ color }: { color: string }) => Object.assign(shown.badge, { color }),
      setBadgeTextColor: async () => {},
    },
    windows: { create: async () => ({ id: shown.asked++ }), update: async () => Promise.reject(new Error('closed')) },
    tabs: { create: async ({ url }: { url: string }) => shown.opened.push(url) },
  })

  async function startWorker(): Promise<void> {
    vi.resetModules()
    await import('./background.ts')
    await onAlarm()
  }
  await startWorker()

  const askFrom = (url: string, request: object): Promise<unknown> =>
    new Promise((respond) => onMessage(request, { id: 'own', url, frameId: 0, tab: {} }, respond))
  const askFromBoard = (request: object) => askFrom('https://one.dat.com/search-loads', request)

  const askPractice = (request: object) => askFrom('https://app.loadping.example/practice-board', request)

  const askFromConfirm = (request: object) => askFrom('chrome-extension://own/confirm.html', request)
  const readQuestion = async () => (await askFromConfirm({ kind: 'question' })) as { inquiry: unknown } | null

  return {
    ...shown,
    sentBodies,
    areas,
    server,
    countAsked: () => shown.asked,
    /** Asks as a board's page does. */
    boardState: () => askFromBoard({ kind: 'board-state', board: 'dat-one', marks: '', isInUse: true }),
    askBoard: askFromBoard,
    askPopup: (request: object) => askFrom('chrome-extension://own/popup.html', request),
    readLedger: () => askFrom('chrome-extension://own/ledger.html', { kind: 'read-ledger' }) as Promise<LedgerView>,
    hasWaiting: async () => Object.keys((await areas.local.get('outbox'))['outbox'] ?? {}).length > 0,
    sent,
    askPractice,
    practiceBodies,
    practiceState: () => askPractice({ kind: 'board-state', board: 'truckstop', marks: '', isInUse: true }),
    clickPractice: (row: string) =>
      askPractice({
        kind: 'send-inquiry',
        inquiry: {
          ...inquiry,
          load: { ...practiceLoad, boardLoadId: row },
          expected: { askCents: null, templateVersion: 1 },
        },
        key: crypto.randomUUID(),
      }),
    /** Sends an inquiry as a click on a row does. The server rejects it. */
    click: (templateVersion = 1, load: object = inquiry.load, askCents: number | null = null) =>
      askFromBoard({
        kind: 'send-inquiry',
        inquiry: { ...inquiry, load, expected: { askCents, templateVersion } },
        key: crypto.randomUUID(),
      }),
    /** Answers a question before a first send: the one that is asked, or one that a window showed. */
    confirm: async (shown?: unknown) =>
      askFromConfirm({ kind: 'confirm-send', inquiry: shown ?? (await readQuestion())?.inquiry }),
    readQuestion,
    /** Ends the worker. The alarm starts another one minutes later. */
    fireAlarm: (minutes: number) => {
      vi.setSystemTime(Date.now() + minutes * 60_000)
      return startWorker()
    },
  }
}

const savedLoad = {
  id: '018f3c2e-0000-7000-8000-00000000000c',
  userId: '018f3c2e-0000-7000-8000-00000000000a',
  facts: inquiry.load,
  equipmentClass: null,
  status: 'saved',
  outcome: null,
  askCents: null,
  contactedAt: null,
  note: null,
  firstSeenAt: '2026-11-20T20:00:00.000Z',
  updatedAt: '2026-11-20T20:00:00.000Z',
}
const practiceLoad = { ...inquiry.load, board: 'truckstop' }
const noneLeft = { type: 'x', title: 'x', status: 402, detail: 'x', code: 'plan-limit' }
const changed = { type: 'x', title: 'x', status: 409, detail: 'x', code: 'price-changed' }
const updateNeeded = {
  type: 'x',
  title: 'x',
  status: 426,
  detail: 'This version shows wrong prices.',
  code: 'update-needed',
}
const notSignedIn = { type: 'x', title: 'x', status: 401, detail: 'x', code: 'not-signed-in' }
const maria = '018f3c2e-0000-7000-8000-00000000000a'

const stateWith = (emails: number, { failed, unknown }: { failed: number; unknown: number }): PageState => ({
  version: crypto.randomUUID(),
  account: {
    email: 'maria@redbud.example',
    userType: 'carrier',
    emails,
    limitEmails: 50,
    sellByMinutes: 15,
    accountVerified: true,
    needAttention: failed + unknown,
  },
  templates: [],
  profile: { name: 'Maria', company: null, phone: null, mc: null, dot: null, signature: null },
  snippets: {},
  truck: null,
  costs: noCosts,
  marks: { salt: 's', isComplete: true, marks: [], removed: [] },
  boards: { version: 0, boards: [] },
  memoryVersion: 'm',
})

function openArea(items: Record<string, unknown>) {
  return {
    get: async (name: string) => structuredClone({ [name]: items[name] }),
    set: async (changed: Record<string, unknown>) => void Object.assign(items, structuredClone(changed)),
  }
}
