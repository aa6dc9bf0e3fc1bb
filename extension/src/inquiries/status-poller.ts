import type { StoredValue } from '../stored-value.ts'
import { type InquiryState, type InquiryStates, isInFlight } from './inquiry-state.ts'
import { type Emails, getState, undoSend } from './send-requests.ts'

type PollerDeps = { emails: Emails; now: () => Date; wait: (ms: number) => Promise<void> }

/** The longest pause between two polls of one email. */
const maxPauseMs = 10_000

/** Polls accepted emails until their final state, so that a row shows "Sent" only once it is true, and undoes them. */
export function createStatusPoller(
  deps: PollerDeps,
  states: StoredValue<InquiryStates>,
  start: (name: string, task: () => Promise<void>) => void,
) {
  function follow(load: string, state: InquiryState): void {
    const { emailId } = state
    if (emailId && isInFlight(state)) start(emailId, () => poll(load, emailId))
  }

  async function poll(load: string, emailId: string): Promise<void> {
    for (let pause = 500; ; pause = Math.min(pause * 1.5, maxPauseMs)) {
      const known = (await states.read())[load]
      if (!known || !isPolled(known, emailId)) return
      await deps.wait(Math.min(Math.max(pause, msUntilDue(known, deps.now())), maxPauseMs))
      await update(load, emailId, await getState(deps.emails, emailId, known.templateId))
    }
  }

  const update = (load: string, emailId: string, result: InquiryState | undefined) =>
    states.change((all) => (result && isPolled(all[load], emailId) ? { ...all, [load]: result } : all))

  /** Undoes the email about a load if it is still queued. Returns its present state, if the load has one. */
  async function undo(load: string): Promise<InquiryState | undefined> {
    for (const pause of [300, 900, 2700]) {
      const known = (await states.read())[load]
      if (known?.state !== 'queued' || !known.emailId) return known
      const result = await undoSend(deps.emails, known.emailId, known.templateId)
      if (result) return (await update(load, known.emailId, result))[load]
      await deps.wait(pause)
    }
    return (await states.read())[load]
  }

  return { follow, undo }
}

/** Whether a response still applies: a late one must not overwrite a final state. */
const isPolled = (state: InquiryState | undefined, emailId: string): boolean =>
  state !== undefined && state.emailId === emailId && isInFlight(state)

/** How long a queued email stays queued unless it is undone. */
const msUntilDue = ({ dueAt }: InquiryState, now: Date): number => (dueAt ? Date.parse(dueAt) - now.getTime() : 0)
