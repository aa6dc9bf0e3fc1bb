import type { PostingInquiry } from '@loadping/contract/emails/emails'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea, type StoredValue } from '../stored-value.ts'
import { blocksResend, type InquiryState, InquiryStates, isInFlight } from './inquiry-state.ts'
import { type Emails, Intent, requestSend, stateWithoutResponse } from './send-requests.ts'
import { createStatusPoller } from './status-poller.ts'

export type SenderDeps = {
  /** Outlives the worker and the browser. */
  persistentArea: StorageArea
  /** Outlives the worker. */
  session: StorageArea
  emails: Emails
  /** The id of the signed-in user. */
  userId: () => Promise<string | undefined>
  /** How long after its click an email may still be sent, as far as is known. */
  sellByMinutes: () => Promise<number>
  now: () => Date
  newKey: () => string
  wait: (ms: number) => Promise<void>
  /** Whether this device has a network at all. */
  isOnline: () => boolean
}

type Intents = Record<string, Intent>

/**
 * Creates the sender. One click is one email, despite double clicks, lost responses and a worker that ends at any
 * moment.
 */
export function createInquirySender(deps: SenderDeps) {
  const intents = createStoredValue(deps.persistentArea, 'intents', z.record(z.string(), Intent), {})
  const states = createStoredValue(deps.session, 'inquiries', InquiryStates, {})
  const { inFlight, start } = createTaskRunner()
  const { follow, undo } = createStatusPoller(deps, states, start)
  const claimedLoads = new Set<string>()
  let resumed: Promise<void> | undefined

  /**
   * Accepts a click and returns once its intent is stored. A load with an inquiry that blocks a resend gets no second
   * one, and neither does a click that is repeated with its key.
   */
  async function send(inquiry: PostingInquiry, key = deps.newKey()): Promise<InquiryState> {
    const [load, sending] = [loadKey(inquiry), { state: 'sending', templateId: inquiry.templateId } as const]
    const userId = await deps.userId()
    if (!userId) return { ...sending, state: 'signed-out' }
    const name = intentKey(userId, inquiry)

    await (resumed ?? resume()) // finish what an earlier worker started before accepting more
    claimedLoads.add(load)
    let previous: InquiryState | undefined
    await states.change((all) => {
      previous = all[load]
      return blocksResend(previous) ? all : { ...all, [load]: sending }
    })
    if (previous && blocksResend(previous)) return previous

    const fresh: Intent = { key, userId, inquiry, createdAt: deps.now().getTime(), attempts: 0 }
    const stored = await intents.change((all) => ({ [name]: fresh, ...all })).catch(() => undefined)
    if (!stored) return setState(states, load, { ...sending, state: 'failed', reason: notStored })
    start(name, () => deliver(name))
    return sending
  }

  function resume(): Promise<void> {
    resumed = (resumed ?? Promise.resolve()).then(resumeNow).catch(() => undefined) // the next wake-up retries
    return resumed
  }

  async function resumeNow(): Promise<void> {
    const userId = await deps.userId()
    const all = await intents.read()
    const unfinished = Object.entries(all).filter(([name, intent]) => intent.userId === userId && !inFlight.has(name))
    const current = await states.change((stored) =>
      withUnfinished(withoutOrphans(stored, all, claimedLoads), unfinished),
    )

    for (const [name] of unfinished) start(name, () => deliver(name))
    for (const [load, state] of Object.entries(current)) follow(load, state)
  }

  async function deliver(name: string): Promise<void> {
    for (let pause = 1000; ; pause = Math.min(pause * 2, 20_000)) {
      const isOnline = deps.isOnline() // an offline device sends nothing, so nothing can have arrived
      const intent = (isOnline ? await intents.change((all) => countAttempt(all, name)) : await intents.read())[name]
      const userId = await deps.userId()
      if (!intent || (userId !== undefined && userId !== intent.userId)) return
      const load = loadKey(intent.inquiry)
      const result = isOnline ? await requestSend(deps.emails, intent, deps.now()) : undefined
      if (result) return finish(name, load, result)

      const shown = stateWithoutResponse(intent, deps.now(), await deps.sellByMinutes())
      if (shown.state === 'failed') return finish(name, load, shown)
      await setState(states, load, shown)
      await deps.wait(pause)
    }
  }

  async function finish(name: string, load: string, result: InquiryState): Promise<void> {
    await setState(states, load, result)
    await intents.change(({ [name]: _finished, ...others }) => others)
    follow(load, result)
  }

  return {
    send,
    /** Undoes the email about a load while that is possible, and returns its present state. */
    undo: (board: string, boardLoadId: string) => undo(`${board}/${boardLoadId}`),
    /** Continues what an earlier worker started. Has no effect on what this worker is already doing. */
    resume,
    /** Returns the inquiries of one board in this browser session, by posting id. */
    listStates: async (board: string): Promise<InquiryStates> => statesOf(board, await states.read()),
    hasPending: async (): Promise<boolean> => Object.values(await states.read()).some(isInFlight),
    /** Clears the states that no longer hold, so that their rows can be clicked again. */
    forget: (...outdated: InquiryState['state'][]) => states.change((all) => withoutStates(all, outdated)),
    /** Clears what rows show, when another user signs in. */
    clearStates: () => states.change(() => ({})),
  }
}

