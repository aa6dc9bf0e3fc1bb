import { type Inquiry, type SentEmail, undoSeconds } from '@loadping/contract/emails'
import { Problem } from '@loadping/contract/problem'
import { vi } from 'vitest'
import { createInquirySender, type SenderDeps } from '../inquiry/send.ts'
import type { StorageArea } from '../stored-value.ts'

export const inquiry: Inquiry = {
  templateId: '018f3c2e-0000-7000-8000-000000000001',
  load: {
    board: 'dat-one',
    boardLoadId: 'DL1',
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
  },
}

export const rowState = async (worker: ReturnType<typeof createInquirySender>) =>
  (await worker.listStates('dat-one'))['DL1']?.state

type Options = {
  /** So many of the first answers do not arrive. */
  lostAnswers?: number
  /** So often a mail that was handed over is still being sent. */
  mailTakes?: number
  refusals?: Problem[]
  /** Time passes only by `pass`, and not as soon as somebody waits. */
  isClockHeld?: boolean
}

/** A browser profile with its storage, and a server that it talks to. */
export function openBrowser({ isClockHeld = false, ...trouble }: Options = {}) {
  const [persistentArea, session, clock] = [openArea(), openArea(), openClock(isClockHeld)]
  const server = openServer(clock.now, trouble)
  let userId: string | undefined = 'maria'

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
    const area = (real: StorageArea): StorageArea => ({ get: step(real.get), set: step(real.set) })
    const { sendEmail, getEmail, undoEmail } = server
    const deps: SenderDeps = {
      persistentArea: area(persistentArea),
      session: area(session),
      emails: { sendEmail: step(sendEmail), getEmail: step(getEmail), undoEmail: step(undoEmail) },
      userId: step(async () => userId),
      now: () => new Date(clock.now()),
      newKey: () => crypto.randomUUID(),
      wait: step(clock.wait),
    }
    return createInquirySender(deps)
  }

  return {
    server,
    startWorker,
    signIn: (person: string | undefined) => {
      userId = person
    },
    forgetSession: () => session.clear(),
    pass: clock.pass,
    settled: (turns = 30) =>
      vi.waitFor(() => (turns-- > 0 ? Promise.reject(new Error('not yet')) : undefined), {
        interval: 1,
        timeout: 20_000,
      }),
  }
}

/** A server that keeps the contract's promises about keys and about taking back. */
function openServer(clock: () => number, { lostAnswers = 0, mailTakes = 0, refusals = [] }: Options) {
  const mails: SentEmail[] = []
  const byKey = new Map<string, SentEmail>()
  const asked: Inquiry[] = []
  const takenBack = new Set<string>()
  const keys = new Set<string>()
  const count = { requests: 0, lookUps: 0 }
  const left = { tries: mailTakes, lostAnswers }

  async function sendEmail({
    headers,
    body,
  }: {
    headers: { 'idempotency-key': string }
    body: Inquiry
  }): Promise<SentEmail> {
    const key = headers['idempotency-key']
    count.requests += 1
    keys.add(key)
    asked.push(body)
    const refusal = refusals.shift()
    if (refusal) throw refusal
    const mail = byKey.get(key) ?? createEmail(mails.length, new Date(clock()))
    if (!byKey.has(key)) mails.push(mail)
    byKey.set(key, mail)
    return answerWith(mail)
  }

  async function getEmail({ params }: { params: { id: string } }): Promise<SentEmail> {
    count.lookUps += 1
    return whatIs(params.id)
  }

  async function undoEmail({ params }: { params: { id: string } }): Promise<SentEmail> {
    if (!['queued', 'undone'].includes(whatIs(params.id).state))
      throw new Problem('too-late', 'This mail was handed over already.')
    takenBack.add(params.id)
    return answerWith(whatIs(params.id))
  }

  function whatIs(id: string): SentEmail {
    const mail = mails.find((known) => known.id === id)
    if (!mail) throw new Problem('not-found', 'No such mail')
    if (takenBack.has(id)) return { ...mail, state: 'undone', dueAt: null }
    if (clock() < Date.parse(mail.dueAt ?? '')) return mail
    left.tries -= 1
    return { ...mail, state: left.tries > 0 ? 'sending' : 'sent', dueAt: null }
  }

  function answerWith(mail: SentEmail): SentEmail {
    left.lostAnswers -= 1
    if (left.lostAnswers >= 0) throw new TypeError('Failed to fetch')
    return mail
  }

  return { sendEmail, getEmail, undoEmail, mails, keys, asked, takenBack, count, left }
}

function openClock(isHeld: boolean) {
  const sleepers: { until: number; wake: () => void }[] = []
  let time = Date.parse('2026-11-20T20:00:00Z')

  async function wait(ms: number): Promise<void> {
    if (isHeld) return new Promise((wake) => sleepers.push({ until: time + ms, wake }))
    time += ms
    await new Promise((resolve) => setTimeout(resolve))
  }

  function pass(ms: number): void {
    time += ms
    for (const { until, wake } of sleepers) if (until <= time) wake()
  }

  return { now: () => time, wait, pass }
}

const createEmail = (index: number, createdAt: Date): SentEmail => ({
  id: `018f3c2e-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
  state: 'queued',
  to: 'loads@quillon.example',
  subject: 'Joliet, IL to Dallas, TX',
  askCents: 250_000,
  createdAt: createdAt.toISOString(),
  dueAt: new Date(createdAt.getTime() + undoSeconds * 1000).toISOString(),
  sentAt: null,
  failure: null,
  needsAttention: false,
  resentAs: null,
  templateName: 'Van, all-in ask',
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  company: null,
})

function openArea(): StorageArea & { clear: () => void } {
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
