import { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import type { Outbox } from '../outbox/outbox.ts'
import { createTaskRunner } from '../outbox/task-runner.ts'
import { createStoredValue, type StorageArea, type StoredValue } from '../stored-value.ts'
import { blocksResend, type InquiryState, InquiryStates, isInFlight } from './inquiry-state.ts'
import { type Emails, type Intent, requestSend, stateWithoutResponse } from './send-requests.ts'
import { createStatusPoller } from './status-poller.ts'

export type SenderDeps = {
  outbox: Outbox
  /** Outlives the worker. */
  session: StorageArea
  emails: Emails
  /** The id of the signed-in user. */
  userId: () => Promise<string | undefined>
  /** How long after its click an email may still be sent, as far as is known. */
  sellByMinutes: () => Promise<number>
  now: () => Date
  wait: (ms: number) => Promise<void>
}

/**
 * Creates the sender. One click is one email, despite double clicks, lost responses and a worker that ends at any
 * moment.
 */
export function createInquirySender(deps: SenderDeps) {
  const states = createStoredValue(deps.session, 'inquiries', InquiryStates, {})
  const { start } = createTaskRunner()
  const { follow, undo } = createStatusPoller(deps, states, start)
  const claimedLoads = new Set<string>()
  let resumed: Promise<void> | undefined

  const clicks = deps.outbox.register<PostingInquiry, InquiryState>('email', {
    schema: PostingInquiry,
    nameOf: (inquiry) => `${loadKey(inquiry)}/${inquiry.templateId}`,
    replaces: false,
    async ask(intent, isOnline) {
      const result = isOnline ? await requestSend(deps.emails, intent, deps.now()) : undefined
      if (result) return result
      const shown = stateWithoutResponse(intent, deps.now(), await deps.sellByMinutes())
      if (shown.state === 'failed') return shown
      await show(intent, shown)
      return undefined
    },
    async finish(intent, result) {
      if (await show(intent, result)) follow(loadKey(intent.intent), result)
    },
  })

  /** Shows the state of an intent, unless another user signed in meanwhile. Returns whether it did. */
  async function show({ userId, intent }: Intent, state: InquiryState): Promise<boolean> {
    const current = await deps.userId()
    if (current !== undefined && current !== userId) return false
    await setState(states, loadKey(intent), state)
    return true
  }

  /**
   * Accepts a click and returns once its intent is stored. A load with an inquiry that blocks a resend gets no second
   * one, and neither does a click that is repeated with its key.
   */
  async function send(inquiry: PostingInquiry, key?: string): Promise<InquiryState> {
    const load = loadKey(inquiry)
    const sending: InquiryState = { state: 'sending', templateId: inquiry.templateId }
    if (!(await deps.userId())) return { ...sending, state: 'signed-out' }

    await (resumed ?? resume()) // finish what an earlier worker started before accepting more
    claimedLoads.add(load)
    let previous: InquiryState | undefined
    await states.change((all) => {
      previous = all[load]
      return blocksResend(previous) ? all : { ...all, [load]: sending }
    })
    if (previous && blocksResend(previous)) return previous

    const added = await clicks.add(inquiry, key).catch(() => undefined)
    return added ? sending : setState(states, load, { ...sending, state: 'failed', reason: notStored })
  }

  function resume(): Promise<void> {
    resumed = (resumed ?? Promise.resolve()).then(resumeNow).catch(() => undefined) // the next wake-up retries
    return resumed
  }

  async function resumeNow(): Promise<void> {
    const userId = await deps.userId()
    const all = await clicks.list()
    const unfinished = all.filter((intent) => intent.userId === userId && !intent.isInFlight)
    const current = await states.change((stored) =>
      withUnfinished(withoutOrphans(stored, all, claimedLoads), unfinished),
    )
    await deps.outbox.resume()
    for (const [load, state] of Object.entries(current)) follow(load, state)
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

const loadKey = ({ load: { board, boardLoadId } }: PostingInquiry): string => `${board}/${boardLoadId}`

/** Removes the "Sending" states of clicks whose worker ended before it stored their intent. */
function withoutOrphans(states: InquiryStates, intents: Intent[], claimedLoads: Set<string>): InquiryStates {
  const known = new Set([...claimedLoads, ...intents.map(({ intent }) => loadKey(intent))])
  return Object.fromEntries(
    Object.entries(states).filter(
      ([load, { state, emailId }]) => !['sending', 'waiting'].includes(state) || emailId || known.has(load),
    ),
  )
}

const withoutStates = (states: InquiryStates, outdated: InquiryState['state'][]): InquiryStates =>
  Object.fromEntries(Object.entries(states).filter(([, { state }]) => !outdated.includes(state)))

function withUnfinished(states: InquiryStates, unfinished: Intent[]): InquiryStates {
  const fresh = unfinished.filter(({ intent }) => states[loadKey(intent)] === undefined)
  const sending = fresh.map(({ intent }): [string, InquiryState] => [
    loadKey(intent),
    { state: 'sending', templateId: intent.templateId },
  ])
  return { ...states, ...Object.fromEntries(sending) }
}

function statesOf(board: string, states: InquiryStates): InquiryStates {
  const own = Object.entries(states).filter(([load]) => load.startsWith(`${board}/`))
  return Object.fromEntries(own.map(([load, state]) => [load.slice(board.length + 1), state]))
}
