import { Problem } from '@loadping/contract/problem'
import { expect, test } from 'vitest'
import { inquiry, openBrowser, rowState } from '../testing/open-browser.ts'

test('[D11.6] a double click sends one mail', async () => {
  const browser = openBrowser()
  const worker = browser.startWorker()

  const answers = await Promise.all([worker.send(inquiry), worker.send(inquiry), worker.send(inquiry)])

  await browser.settled()
  expect(answers.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending'])
  expect(browser.server.mails).toHaveLength(1)
  expect(await rowState(worker)).toBe('sent')
})

test('[D11.6] a click after the mail is out sends no second one', async () => {
  const browser = openBrowser()
  const worker = browser.startWorker()
  await worker.send(inquiry)
  await browser.settled()

  expect(await worker.send(inquiry)).toMatchObject({ state: 'sent' })
  expect(browser.server.mails).toHaveLength(1)
})

test('[D11.6] [X08] an answer that gets lost is asked for again under the same key', async () => {
  const browser = openBrowser({ lostAnswers: 3 })
  const worker = browser.startWorker()

  await worker.send(inquiry)

  await browser.settled()
  expect(browser.server.count.requests).toBeGreaterThanOrEqual(4)
  expect(browser.server.keys.size).toBe(1)
  expect(browser.server.mails).toHaveLength(1)
  expect(await rowState(worker)).toBe('sent')
})

const deaths = Array.from({ length: 60 }, (_, step) => ({ step }))
test.each(deaths)(
  '[D11.6] [X08] a worker that dies at step $step loses no click and sends one mail',
  async ({ step }) => {
    const browser = openBrowser({ mailTakes: 3 })
    const dying = browser.startWorker(step)
    const answer = dying.send(inquiry).catch(() => undefined)
    await browser.settled()

    const next = browser.startWorker()
    void next.resume()
    const isAnswered = (await Promise.race([answer, 'no answer'])) !== 'no answer'
    if (!isAnswered) await next.send(inquiry)

    await browser.settled()
    expect(browser.server.mails).toHaveLength(1)
    expect(await rowState(next)).toBe('sent')
  },
)

test('[D11.6] a browser that was closed in between goes on with the same key', async () => {
  const browser = openBrowser({ lostAnswers: 1 })
  void browser.startWorker(20).send(inquiry)
  await browser.settled()
  browser.forgetSession()

  const next = browser.startWorker()
  await next.resume()

  await browser.settled()
  expect(browser.server.mails).toHaveLength(1)
  expect(await rowState(next)).toBe('sent')
})

test('a row says Sent only once the mail is out', async () => {
  const browser = openBrowser({ mailTakes: 1000 })
  const worker = browser.startWorker()

  await worker.send(inquiry)
  await browser.settled(20)

  expect(browser.server.mails).toHaveLength(1)
  expect(await rowState(worker)).toBe('sending')
})

test.each([
  [new Problem('plan-limit', '0 of 50 emails are left.'), { state: 'limit', reason: '0 of 50 emails are left.' }],
  [
    new Problem('missing-values', 'Say them', { 'values/rate': 'needed', 'values/weight': 'needed' }),
    { state: 'missing', missing: ['rate', 'weight'] },
  ],
  [
    new Problem('not-allowed', 'Connect a mailbox before you send.'),
    { state: 'not-allowed', reason: 'Connect a mailbox before you send.' },
  ],
  [new Problem('not-signed-in', 'Sign in'), { state: 'signed-out' }],
])('a refusal ends the intent, and the next click is a new one: %s', async (problem, expected) => {
  const browser = openBrowser({ refusals: [problem] })
  const worker = browser.startWorker()
  await worker.send(inquiry)
  await browser.settled()
  const shown = (await worker.listStates('dat-one'))['DL1']

  await worker.send({ ...inquiry, values: { rate: '2400' } })
  await browser.settled()

  expect(shown).toMatchObject(expected)
  expect(browser.server.keys.size).toBe(2)
  expect(browser.server.mails).toHaveLength(1)
})

test.each([
  'plan-limit',
  'not-allowed',
  'not-signed-in',
  'already-contacted',
  'missing-values',
  'invalid-input',
] as const)('a send that is refused with %s keeps what was typed for it', async (code) => {
  const browser = openBrowser({ refusals: [new Problem(code, 'No', { 'values/weight': 'needed' })] })
  const worker = browser.startWorker()
  const values = { rate: '2400' }

  await worker.send({ ...inquiry, values })
  await browser.settled()

  expect((await worker.listStates('dat-one'))['DL1']).toMatchObject({ reason: 'No', values })
})

test('a send that the server never answers ends as one that may have gone out', async () => {
  const browser = openBrowser({ lostAnswers: 1000 })
  const worker = browser.startWorker()

  await worker.send(inquiry)
  await browser.settled(400)

  expect(await rowState(worker)).toBe('unknown')
  expect((await worker.send(inquiry)).state).toBe('unknown')
  expect(browser.server.keys.size).toBe(1)
})

test('an intent of another person waits for that person', async () => {
  const browser = openBrowser()
  void browser.startWorker(20).send(inquiry)
  await browser.settled()
  const mailsBefore = browser.server.mails.length

  browser.signIn('another person')
  await browser.startWorker().resume()
  await browser.settled()
  expect(browser.server.mails).toHaveLength(mailsBefore)

  browser.signIn('maria')
  await browser.startWorker().resume()
  await browser.settled()
  expect(browser.server.mails).toHaveLength(1)
})

test('without a session nothing is kept and nothing leaves', async () => {
  const browser = openBrowser()
  browser.signIn(undefined)

  expect(await browser.startWorker().send(inquiry)).toMatchObject({ state: 'signed-out' })
  expect(browser.server.count.requests).toBe(0)
})

test('a refusal because of an earlier mail keeps what was typed, and the confirmed inquiry goes out under a new key', async () => {
  const browser = openBrowser({
    refusals: [new Problem('already-contacted', 'You wrote to loads@quillon.example 10 minutes ago.')],
  })
  const worker = browser.startWorker()
  await worker.send({ ...inquiry, values: { weight: '44,000 lb' } })
  await browser.settled()

  const shown = (await worker.listStates('dat-one'))['DL1']
  expect(shown).toMatchObject({
    state: 'contacted',
    reason: 'You wrote to loads@quillon.example 10 minutes ago.',
    values: { weight: '44,000 lb' },
  })
  expect(browser.server.mails).toEqual([])

  await worker.send({ ...inquiry, values: shown?.values, confirmed: true })
  await browser.settled()
  expect(browser.server.asked.at(-1)).toEqual({ ...inquiry, values: { weight: '44,000 lb' }, confirmed: true })
  expect(browser.server.keys.size).toBe(2)
  expect(await rowState(worker)).toBe('sent')
})
