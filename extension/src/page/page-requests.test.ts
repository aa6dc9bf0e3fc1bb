import { BoardSetting } from '@loadping/contract/boards/board-settings'
import { createClient } from '@loadping/contract/client'
import type { Mark } from '@loadping/contract/extension/marks'
import type { PageState } from '@loadping/contract/extension/page-state'
import { noCosts } from '@loadping/contract/trucks/trucks'
import { afterEach, expect, test, vi } from 'vitest'
import { createBoardStateAnswers } from '../board-state/board-state-answers.ts'
import type { BoardFacts } from '../boards/boards.ts'
import type { InquiryState } from '../inquiries/inquiry-state.ts'
import { createBoardHealth } from '../readability/board-health.ts'
import { createReadability } from '../readability/readability-answers.ts'
import { createRowNotes } from '../row-memory/row-notes.ts'
import { createBoardClient } from '../rows/worker-client.ts'
import { createPageState } from '../session/page-state.ts'
import { askAnswers } from '../testing/ask-answers.ts'
import { openArea } from '../testing/open-browser.ts'
import { createPageLoop } from './page-loop.ts'

const dat: BoardFacts = { id: 'dat-one', name: 'DAT One', matches: [], isUntried: false }
const minute = 60_000
const templates = Array.from({ length: 8 }, (_, index) => ({
  id: `018f3c2e-0000-7000-8000-00000000010${index}`,
  name: `Van ${index}`,
  isDefault: index === 0,
  version: 1,
  owner: null,
}))
const stateOf = (version: number, marks: Mark[]): PageState => ({
  version: `v${version}`,
  account: {
    email: 'maria@redbud.example',
    userType: 'carrier',
    emails: 50,
    limitEmails: 50,
    sellByMinutes: 15,
    accountVerified: true,
    needAttention: 0,
  },
  templates,
  profile: { name: 'Maria', company: 'Redbud', phone: null, mc: '482130', dot: null, signature: null },
  snippets: {},
  truck: null,
  costs: noCosts,
  marks: { salt: 's', isComplete: true, marks, removed: [] },
  boards: { version: 0, boards: [] },
  memoryVersion: 'm',
})
const mark: Mark = {
  id: '018f3c2e-0000-7000-8000-000000000201',
  postingKey: 'p',
  laneKey: null,
  userId: '018f3c2e-0000-7000-8000-000000000202',
  name: 'Owen',
  type: 'PHONE',
  at: '2026-11-20T20:00:00.000Z',
  askCents: null,
  postedCents: null,
  outcome: null,
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens one board's page with its worker, and a server that counts what it is asked and how much it answers. */
function openPage() {
  vi.useFakeTimers()
  const session = openArea()
  const count = { requests: 0, bodies: 0, bytes: 0, messages: 0 }
  const server: { version: number; marks: Mark[]; isDown: boolean } = { version: 1, marks: [], isDown: false }
  const inquiries: Record<string, InquiryState> = {}
  const client = createClient(async ({ path, body: sent }) => {
    const answer = respond(path)
    count.requests += 1
    count.bytes += (JSON.stringify(sent) ?? '').length + (answer.body === '' ? 0 : JSON.stringify(answer.body).length)
    return answer
  })
  function respond(path: string): { status: number; body: unknown } {
    if (server.isDown) return { status: 503, body: { code: 'unavailable', detail: 'Down' } }
    if (path === '/extension/health') return { status: 200, body: null }
    if (path.startsWith('/extension/templates')) {
      count.bodies += templates.length
      const bodies = templates.map(({ id, version }) => ({ id, version, subject: 'Load', template: '<p>Hi</p>' }))
      return { status: 200, body: bodies }
    }
    const { version, marks } = server
    return path === `/extension/state?version=v${version}`
      ? { status: 304, body: '' }
      : { status: 200, body: stateOf(version, marks) }
  }
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const user = { userId: async () => 'maria', now: () => new Date() }
  const { read, ageMs } = createPageState({
    ...user,
    wait,
    session,
    extension: client.extension,
    onChange: async () => undefined,
  })
  const health = createBoardHealth({
    ...user,
    persistentArea: session,
    extension: client.extension,
    maySend: async () => true,
  })
  const readability = createReadability({
    session,
    health,
    extension: client.extension,
    settingOf: async ({ id }) => BoardSetting.parse({ id }),
    isBroker: async () => false,
    questionUrl: '',
  })
  const answers = {
    ...createBoardStateAnswers({
      readState: read,
      ageMs,
      inquiries: { listStates: async () => ({ ...inquiries }) },
      settingFor: async ({ id }) => BoardSetting.parse({ id }),
      notes: createRowNotes({ ...user, persistentArea: session }),
      isOutdated: async () => false,
      now: () => new Date(),
    }),
    ...readability.boardAnswers,
  }
  const sendMessage = (request: { kind: string }) => {
    count.messages += 1
    return askAnswers(answers, request, dat)
  }
  vi.stubGlobal('chrome', { runtime: { id: 'own', sendMessage } })
  const loop = createPageLoop()
  const board = createBoardClient('dat-one', loop, { onChange: () => undefined })
  const counts = { board: 'dat-one', rows: 40, loads: 40, fields: { origin: 40, dest: 40 } }
  const countRows = () => sendMessage({ kind: 'board-counts', counts } as { kind: string })
  loop.add({ run: board.refresh, pauseMs: board.pauseMs, firstMs: 0, end: () => undefined })
  loop.add({ run: countRows, pauseMs: () => 30_000, firstMs: 3_000, end: () => undefined })

  return {
    server,
    board,
    count,
    stop: loop.stop,
    openOther() {
      const other = createBoardClient('dat-one', loop, { onChange: () => undefined })
      loop.add({ run: other.refresh, pauseMs: other.pauseMs, firstMs: 2_000, end: () => undefined })
      return other
    },
    waitForEmail() {
      inquiries['DL1'] = { state: 'waiting', templateId: templates[0]?.id ?? '' }
    },
    touch: () => window.dispatchEvent(new Event('pointermove')),
    /** Counts the requests and the KB of a minute, in which the page is touched so often. */
    async measureMinute(touches: number) {
      const before = { ...count }
      for (let step = 0; step < 60; step++) {
        if (step < touches) window.dispatchEvent(new Event('keydown'))
        await vi.advanceTimersByTimeAsync(1000)
      }
      return {
        requests: count.requests - before.requests,
        messages: count.messages - before.messages,
        kilobytes: (count.bytes - before.bytes) / 1000,
      }
    },
  }
}

test('a visible board asks at most 18 times a minute in use, and 4 times untouched', async () => {
  const page = openPage()
  const first = await page.measureMinute(60)
  const inUse = await page.measureMinute(60)
  await page.measureMinute(0)
  const untouched = await page.measureMinute(0)

  expect(first.requests).toBeLessThanOrEqual(20) // with the bodies of templates and the first board health
  expect(inUse.requests).toBeGreaterThanOrEqual(15)
  expect(inUse.requests).toBeLessThanOrEqual(18)
  expect(untouched.requests).toBeGreaterThanOrEqual(3)
  expect(untouched.requests).toBeLessThanOrEqual(4)
  expect(first.kilobytes).toBeLessThan(5)
  expect([inUse.kilobytes, untouched.kilobytes]).toEqual([0, 0])
  page.stop()
})

test("teammates' marks are at most 4 s old in use, and fresh on a page that is touched again", async () => {
  const page = openPage()
  await page.measureMinute(60)
  page.server.version = 2
  page.server.marks = [mark]
  await vi.advanceTimersByTimeAsync(4000)
  expect(page.board.state().marks.marks).toEqual([mark])

  await page.measureMinute(0)
  await page.measureMinute(0)
  page.server.version = 3
  page.server.marks = []
  await vi.advanceTimersByTimeAsync(4000)
  page.touch()
  await vi.advanceTimersByTimeAsync(100)
  expect(page.board.state().marks.marks).toEqual([])
  page.stop()
})

test('two pages in use share what the server said, and neither is more than 4 seconds behind', async () => {
  const page = openPage()
  const other = page.openOther()
  await page.measureMinute(60)
  const { requests } = await page.measureMinute(60)
  expect(requests).toBeLessThanOrEqual(18)

  page.server.version = 2
  page.server.marks = [mark]
  await vi.advanceTimersByTimeAsync(4000)
  for (const board of [page.board, other]) expect(board.state().marks.marks).toEqual([mark])
  page.stop()
})

test('while the server fails, a page asks it a few times a minute, also while an email waits', async () => {
  const page = openPage()
  await page.measureMinute(60)
  page.server.isDown = true
  page.waitForEmail()
  await page.measureMinute(60)
  expect((await page.measureMinute(60)).requests).toBeLessThanOrEqual(4)

  page.server.isDown = false
  await page.measureMinute(60)
  expect((await page.measureMinute(60)).requests).toBeGreaterThanOrEqual(15)
  page.stop()
})

test('a page that knows nothing new asks the worker no more often than one that does', async () => {
  const page = openPage()
  page.server.isDown = true
  expect((await page.measureMinute(60)).messages).toBeLessThanOrEqual(20) // nothing is known
  page.server.isDown = false
  await page.measureMinute(60)
  page.server.isDown = true
  expect((await page.measureMinute(60)).messages).toBeLessThanOrEqual(20) // what is known grows old
  page.stop()
})

test('a hidden page asks nothing', async () => {
  const page = openPage()
  await page.measureMinute(1)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await vi.advanceTimersByTimeAsync(20_000)
  const before = page.count.requests

  await vi.advanceTimersByTimeAsync(5 * minute)

  expect(page.count.requests).toBe(before)
  hidden.mockRestore()
  page.stop()
})

test('the bodies of templates travel once per version', async () => {
  const page = openPage()
  await page.measureMinute(60)
  page.server.version = 2
  await page.measureMinute(60)

  expect(page.count.bodies).toBe(templates.length)
  page.stop()
})
