import { Problem } from '@loadping/contract/problem'
import { expect, test } from 'vitest'
import { inquiry, openBrowser } from '../testing/open-browser.ts'

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
