import { Problem } from '@loadping/contract/wire/problem'
import { expect, test } from 'vitest'
import { inquiry, openBrowser, rowState } from '../testing/open-browser.ts'

test.each(['not-signed-in', 'update-needed'] as const)(
  '[D11.6] rejected with %s when asked again, a send may have been sent and is not sent twice',
  async (code) => {
    const browser = openBrowser({ rejections: [new Problem(code, 'No')] })
    browser.server.left.down = 1
    const worker = browser.startWorker()

    await worker.send(inquiry)
    await browser.settled()

    expect((await worker.listStates('dat-one'))['DL1']).toMatchObject({
      state: 'unknown',
      reason: expect.stringContaining('Check your emails'),
    })
    expect(await worker.send(inquiry)).toMatchObject({ state: 'unknown' })
  },
)

test('a click that the browser has no room to store was not sent, and the next one is', async () => {
  const browser = openBrowser()
  const worker = browser.startWorker()
  browser.setFull(true)
  expect(await worker.send(inquiry)).toMatchObject({ state: 'failed' })
  expect(await rowState(worker)).toBe('failed')

  browser.setFull(false)
  await worker.send(inquiry)
  await browser.settled()
  expect(browser.server.emails).toHaveLength(1)
})
