import { createClient } from '@loadping/contract/client'
import { Problem, toProblemDocument } from '@loadping/contract/wire/problem'
import { expect, test } from 'vitest'
import type { BoardFacts } from '../boards/boards.ts'
import { createLoadAnswers } from '../row-memory/load-answers.ts'
import { createLoadOutbox } from '../row-memory/load-outbox.ts'
import { createRowNotes } from '../row-memory/row-notes.ts'
import { askAnswers } from '../testing/ask-answers.ts'
import { countSteps, inquiry, openArea, openClock, settled } from '../testing/open-browser.ts'
import { createOutbox } from './outbox.ts'

const { load } = inquiry
const dat: BoardFacts = { id: 'dat-one', name: 'DAT One', matches: [], isUntried: false }
const loadId = '018f3c2e-0000-7000-8000-000000000002'
const before = { id: loadId, status: 'contacted', outcome: null }

/** What rows ask for about loads, beside emails, which `send.test.ts` tests likewise. */
const clicks = {
  call: { kind: 'call', load, askCents: 250_000 },
  save: { kind: 'save', load },
  outcome: { kind: 'outcome', load, outcome: 'countered', cents: 245_000 },
}
type Click = keyof typeof clicks
const kinds: Click[] = ['call', 'save', 'outcome']

/** The calls of the server, with what each answers. */
const responses: Record<string, unknown> = {
  '/contact-events': { at: '2026-11-20T20:00:00.000Z', loadId },
  '/loads': {
    id: loadId,
    userId: '018f3c2e-0000-7000-8000-000000000009',
    facts: load,
    equipmentClass: null,
    status: 'saved',
    outcome: null,
    askCents: null,
    contactedAt: null,
    note: null,
    firstSeenAt: '2026-11-20T20:00:00.000Z',
    updatedAt: '2026-11-20T20:00:00.000Z',
  },
  '/extension/outcomes': before,
}

type Options = {
  /** How many of the first responses are lost. */
  lost?: number
  /** The status of each response. */
  status?: number
}

/** Opens a browser profile, and a server that does what it is asked once per key, and saves a load once. */
function openBrowser({ lost = 0, status = 200 }: Options = {}) {
  const persistentArea = openArea()
  const clock = openClock(false)
  const done = new Map<string, unknown>()
  let requests = 0
  let userId = 'maria'
  let isOnline = true

  async function respond({ path, headers, body }: { path: string; headers: Record<string, string>; body: unknown }) {
    requests += 1
    if (status !== 200) return { status, body: toProblemDocument(new Problem('not-allowed', 'No')) }
    done.set(headers['idempotency-key'] ?? JSON.stringify(body), body)
    if (requests <= lost) throw new TypeError('Failed to fetch')
    return { status, body: responses[path] }
  }

  /** Starts a worker, which ends at the given step. */
  function startWorker(endsAtStep = Number.POSITIVE_INFINITY) {
    const { step, area } = countSteps(endsAtStep)
    const user = { userId: step(async () => userId), now: () => new Date(clock.now()) }
    const client = createClient(step(respond))
    const outbox = createOutbox({
      ...user,
      persistentArea: area(persistentArea),
      newKey: () => crypto.randomUUID(),
      wait: step(clock.wait),
      isOnline: () => isOnline,
    })
    const notes = createRowNotes({ ...user, persistentArea: area(persistentArea) })
    const loads = createLoadOutbox({ outbox, client, notes, now: user.now })
    const nothing = async () => undefined
    const answers = createLoadAnswers({
      loads,
      client,
      notes,
      now: user.now,
      keepSending: step(nothing),
      openPage: nothing,
    })
    return {
      outbox,
      notes,
      click(kind: Click, key: string): Promise<unknown> {
        const request = { ...clicks[kind], key }
        return askAnswers(answers, request, dat)
      },
    }
  }

  return {
    startWorker,
    done,
    setFull: persistentArea.setFull,
    countRequests: () => requests,
    signIn: (id: string) => {
      userId = id
    },
    setOnline: (next: boolean) => {
      isOnline = next
    },
  }
}

