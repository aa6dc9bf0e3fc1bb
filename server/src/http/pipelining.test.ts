import { beforeAll, expect, test } from 'vitest'
import { writeBytes } from '../testing/raw-socket.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** Sends so many requests at once on one connection, and counts the responses. */
async function countAnswered(requests: number): Promise<number> {
  const next = 'GET /healthz HTTP/1.1\r\nhost: loadping.test\r\n\r\n'
  const last = next.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')
  const { text } = await writeBytes(app.app, next.repeat(requests - 1) + last)
  return text.split('{"status":"ok"}').length - 1
}

test('[O04] a connection with more than 4 unanswered requests is closed', async () => {
  expect(await countAnswered(4)).toBe(4)
  expect(await countAnswered(1_000)).toBeLessThanOrEqual(4)
})

test('a connection without traffic for two minutes is closed, also while a response is unread', () => {
  expect(app.app.server.timeout).toBe(120_000)
})
