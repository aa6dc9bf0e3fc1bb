import { type SentEmail, undoSeconds } from '@loadping/contract/emails/emails'
import { defaultSellByMinutes } from '@loadping/contract/emails/sell-by'
import type { Inquiry, PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { Problem } from '@loadping/contract/wire/problem'
import { vi } from 'vitest'
import { createInquirySender, type SenderDeps } from '../inquiries/send.ts'
import { createOutbox } from '../outbox/outbox.ts'
import type { StorageArea } from '../stored-value.ts'

export const inquiry: PostingInquiry = {
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
  /** How many of the first responses are lost. */
  lostResponses?: number
  /** How many polls find a due email still sending. */
  sendingPolls?: number
  rejections?: Problem[]
  /** Time passes only by `pass`, not by waiting. */
  isClockManual?: boolean
}

/** Opens a browser profile with its storage, and a server. */
export function openBrowser({ isClockManual = false, ...options }: Options = {}) {
  const persistentArea = openArea()
  const session = openArea()
  const clock = openClock(isClockManual)
  const server = openServer(clock.now, options)
  let userId: string | undefined = 'maria'
  let isOnline = true

  /** Starts a worker, which ends at the given step. */
  function startWorker(endsAtStep = Number.POSITIVE_INFINITY) {
    const { step, area } = countSteps(endsAtStep)
    const { sendEmail, getEmail, undoEmail } = server
    const shared = { userId: step(async () => userId), now: () => new Date(clock.now()), wait: step(clock.wait) }
    const deps: SenderDeps = {
      ...shared,
      outbox: createOutbox({
        ...shared,
        persistentArea: area(persistentArea),
        newKey: () => crypto.randomUUID(),
        isOnline: () => isOnline,
      }),
      session: area(session),
      emails: {
        sendEmail: step(sendEmail),
        sendPracticeEmail: () => Promise.reject(new Error('no practice here')),
        getEmail: step(getEmail),
        undoEmail: step(undoEmail),
      },
      sellByMinutes: async () => defaultSellByMinutes,
    }
    return createInquirySender(deps)
  }

  return {
    server,
    startWorker,
    signIn: (id: string | undefined) => {
      userId = id
    },
    setOnline: (next: boolean) => {
      isOnline = next
    },
    forgetSession: () => session.clear(),
    /** Whether the device has no room for what outlives the browser. */
    setFull: persistentArea.setFull,
    pass: clock.pass,
    settled,
  }
}

/** Counts what a worker does outside of itself. Each call and each response is a step, and it ends at the given one. */
export function countSteps(endsAtStep: number) {
  let steps = 0
  const step = <In extends unknown[], Out>(work: (...input: In) => Promise<Out>) => {
    return async (...input: In): Promise<Out> => {
      steps += 1
      if (steps > endsAtStep) return new Promise<Out>(() => undefined)
      const response = await work(...input)
      steps += 1
      return steps > endsAtStep ? new Promise<Out>(() => undefined) : response
    }
  }
  return { step, area: (real: StorageArea): StorageArea => ({ get: step(real.get), set: step(real.set) }) }
}

/** Waits until what was started had its time. */
export const settled = (rounds = 30) =>
  vi.waitFor(() => (rounds-- > 0 ? Promise.reject(new Error('not yet')) : undefined), { interval: 1, timeout: 20_000 })

/** Opens a server that honors idempotency keys and undo as the contract says. */
function openServer(clock: () => number, { lostResponses = 0, sendingPolls = 0, rejections = [] }: Options) {
  const emails: SentEmail[] = []
  const byKey = new Map<string, SentEmail>()
  const requested: Inquiry[] = []
  const undone = new Set<string>()
  const keys = new Set<string>()
  const count = { requests: 0, polls: 0 }
  const left = { sendingPolls, lostResponses, down: 0 }

  async function sendEmail({
    headers,
    body,
  }: {
    headers: { 'idempotency-key': string; 'inquiry-age'?: string | undefined }
    body: Inquiry
  }): Promise<SentEmail> {
    const key = headers['idempotency-key']
    count.requests += 1
    keys.add(key)
    requested.push(body)
    if (left.down > 0) {
      left.down -= 1
      throw new TypeError('Failed to fetch')
    }
    const isLate = Number(headers['inquiry-age']) > defaultSellByMinutes * 60
    if (isLate && !byKey.has(key)) throw new Problem('too-late', 'Not sent: too late.')
    const rejection = rejections.shift()
    if (rejection) throw rejection
    const email = byKey.get(key) ?? createEmail(emails.length, new Date(clock()))
    if (!byKey.has(key)) emails.push(email)
    byKey.set(key, email)
    return respondWith(email)
  }

  async function getEmail({ params }: { params: { id: string } }): Promise<SentEmail> {
    count.polls += 1
    return currentEmail(params.id)
  }

  async function undoEmail({ params }: { params: { id: string } }): Promise<SentEmail> {
    if (!['queued', 'undone'].includes(currentEmail(params.id).state))
      throw new Problem('too-late', 'This email was already sent.')
    undone.add(params.id)
    return respondWith(currentEmail(params.id))
  }

  function currentEmail(id: string): SentEmail {
    const email = emails.find((known) => known.id === id)
    if (!email) throw new Problem('not-found', 'No such email')
    if (undone.has(id)) return { ...email, state: 'undone', dueAt: null }
    if (clock() < Date.parse(email.dueAt ?? '')) return email
    left.sendingPolls -= 1
    return { ...email, state: left.sendingPolls > 0 ? 'sending' : 'sent', dueAt: null }
  }

  function respondWith(email: SentEmail): SentEmail {
    left.lostResponses -= 1
    if (left.lostResponses >= 0) throw new TypeError('Failed to fetch')
    return email
  }

  return { sendEmail, getEmail, undoEmail, emails, keys, requested, undone, count, left }
}

/** Opens a clock on which time passes by waiting, or only by `pass`. */
export function openClock(isManual: boolean) {
  const sleepers: { until: number; wake: () => void }[] = []
  let time = Date.parse('2026-11-20T20:00:00Z')

  async function wait(ms: number): Promise<void> {
    if (isManual) return new Promise((wake) => sleepers.push({ until: time + ms, wake }))
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
  sellBy: null,
  waitsFor: null,
  sentAt: null,
  failure: null,
  failureCode: null,
  needsAttention: false,
  resentAs: null,
  resendUndoneAt: null,
  mailbox: { kind: 'google', address: 'maria@redbud.example' },
  templateName: 'Van, all-in ask',
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  company: null,
})

export function openArea(): StorageArea & { clear: () => void; setFull: (isFull: boolean) => void } {
  let items: Record<string, unknown> = {}
  let isFull = false
  return {
    get: async (key) => structuredClone({ [key]: items[key] }),
    set: async (changed) => {
      if (isFull) throw new Error('Resource::kQuotaBytes quota exceeded')
      items = { ...items, ...structuredClone(changed) }
    },
    clear: () => {
      items = {}
    },
    setFull: (next) => {
      isFull = next
    },
  }
}
