import { expect, test } from 'vitest'
import { inquiry, openBrowser, rowState } from '../testing/open-browser.ts'

/** A browser in which one mail was accepted a moment ago. */
async function withQueuedMail() {
  const browser = openBrowser({ isClockHeld: true })
  const worker = browser.startWorker()
  await worker.send(inquiry)
  await browser.settled()
  expect(await rowState(worker)).toBe('queued')
  return { browser, worker }
}

test('a mail that was taken back never goes out, and the next click sends a new one under a new key', async () => {
  const { browser, worker } = await withQueuedMail()
  browser.pass(4_900)

  expect(await worker.undo('dat-one', 'DL1')).toMatchObject({ state: 'undone' })

  expect(await worker.send(inquiry)).toMatchObject({ state: 'sending' })
  await browser.settled()
  expect(await rowState(worker)).toBe('queued')
  expect(browser.server.takenBack).toEqual(new Set([browser.server.mails[0]?.id]))
  expect([browser.server.mails.length, browser.server.keys.size]).toEqual([2, 2])
})

test('what was handed over already cannot be taken back, and the row says what it is', async () => {
  const { browser, worker } = await withQueuedMail()
  browser.pass(5_000)

  expect(await worker.undo('dat-one', 'DL1')).toMatchObject({ state: 'sent' })

  expect(browser.server.takenBack.size).toBe(0)
  expect(await worker.send(inquiry)).toMatchObject({ state: 'sent' })
  expect(browser.server.mails).toHaveLength(1)
})

test('taking back is asked again when the answer gets lost, and two presses are as one', async () => {
  const { browser, worker } = await withQueuedMail()
  browser.server.left.lostAnswers = 2

  const answers = Promise.all([worker.undo('dat-one', 'DL1'), worker.undo('dat-one', 'DL1')])
  await browser.settled(5)
  browser.pass(300)

  expect((await answers).map((answer) => answer?.state)).toEqual(['undone', 'undone'])
  expect(await rowState(worker)).toBe('undone')
})

const deaths = Array.from({ length: 12 }, (_, step) => ({ step }))
test.each(deaths)(
  'a worker that dies at step $step of taking back leaves a row that tells the truth in the end',
  async ({ step }) => {
    const { browser } = await withQueuedMail()
    void browser.startWorker(step).undo('dat-one', 'DL1')
    await browser.settled()

    const next = browser.startWorker()
    await next.resume()
    await browser.settled()
    browser.pass(5_000)
    await browser.settled()

    expect(await rowState(next)).toBe(browser.server.takenBack.size === 1 ? 'undone' : 'sent')
    expect(browser.server.mails).toHaveLength(1)
  },
)

test('a mail that was taken back in another place makes the row as it was', async () => {
  const { browser, worker } = await withQueuedMail()

  browser.server.takenBack.add(browser.server.mails[0]?.id ?? '')
  browser.pass(5_000)
  await browser.settled()

  expect(await rowState(worker)).toBe('undone')
})

test('while a mail can be taken back nobody asks about it; only once it is handed over', async () => {
  const { browser, worker } = await withQueuedMail()

  browser.pass(4_999)
  await browser.settled()
  expect(browser.server.count.lookUps).toBe(0)

  browser.pass(1)
  await browser.settled()
  expect(await rowState(worker)).toBe('sent')
  expect(browser.server.count.lookUps).toBe(1)
})

test('an answer that was on its way while the mail was taken back does not bring it back', async () => {
  const { browser, worker } = await withQueuedMail()
  await worker.undo('dat-one', 'DL1')
  browser.server.takenBack.clear() // as the server saw it a moment before

  browser.pass(5_000)
  await browser.settled()

  expect(await rowState(worker)).toBe('undone')
})

test('there is nothing to take back on a row that sent nothing', async () => {
  expect(await openBrowser().startWorker().undo('dat-one', 'DL1')).toBeUndefined()
})
