import type { Inquiry, SentEmail } from '@loadping/contract/emails'
import { Problem } from '@loadping/contract/problem'
import { expect, test, vi } from 'vitest'
import type { Area } from '../slot.ts'
import { createInquirySender, type SenderDeps } from './send.ts'

const inquiry: Inquiry = {
  templateId: '018f3c2e-0000-7000-8000-000000000001',
  load: { board: 'dat-one', boardLoadId: 'DL1', origin: { city: 'Joliet', state: 'IL' }, dest: { city: 'Dallas', state: 'TX' } },
}

test('[D11.6] a double click sends one mail', async () => {
  const browser = openBrowser()
  const worker = browser.startWorker()

  const answers = await Promise.all([worker.send(inquiry), worker.send(inquiry), worker.send(inquiry)])

  await browser.settled()
  expect(answers.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending'])
  expect(browser.mails).toHaveLength(1)
  expect(await rowState(worker)).toBe('sent')
})

test('[D11.6] a click after the mail is out sends no second one', async () => {
  const browser = openBrowser()
  const worker = browser.startWorker()
  await worker.send(inquiry)
  await browser.settled()

  expect(await worker.send(inquiry)).toMatchObject({ state: 'sent' })
  expect(browser.mails).toHaveLength(1)
})

test('[D11.6] [X08] an answer that gets lost is asked for again under the same key', async () => {
  const browser = openBrowser({ lostAnswers: 3 })
  const worker = browser.startWorker()

  await worker.send(inquiry)

  await browser.settled()
  expect(browser.requests).toBeGreaterThanOrEqual(4)
  expect(browser.keys.size).toBe(1)
  expect(browser.mails).toHaveLength(1)
  expect(await rowState(worker)).toBe('sent')
})

const deaths = Array.from({ length: 60 }, (_, step) => ({ step }))
test.each(deaths)('[D11.6] [X08] a worker that dies at step $step loses no click and sends one mail', async ({ step }) => {
  const browser = openBrowser({ mailTakes: 3 })
  const dying = browser.startWorker(step)
  const answer = dying.send(inquiry).catch(() => undefined)
  await browser.settled()

  const next = browser.startWorker()
  void next.resume()
  const isAnswered = (await Promise.race([answer, 'no answer'])) !== 'no answer'
  if (!isAnswered) await next.send(inquiry)

  await browser.settled()
  expect(browser.mails).toHaveLength(1)
  expect(await rowState(next)).toBe('sent')
})

test('[D11.6] a browser that was closed in between goes on with the same key', async () => {
  const browser = openBrowser({ lostAnswers: 1 })
  void browser.startWorker(20).send(inquiry)
  await browser.settled()
  browser.forgetSession()

  const next = browser.startWorker()
  await next.resume()

  await browser.settled()
  expect(browser.mails).toHaveLength(1)
  expect(await rowState(next)).toBe('sent')
})

test('a row says Sent only once the mail is out', async () => {
  const browser = openBrowser({ mailTakes: 1000 })
  const worker = browser.startWorker()

  await worker.send(inquiry)
  await browser.settled(20)

  expect(browser.mails).toHaveLength(1)
  expect(await rowState(worker)).toBe('sending')
})

test.each([
  [new Problem('plan-limit', 'None left'), { state: 'limit', reason: 'None left' }],
  [new Problem('missing-values', 'Say them', { 'values/rate': 'needed', 'values/weight': 'needed' }), { state: 'missing', missing: ['rate', 'weight'] }],
  [new Problem('already-contacted', 'You wrote today'), { state: 'failed', reason: 'You wrote today' }],
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
  expect(browser.keys.size).toBe(2)
  expect(browser.mails).toHaveLength(1)
})

test('a send that the server never answers ends as one that may have gone out', async () => {
  const browser = openBrowser({ lostAnswers: 1000 })
  const worker = browser.startWorker()

  await worker.send(inquiry)
  await browser.settled(400)

  expect(await rowState(worker)).toBe('unknown')
  expect((await worker.send(inquiry)).state).toBe('unknown')
  expect(browser.keys.size).toBe(1)
})

test('an intent of another person waits for that person', async () => {
  const browser = openBrowser()
  void browser.startWorker(20).send(inquiry)
  await browser.settled()
  const mailsBefore = browser.mails.length

  browser.signIn('another person')
  await browser.startWorker().resume()
  await browser.settled()
  expect(browser.mails).toHaveLength(mailsBefore)

  browser.signIn('maria')
  await browser.startWorker().resume()
  await browser.settled()
  expect(browser.mails).toHaveLength(1)
})

test('without a session nothing is kept and nothing leaves', async () => {
  const browser = openBrowser()
  browser.signIn(undefined)

  expect(await browser.startWorker().send(inquiry)).toMatchObject({ state: 'signed-out' })
  expect(browser.requests).toBe(0)
})

const rowState = async (worker: ReturnType<typeof createInquirySender>) => (await worker.listStates('dat-one'))['DL1']?.state

/** A browser profile with its storage, and a server that keeps the contract's promises about keys. */
function openBrowser({ lostAnswers = 0, mailTakes = 0, refusals = [] }: { lostAnswers?: number; mailTakes?: number; refusals?: Problem[] } = {}) {
  const [lasting, session] = [openArea(), openArea()]
  const mails: SentEmail[] = []
  const byKey = new Map<string, SentEmail>()
  const keys = new Set<string>()
  const lookUps = { left: mailTakes }
  let userId: string | undefined = 'maria'
  let [requests, clock] = [0, Date.parse('2026-11-20T20:00:00Z')]

  async function sendEmail({ headers }: { headers: { 'idempotency-key': string } }): Promise<SentEmail> {
    const key = headers['idempotency-key']
    requests += 1
    keys.add(key)
    const refusal = refusals.shift()
    if (refusal) throw refusal
    const mail = byKey.get(key) ?? makeMail(mails.length)
    if (!byKey.has(key)) mails.push(mail)
    byKey.set(key, mail)
    if (requests <= lostAnswers) throw new TypeError('Failed to fetch')
    return mail
  }

  async function getEmail({ params }: { params: { id: string } }): Promise<SentEmail> {
    lookUps.left -= 1
    const mail = mails.find(({ id }) => id === params.id)
    if (!mail) throw new Problem('not-found', 'No such mail')
    return lookUps.left > 0 ? mail : { ...mail, state: 'sent' }
  }

  /** A worker; each call and each answer is a step, and from the n-th on nothing happens any more. */
  function startWorker(diesAtStep = Number.POSITIVE_INFINITY) {
    let steps = 0
    const step = <In extends unknown[], Out>(work: (...input: In) => Promise<Out>) => {
      return async (...input: In): Promise<Out> => {
        steps += 1
        if (steps > diesAtStep) return new Promise<Out>(() => undefined)
        const answer = await work(...input)
        steps += 1
        return steps > diesAtStep ? new Promise<Out>(() => undefined) : answer
      }
    }
    const area = (real: Area): Area => ({ get: step(real.get), set: step(real.set) })
    const deps: SenderDeps = {
      lasting: area(lasting),
      session: area(session),
      emails: { sendEmail: step(sendEmail), getEmail: step(getEmail) },
      userId: step(async () => userId),
      now: () => new Date(clock),
      newKey: () => crypto.randomUUID(),
      wait: step(async (milliseconds) => {
        clock += milliseconds
        await new Promise((resolve) => setTimeout(resolve))
      }),
    }
    return createInquirySender(deps)
  }

  return {
    mails,
    keys,
    startWorker,
    get requests() {
      return requests
    },
    signIn: (person: string | undefined) => {
      userId = person
    },
    forgetSession: () => session.clear(),
    settled: (turns = 30) => vi.waitFor(() => (turns-- > 0 ? Promise.reject(new Error('not yet')) : undefined), { interval: 1, timeout: 20_000 }),
  }
}

const makeMail = (index: number): SentEmail => ({
  id: `018f3c2e-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
  state: 'queued',
  to: 'loads@quillon.example',
  subject: 'Joliet, IL to Dallas, TX',
  askCents: 250_000,
  createdAt: '2026-11-20T20:00:00.000Z',
  sentAt: null,
  failure: null,
})

function openArea(): Area & { clear: () => void } {
  let items: Record<string, unknown> = {}
  return {
    get: async (key) => structuredClone({ [key]: items[key] }),
    set: async (changed) => {
      items = { ...items, ...structuredClone(changed) }
    },
    clear: () => {
      items = {}
    },
  }
}