const newKey = () => crypto.randomUUID()
const steps = Array.from({ length: 40 }, (_, step) => step)
const crashes = kinds.flatMap((kind) => steps.map((step) => ({ kind, step })))

test.each(crashes)('[X08] a worker that ends at step $step of a $kind loses none and sends none twice', async (at) => {
  const browser = openBrowser({ lost: 2 })
  const key = newKey()
  const response = browser
    .startWorker(at.step)
    .click(at.kind, key)
    .catch(() => undefined)
  await settled()

  const next = browser.startWorker()
  void next.outbox.resume()
  if ((await Promise.race([response, 'none'])) === 'none') await next.click(at.kind, key)

  await settled()
  expect(browser.done.size).toBe(1)
  expect(await next.outbox.hasWaiting()).toBe(false)
  if (at.kind !== 'outcome') expect(await next.notes.ofBoard('dat-one')).toMatchObject({ DL1: { loadId } })
})

test.each(kinds)('[X08] a %s whose responses are lost is repeated with its key, and done once', async (kind) => {
  const browser = openBrowser({ lost: 3 })
  const worker = browser.startWorker()

  expect(await worker.click(kind, newKey())).toBe('waiting')
  await settled()

  expect(browser.done.size).toBe(1)
  expect(browser.countRequests()).toBe(4)
  expect(await worker.outbox.hasWaiting()).toBe(false)
})

test.each(kinds)('[X08] a page that repeats the click of a %s with its key does it once', async (kind) => {
  const browser = openBrowser()
  const worker = browser.startWorker()
  const key = newKey()

  const [first, again] = await Promise.all([worker.click(kind, key), worker.click(kind, key)])
  const later = await worker.click(kind, key)

  const expected = kind === 'outcome' ? before : 'recorded'
  expect([first, again, later]).toEqual([expected, expected, expected])
  expect(browser.done.size).toBe(1)
})

test.each(kinds)('a %s is repeated for 15 minutes at most', async (kind) => {
  const browser = openBrowser({ lost: 1000 })
  const worker = browser.startWorker()
  await worker.click(kind, newKey())

  await settled(120)

  expect(await worker.outbox.hasWaiting()).toBe(false)
  expect(browser.countRequests()).toBeLessThan(60)
})

test.each(kinds)('a %s that the server refuses is not repeated', async (kind) => {
  const browser = openBrowser({ status: 403 })
  const worker = browser.startWorker()

  expect(await worker.click(kind, newKey())).toBe(kind === 'outcome' ? null : 'rejected')
  expect(await worker.outbox.hasWaiting()).toBe(false)
  expect(browser.countRequests()).toBe(1)
})

test.each(kinds)('offline, a %s waits and is done once when the device is back', async (kind) => {
  const browser = openBrowser()
  browser.setOnline(false)
  const worker = browser.startWorker()

  expect(await worker.click(kind, newKey())).toBe('waiting')
  expect(browser.countRequests()).toBe(0)
  browser.setOnline(true)
  await settled()

  expect(browser.done.size).toBe(1)
})

test('what a user asked for waits while another is signed in', async () => {
  const browser = openBrowser({ lost: 1 })
  const ending = browser.startWorker(12)
  void ending.click('save', newKey())
  await settled()

  browser.signIn('owen')
  const next = browser.startWorker()
  await next.outbox.resume()
  await settled()
  expect(await next.outbox.hasWaiting()).toBe(false)
  const before = browser.countRequests()
  browser.signIn('maria')
  expect(await next.outbox.hasWaiting()).toBe(true)
  await next.outbox.resume()
  await settled()

  expect(browser.countRequests()).toBeGreaterThan(before)
  expect(await next.outbox.hasWaiting()).toBe(false)
})

test('a later outcome of a load takes the place of one that waits', async () => {
  const browser = openBrowser()
  browser.setOnline(false)
  const worker = browser.startWorker()
  await worker.click('outcome', newKey())
  const last = newKey()
  await worker.click('outcome', last)

  browser.setOnline(true)
  await settled()

  expect([...browser.done.keys()]).toEqual([last])
})