async function setState(states: StoredValue<InquiryStates>, load: string, state: InquiryState): Promise<InquiryState> {
  await states.change((all) => ({ ...all, [load]: state }))
  return state
}

const notStored = 'Not sent: the browser has no room to store it.'

/** Runs at most one task per name at a time. */
function createTaskRunner() {
  const inFlight = new Set<string>()

  function start(name: string, task: () => Promise<void>): void {
    if (inFlight.has(name)) return
    inFlight.add(name)
    task()
      .catch(() => undefined) // the intent stays stored, and the next wake-up continues with it
      .finally(() => inFlight.delete(name))
  }
  return { inFlight, start }
}

const loadKey = ({ load: { board, boardLoadId } }: PostingInquiry): string => `${board}/${boardLoadId}`
/** Two users may share a template. */
const intentKey = (userId: string, inquiry: PostingInquiry): string =>
  `${userId}/${loadKey(inquiry)}/${inquiry.templateId}`

function countAttempt(all: Intents, name: string): Intents {
  const intent = all[name]
  return intent ? { ...all, [name]: { ...intent, attempts: intent.attempts + 1 } } : all
}

/** Removes the "Sending" states of clicks whose worker ended before it stored their intent. */
function withoutOrphans(states: InquiryStates, intents: Intents, claimedLoads: Set<string>): InquiryStates {
  const known = new Set([...claimedLoads, ...Object.values(intents).map(({ inquiry }) => loadKey(inquiry))])
  return Object.fromEntries(
    Object.entries(states).filter(
      ([load, { state, emailId }]) => !['sending', 'waiting'].includes(state) || emailId || known.has(load),
    ),
  )
}

const withoutStates = (states: InquiryStates, outdated: InquiryState['state'][]): InquiryStates =>
  Object.fromEntries(Object.entries(states).filter(([, { state }]) => !outdated.includes(state)))

function withUnfinished(states: InquiryStates, unfinished: [string, Intent][]): InquiryStates {
  const fresh = unfinished.filter(([, { inquiry }]) => states[loadKey(inquiry)] === undefined)
  const sending = fresh.map(([, { inquiry }]): [string, InquiryState] => [
    loadKey(inquiry),
    { state: 'sending', templateId: inquiry.templateId },
  ])
  return { ...states, ...Object.fromEntries(sending) }
}

function statesOf(board: string, states: InquiryStates): InquiryStates {
  const own = Object.entries(states).filter(([load]) => load.startsWith(`${board}/`))
  return Object.fromEntries(own.map(([load, state]) => [load.slice(board.length + 1), state]))
}
