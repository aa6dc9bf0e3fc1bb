import { expect, test } from 'vitest'
import { inquiry, openBrowser } from '../testing/open-browser.ts'

test('an intent of another user waits until that user signs in', async () => {
  const browser = openBrowser()
  void browser.startWorker(26).send(inquiry)
  await browser.settled()
  const emailsBefore = browser.server.emails.length

  browser.signIn('another user')
  await browser.startWorker().resume()
  await browser.settled()
  expect(browser.server.emails).toHaveLength(emailsBefore)

  browser.signIn('maria')
  await browser.startWorker().resume()
  await browser.settled()
  expect(browser.server.emails).toHaveLength(1)
})

test('two users who click the same row offline each send their own email, in their own session', async () => {
  const browser = openBrowser({ isClockManual: true })
  browser.setOnline(false)
  const worker = browser.startWorker()
  await worker.send(inquiry)
  browser.signIn('another user')
  await worker.clearStates()
  await worker.send(inquiry)
  await browser.settled()

  browser.setOnline(true)
  browser.pass(20_000)
  await browser.settled()
  expect(browser.server.emails).toHaveLength(1)

  browser.signIn('maria')
  await browser.startWorker().resume()
  await browser.settled()
  expect(browser.server.emails).toHaveLength(2)
})
