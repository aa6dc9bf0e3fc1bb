import type { StoredValue } from '../stored-value.ts'
import { type InquiryState, type InquiryStates, isInFlight } from './inquiry-state.ts'
import { type Emails, lookUp, undoSend } from './send-requests.ts'

type FollowerDeps = { emails: Emails; now: () => Date; wait: (ms: number) => Promise<void> }

/** A mail that is followed is asked for at least this often. */
const longestPause = 10_000

/** Knows what became of accepted mails, so that a row says "Sent" only when it is true, and takes them back. */
export function createStatusPoller(
  deps: FollowerDeps,
  states: StoredValue<InquiryStates>,
  start: (name: string, work: () => Promise<void>) => void,
) {
  function followOn(load: string, state: InquiryState): void {
    const { emailId } = state
    if (emailId && isInFlight(state)) start(emailId, () => follow(load, emailId))
  }

  async function follow(load: string, emailId: string): Promise<void> {
    for (let pause = 500; ; pause = Math.min(pause * 1.5, longestPause)) {
      const known = (await states.read())[load]
      if (!known || !isFollowed(known, emailId)) return
      await deps.wait(Math.min(Math.max(pause, untilDue(known, deps.now())), longestPause))
      await show(load, emailId, await lookUp(deps.emails, emailId, known.templateId))
    }
  }

  const show = (load: string, emailId: string, outcome: InquiryState | undefined) =>
    states.change((all) => (outcome && isFollowed(all[load], emailId) ? { ...all, [load]: outcome } : all))

  /** Takes the mail about a load back if it is still queued; answers what it is now, if there is one. */
  async function undo(load: string): Promise<InquiryState | undefined> {
    for (const pause of [300, 900, 2700]) {
      const known = (await states.read())[load]
      if (known?.state !== 'queued' || !known.emailId) return known
      const outcome = await undoSend(deps.emails, known.emailId, known.templateId)
      if (outcome) return (await show(load, known.emailId, outcome))[load]
      await deps.wait(pause)
    }
    return (await states.read())[load]
  }

  return { followOn, undo }
}

/** An answer that comes late must not bring back what has ended. */
const isFollowed = (state: InquiryState | undefined, emailId: string): boolean =>
  state !== undefined && state.emailId === emailId && isInFlight(state)

/** Until then a queued mail stays queued, unless somebody takes it back. */
const untilDue = ({ dueAt }: InquiryState, now: Date): number => (dueAt ? Date.parse(dueAt) - now.getTime() : 0)
