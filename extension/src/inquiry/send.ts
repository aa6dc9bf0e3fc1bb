import type { Inquiry } from '@loadping/contract/emails'
import * as z from 'zod/mini'
import { createSlot, type StorageArea } from '../stored-value.ts'
import { blocksResend, type InquiryState, InquiryStates, isInFlight } from './inquiry-state.ts'
import { type Emails, Intent, requestSend } from './send-requests.ts'
import { createStatusPoller } from './status-poller.ts'

export type SenderDeps = {
  /** Outlives the worker and the browser. */
  persistentArea: StorageArea
  /** Outlives the worker. */
  session: StorageArea
  emails: Emails
  /** Who is signed in. */
  userId: () => Promise<string | undefined>
  now: () => Date
  newKey: () => string
  wait: (ms: number) => Promise<void>
}

type Intents = Record<string, Intent>

/** Sends inquiries so that one click is one mail: through double clicks, lost answers and a worker that dies at any moment. */
export function createInquirySender(deps: SenderDeps) {
  const intents = createSlot(deps.persistentArea, 'intents', z.record(z.string(), Intent), {})
  const states = createSlot(deps.session, 'inquiries', InquiryStates, {})
  const { inFlight, start } = createWorkList()
  const { followOn, undo } = createStatusPoller(deps, states, start)
  const claimedHere = new Set<string>()
  let resumed: Promise<void> | undefined

  /** Takes a click; answers as soon as the intent is safe. A load whose inquiry is under way or out gets no second one. */
  async function send(inquiry: Inquiry): Promise<InquiryState> {
    const [load, name, sending] = [
      loadKey(inquiry),
      intentKey(inquiry),
      { state: 'sending', templateId: inquiry.templateId } as const,
    ]
    const userId = await deps.userId()
    if (!userId) return { ...sending, state: 'signed-out' }

    await (resumed ?? resume()) // what an earlier worker left half done is sorted out first
    claimedHere.add(load)
    let before: InquiryState | undefined
    await states.change((all) => {
      before = all[load]
      return blocksResend(before) ? all : { ...all, [load]: sending }
    })
    if (before && blocksResend(before)) return before

    const fresh: Intent = { key: deps.newKey(), userId, inquiry, createdAt: deps.now().getTime(), tries: 0 }
    await intents.change((all) => ({ [name]: fresh, ...all }))
    start(name, () => deliver(name))
    return sending
  }

  function resume(): Promise<void> {
    resumed = (resumed ?? Promise.resolve()).then(resumeNow).catch(() => undefined) // storage that fails now is asked again at the next wake-up
    return resumed
  }

  async function resumeNow(): Promise<void> {
    const userId = await deps.userId()
    const all = await intents.read()
    const left = Object.entries(all).filter(([name, intent]) => intent.userId === userId && !inFlight.has(name))
    const known = await states.change((before) => withLeft(withoutOrphans(before, all, claimedHere), left))

    for (const [name] of left) start(name, () => deliver(name))
    for (const [load, state] of Object.entries(known)) followOn(load, state)
  }

  async function deliver(name: string): Promise<void> {
    for (let pause = 1000; ; pause = Math.min(pause * 2, 20_000)) {
      const intent = (await intents.change((all) => withTry(all, name)))[name]
      const outcome = intent && (await requestSend(deps.emails, intent, deps.now()))
      if (!intent) return
      if (outcome) return settle(name, loadKey(intent.inquiry), outcome)
      await deps.wait(pause)
    }
  }

  async function settle(name: string, load: string, outcome: InquiryState): Promise<void> {
    await states.change((all) => ({ ...all, [load]: outcome }))
    await intents.change(({ [name]: _answered, ...others }) => others)
    followOn(load, outcome)
  }

  return {
    send,
    /** Takes the mail about a load back while that is possible; answers what it is now. */
    undo: (board: string, boardLoadId: string) => undo(`${board}/${boardLoadId}`),
    /** Goes on with all that an earlier worker left under way; does nothing for what this one has under way. */
    resume,
    /** The inquiries of one board in this browser session, by the board's own id of the load. */
    listStates: async (board: string): Promise<InquiryStates> => statesOf(board, await states.read()),
    hasPending: async (): Promise<boolean> => Object.values(await states.read()).some(isInFlight),
    /** Forgets what rows show; another person has signed in. */
    forgetStates: () => states.change(() => ({})),
  }
}

/** Starts each named piece of work once at a time. */
function createWorkList() {
  const inFlight = new Set<string>()

  function start(name: string, work: () => Promise<void>): void {
    if (inFlight.has(name)) return
    inFlight.add(name)
    work()
      .catch(() => undefined) // the intent stays, and the next wake-up goes on with it
      .finally(() => inFlight.delete(name))
  }
  return { inFlight, start }
}

const loadKey = ({ load: { board, boardLoadId } }: Inquiry): string => `${board}/${boardLoadId}`
const intentKey = (inquiry: Inquiry): string => `${loadKey(inquiry)}/${inquiry.templateId}`

function withTry(all: Intents, name: string): Intents {
  const intent = all[name]
  return intent ? { ...all, [name]: { ...intent, tries: intent.tries + 1 } } : all
}

/** A worker that died between a click and its intent leaves a row that says "Sending" while nothing is under way. */
function withoutOrphans(states: InquiryStates, intents: Intents, claimedHere: Set<string>): InquiryStates {
  const alive = new Set([...claimedHere, ...Object.values(intents).map(({ inquiry }) => loadKey(inquiry))])
  return Object.fromEntries(
    Object.entries(states).filter(([load, { state, emailId }]) => state !== 'sending' || emailId || alive.has(load)),
  )
}

function withLeft(states: InquiryStates, left: [string, Intent][]): InquiryStates {
  const sending = left.map(([, { inquiry }]): [string, InquiryState] => [
    loadKey(inquiry),
    { state: 'sending', templateId: inquiry.templateId },
  ])
  return { ...states, ...Object.fromEntries(sending) }
}

function statesOf(board: string, states: InquiryStates): InquiryStates {
  const own = Object.entries(states).filter(([load]) => load.startsWith(`${board}/`))
  return Object.fromEntries(own.map(([load, state]) => [load.slice(board.length + 1), state]))
}
