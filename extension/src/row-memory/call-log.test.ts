import { Problem } from '@loadping/contract/wire/problem'
import { expect, test } from 'vitest'
import { inquiry, openArea } from '../testing/open-browser.ts'
import { type Call, createCallLog } from './call-log.ts'

const { load } = inquiry

/** Opens a browser profile and a server that counts calls by their key. */
function openBrowser({ lost = 0, rejects = false } = {}) {
  const persistentArea = openArea()
  const counted = new Map<string, Call>()
  let [time, requests, left] = [Date.parse('2026-11-20T20:00:00Z'), 0, lost]
  const start = () =>
    createCallLog({
      persistentArea,
      userId: async () => 'maria',
      now: () => new Date(time),
      newKey: () => crypto.randomUUID(),
      async record(call) {
        requests += 1
        if (rejects) throw new Problem('not-allowed', 'No')
        counted.set(call.key, call)
        left -= 1
        if (left >= 0) throw new TypeError('Failed to fetch')
      },
      async wait(ms) {
        time += ms
        await new Promise((resolve) => setTimeout(resolve))
      },
    })
  return { start, counted, requests: () => requests }
}

test('[X08] a call whose response is lost is repeated with its key, and counts once', async () => {
  const browser = openBrowser({ lost: 3 })
  const log = browser.start()

  expect(await log.add(load, 250_000)).toBe('waiting')
  await log.resume()

  expect([...browser.counted.values()]).toMatchObject([{ load, askCents: 250_000 }])
  expect([browser.requests(), await log.hasWaiting()]).toEqual([4, false])
})

test('[X08] a worker that started again repeats a waiting call', async () => {
  const browser = openBrowser({ lost: 1 })
  await browser.start().add(load, undefined)

  await browser.start().resume()

  expect(browser.counted.size).toBe(1)
  expect(await browser.start().hasWaiting()).toBe(false)
})

test('a call is repeated for 15 minutes at most, and one that is rejected not at all', async () => {
  const down = openBrowser({ lost: 1000 })
  const log = down.start()
  await log.add(load, undefined)
  await log.resume()
  expect(await log.hasWaiting()).toBe(false)
  expect(down.requests()).toBeLessThan(60)

  const rejecting = openBrowser({ rejects: true })
  expect(await rejecting.start().add(load, undefined)).toBe('rejected')
  expect(await rejecting.start().hasWaiting()).toBe(false)
})
