import { expect, test } from 'vitest'
import { inquiry, openBrowser, rowState } from '../testing/open-browser.ts'

/** Opens a browser in which one email was just accepted. */
async function withQueuedEmail() {
  const browser = openBrowser({ isClockManual: true })
  const worker = browser.startWorker()
  await worker.send(inquiry)
  await browser.settled()
  expect(await rowState(worker)).toBe('queued')
  return { browser, worker }
}

test('an undone email is never sent, and the next click sends a new one under a new key', async () => {
  const { browser, worker } = await withQueuedEmail()
  browser.pass(4_900)

  expect(await worker.undo('dat-one', 'DL1')).toMatchObject({ state: 'undone' })

  expect(await worker.send(inquiry)).toMatchObject({ state: 'sending' })
  await browser.settled()
  expect(await rowState(worker)).toBe('queued')
  expect(browser.server.undone).toEqual(new Set([browser.server.emails[0]?.id]))
  expect([browser.server.emails.length, browser.server.keys.size]).toEqual([2, 2])
})

test('[D11.6] a click that the page repeats after its email was undone sends nothing again', async () => {
  const browser = openBrowser({ isClockManual: true })
  const worker = browser.startWorker()
  const key = crypto.randomUUID()
  await worker.send(inquiry, key)
  await browser.settled()
  expect(await worker.undo('dat-one', 'DL1')).toMatchObject({ state: 'undone' })

  await worker.send(inquiry, key) // its first response was lost with a worker
  await browser.settled()
  browser.pass(5_000)
  await browser.settled()
  expect(browser.server.emails).toHaveLength(1)
  expect(await rowState(worker)).toBe('undone')
})

test('a delivered email cannot be undone, and the row shows its state', async () => {
  const { browser, worker } = await withQueuedEmail()
  browser.pass(5_000)

  expect(await worker.undo('dat-one', 'DL1')).toMatchObject({ state: 'sent' })

  expect(browser.server.undone.size).toBe(0)
  expect(await worker.send(inquiry)).toMatchObject({ state: 'sent' })
  expect(browser.server.emails).toHaveLength(1)
})

test('an undo is repeated when its response is lost, and two clicks undo once', async () => {
  const { browser, worker } = await withQueuedEmail()
  browser.server.left.lostResponses = 2

  const responses = Promise.all([worker.undo('dat-one', 'DL1'), worker.undo('dat-one', 'DL1')])
  await browser.settled(5)
  browser.pass(300)

  expect((await responses).map((response) => response?.state)).toEqual(['undone', 'undone'])
  expect(await rowState(worker)).toBe('undone')
})

const crashes = Array.from({ length: 12 }, (_, step) => ({ step }))
test.each(crashes)('after a worker ends at step $step of an undo, the row shows the true state', async ({ step }) => {
  const { browser } = await withQueuedEmail()
  void browser.startWorker(step).undo('dat-one', 'DL1')
  await browser.settled()

  const next = browser.startWorker()
  await next.resume()
  await browser.settled()
  browser.pass(5_000)
  await browser.settled()

  expect(await rowState(next)).toBe(browser.server.undone.size === 1 ? 'undone' : 'sent')
  expect(browser.server.emails).toHaveLength(1)
})

test('a row looks as before the click after its email was undone elsewhere', async () => {
  const { browser, worker } = await withQueuedEmail()

  browser.server.undone.add(browser.server.emails[0]?.id ?? '')
  browser.pass(5_000)
  await browser.settled()

  expect(await rowState(worker)).toBe('undone')
})

test('an email that can be undone is not polled; it is once it is delivered', async () => {
  const { browser, worker } = await withQueuedEmail()

  browser.pass(4_999)
  await browser.settled()
  expect(browser.server.count.polls).toBe(0)

  browser.pass(1)
  await browser.settled()
  expect(await rowState(worker)).toBe('sent')
  expect(browser.server.count.polls).toBe(1)
})

test('a response that was in flight during an undo does not overwrite it', async () => {
  const { browser, worker } = await withQueuedEmail()
  await worker.undo('dat-one', 'DL1')
  browser.server.undone.clear() // the server's state of a moment before

  browser.pass(5_000)
  await browser.settled()

  expect(await rowState(worker)).toBe('undone')
})

test('undo has no effect on a row that sent nothing', async () => {
  expect(await openBrowser().startWorker().undo('dat-one', 'DL1')).toBeUndefined()
})
