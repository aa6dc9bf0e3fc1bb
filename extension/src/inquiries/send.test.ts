import { Problem } from '@loadping/contract/wire/problem'
import { expect, test } from 'vitest'
import { inquiry, openBrowser, rowState } from '../testing/open-browser.ts'

test('[D11.6] a double click sends one email', async () => {
  const browser = openBrowser()
  const worker = browser.startWorker()

  const responses = await Promise.all([worker.send(inquiry), worker.send(inquiry), worker.send(inquiry)])

  await browser.settled()
  expect(responses.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending'])
  expect(browser.server.emails).toHaveLength(1)
  expect(await rowState(worker)).toBe('sent')
})

test('[D11.6] a click after the email was sent does not send another', async () => {
  const browser = openBrowser()
  const worker = browser.startWorker()
  await worker.send(inquiry)
  await browser.settled()

  expect(await worker.send(inquiry)).toMatchObject({ state: 'sent' })
  expect(browser.server.emails).toHaveLength(1)
})

test('[D11.6] [X08] a lost response is requested again with the same idempotency key', async () => {
  const browser = openBrowser({ lostResponses: 3 })
  const worker = browser.startWorker()

  await worker.send(inquiry)

  await browser.settled()
  expect(browser.server.count.requests).toBeGreaterThanOrEqual(4)
  expect(browser.server.keys.size).toBe(1)
  expect(browser.server.emails).toHaveLength(1)
  expect(await rowState(worker)).toBe('sent')
})

const crashes = Array.from({ length: 80 }, (_, step) => ({ step }))
test.each(crashes)(
  '[D11.6] [X08] a worker that ends at step $step loses no click and sends one email',
  async ({ step }) => {
    const browser = openBrowser({ sendingPolls: 3 })
    const ending = browser.startWorker(step)
    const response = ending.send(inquiry).catch(() => undefined)
    await browser.settled()

    const next = browser.startWorker()
    void next.resume()
    const isAnswered = (await Promise.race([response, 'none'])) !== 'none'
    if (!isAnswered) await next.send(inquiry)

    await browser.settled()
    expect(browser.server.emails).toHaveLength(1)
    expect(await rowState(next)).toBe('sent')
  },
)

test('[D11.6] a browser that was closed in between continues with the same key', async () => {
  const browser = openBrowser({ lostResponses: 1 })
  void browser.startWorker(26).send(inquiry)
  await browser.settled()
  browser.forgetSession()

  const next = browser.startWorker()
  await next.resume()

  await browser.settled()
  expect(browser.server.emails).toHaveLength(1)
  expect(await rowState(next)).toBe('sent')
})

test('a row shows Sent only once the email was sent', async () => {
  const browser = openBrowser({ sendingPolls: 1000 })
  const worker = browser.startWorker()

  await worker.send(inquiry)
  await browser.settled(20)

  expect(browser.server.emails).toHaveLength(1)
  expect(await rowState(worker)).toBe('sending')
})

test.each([
  [new Problem('plan-limit', '0 of 50 emails are left.'), { state: 'limit', reason: '0 of 50 emails are left.' }],
  [
    new Problem('missing-values', 'Say them', { 'values/rate': 'needed', 'values/weight': 'needed' }),
    { state: 'missing', missing: ['rate', 'weight'] },
  ],
  [
    new Problem('not-allowed', 'Connect a mailbox to send email.'),
    { state: 'not-allowed', reason: 'Connect a mailbox to send email.' },
  ],
  [new Problem('not-signed-in', 'Sign in'), { state: 'signed-out' }],
])('a rejection ends the intent, and the next click creates a new one: %s', async (problem, expected) => {
  const browser = openBrowser({ rejections: [problem] })
  const worker = browser.startWorker()
  await worker.send(inquiry)
  await browser.settled()
  const shown = (await worker.listStates('dat-one'))['DL1']

  await worker.send({ ...inquiry, values: { rate: '2400' } })
  await browser.settled()

  expect(shown).toMatchObject(expected)
  expect(browser.server.keys.size).toBe(2)
  expect(browser.server.emails).toHaveLength(1)
})

test.each([
  'plan-limit',
  'not-allowed',
  'not-signed-in',
  'update-needed',
  'already-contacted',
  'missing-values',
  'invalid-input',
] as const)('a send that is rejected with %s keeps its entered values', async (code) => {
  const browser = openBrowser({ rejections: [new Problem(code, 'No', { 'values/weight': 'needed' })] })
  const worker = browser.startWorker()
  const values = { rate: '2400' }

  await worker.send({ ...inquiry, values })
  await browser.settled()

  expect((await worker.listStates('dat-one'))['DL1']).toMatchObject({ reason: 'No', values })
})

test('[D12.16] a changed price is shown with what the next click sends, and waits for that click', async () => {
  const current = { askCents: 347_500, templateVersion: 2 }
  const changed = new Problem('price-changed', 'Your ask is now $3,475, not $2,500. Nothing was sent.', {}, { current })
  const browser = openBrowser({ rejections: [changed] })
  const worker = browser.startWorker()
  await worker.send({ ...inquiry, expected: { askCents: 250_000, templateVersion: 1 } })
  await browser.settled()

  expect((await worker.listStates('dat-one'))['DL1']).toMatchObject({ state: 'changed', changed: 'ask', ...current })
  expect(browser.server.emails).toEqual([])
  expect(browser.server.count.requests).toBe(1)

  await worker.send({ ...inquiry, expected: current })
  await browser.settled()
  expect(browser.server.requested.at(-1)?.expected).toEqual(current)
  expect([browser.server.keys.size, browser.server.emails.length]).toEqual([2, 1])
})

test('a send without any response ends as one that may have been sent', async () => {
  const browser = openBrowser({ lostResponses: 1000 })
  const worker = browser.startWorker()

  await worker.send(inquiry)
  await browser.settled(400)

  expect(await rowState(worker)).toBe('unknown')
  expect((await worker.send(inquiry)).state).toBe('unknown')
  expect(browser.server.keys.size).toBe(1)
})

test('[D12.6] offline, a click waits and is sent once when the device is back', async () => {
  const browser = openBrowser({ isClockManual: true })
  browser.setOnline(false)
  const worker = browser.startWorker()
  await worker.send(inquiry)
  await browser.settled()
  expect(await rowState(worker)).toBe('waiting')
  expect(await worker.send(inquiry)).toMatchObject({ state: 'waiting' })

  browser.setOnline(true)
  browser.pass(20_000)
  await browser.settled()
  expect(browser.server.emails).toHaveLength(1)
  expect(await rowState(worker)).toBe('queued')
})

test('[D12.6] offline for longer than its sell-by, a click is not sent, not even later', async () => {
  const browser = openBrowser()
  browser.setOnline(false)
  const worker = browser.startWorker()
  await worker.send(inquiry)
  await browser.settled(120)

  expect((await worker.listStates('dat-one'))['DL1']).toMatchObject({ state: 'failed', reason: 'Not sent: too late.' })
  browser.setOnline(true)
  await browser.startWorker().resume()
  await browser.settled()
  expect(browser.server.count.requests).toBe(0)
})

test.each([
  { responses: 'lost', lostResponses: 1, sent: 1, state: 'sent' },
  { responses: 'of a server that was down', lostResponses: 0, sent: 0, state: 'failed' },
])('[D12.6] a server that is back after the sell-by tells the truth: responses $responses', async (given) => {
  const browser = openBrowser({ isClockManual: true, lostResponses: given.lostResponses })
  if (given.sent === 0) browser.server.left.down = 1
  const worker = browser.startWorker()
  await worker.send(inquiry)
  await browser.settled()
  expect(await rowState(worker)).toBe('waiting')

  browser.server.left.down += 1
  browser.pass(16 * 60_000)
  await browser.settled()
  expect(await rowState(worker)).toBe('unknown')

  browser.pass(20_000)
  await browser.settled()
  browser.pass(10_000)
  await browser.settled()
  expect(await rowState(worker)).toBe(given.state)
  expect(browser.server.emails).toHaveLength(given.sent)
  expect(browser.server.keys.size).toBe(1)
})

const outages = [3, 8, 13, 18].map((step) => ({ step }))
test.each(outages)('[X08] [D12.6] a worker that ends at step $step of an outage still sends once', async ({ step }) => {
  const browser = openBrowser({ lostResponses: 2 })
  browser.server.left.down = 3
  const response = browser
    .startWorker(step)
    .send(inquiry)
    .catch(() => undefined)
  await browser.settled()

  const next = browser.startWorker()
  void next.resume()
  if ((await Promise.race([response, 'none'])) === 'none') await next.send(inquiry)
  await browser.settled()
  expect(browser.server.emails).toHaveLength(1)
  expect(await rowState(next)).toBe('sent')
})

test('without a session nothing is stored and nothing is sent', async () => {
  const browser = openBrowser()
  browser.signIn(undefined)

  expect(await browser.startWorker().send(inquiry)).toMatchObject({ state: 'signed-out' })
  expect(browser.server.count.requests).toBe(0)
})

test('[D12.1] a suspicious recipient of a duplicate contact is sent to once both are confirmed', async () => {
  const rejections = [
    new Problem('suspicious-recipient', 'It looks odd.'),
    new Problem('already-contacted', 'Owen did.'),
  ]
  const browser = openBrowser({ rejections })
  const worker = browser.startWorker()
  const send = async (confirms = {}) => {
    await worker.send({ ...inquiry, ...confirms })
    await browser.settled()
    return (await worker.listStates('dat-one'))['DL1']
  }
  const odd = await send()
  expect(odd).toMatchObject({ state: 'suspicious', reason: 'It looks odd.', confirms: { confirmedRecipient: true } })
  const again = await send(odd?.confirms)
  expect(again).toMatchObject({ state: 'contacted', confirms: { confirmed: true, confirmedRecipient: true } })
  expect(browser.server.emails).toEqual([])
  expect(await send(again?.confirms)).toMatchObject({ state: 'sent' })
  expect(browser.server.requested.at(-1)).toEqual({ ...inquiry, confirmed: true, confirmedRecipient: true })
})

test('a confirmed duplicate contact is sent with its values under a new key', async () => {
  const browser = openBrowser({
    rejections: [new Problem('already-contacted', 'You emailed loads@quillon.example 10 minutes ago.')],
  })
  const worker = browser.startWorker()
  await worker.send({ ...inquiry, values: { weight: '44,000 lb' } })
  await browser.settled()

  const shown = (await worker.listStates('dat-one'))['DL1']
  expect(shown).toMatchObject({
    state: 'contacted',
    reason: 'You emailed loads@quillon.example 10 minutes ago.',
    values: { weight: '44,000 lb' },
  })
  expect(browser.server.emails).toEqual([])

  await worker.send({ ...inquiry, values: shown?.values, confirmed: true })
  await browser.settled()
  expect(browser.server.requested.at(-1)).toEqual({ ...inquiry, values: { weight: '44,000 lb' }, confirmed: true })
  expect(browser.server.keys.size).toBe(2)
  expect(await rowState(worker)).toBe('sent')
})
