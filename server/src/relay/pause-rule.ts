import type { ReceiverState } from './relay.tables.ts'

/** When the relay pauses its emails to a receiver, and for how long. `docs/operations/mail.md` has the reasons. */
export const pauseRule = {
  /** So many emails refused within so many minutes begin a pause. */
  refusals: 3,
  withinMinutes: 60,
  /** The length of the first pause, the second and all further ones. */
  pauseMinutes: [15, 60, 240],
  /** How long the one email that is tried after a pause may take until another is tried. */
  tryMinutes: 1,
  /** Without a refusal for so long, the next pause is a first one. */
  forgetHours: 24,
} as const

const minuteMs = 60_000
const after = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * minuteMs)

/** Returns the state of a receiver that never refused. */
export const noRefusals = (at: Date): ReceiverState => ({
  refusals: [],
  pausedUntil: null,
  pauses: 0,
  triedEmail: null,
  changedAt: at,
})

/** Returns the earliest time of a change that still counts. */
export const forgottenBefore = (now: Date): Date => after(now, -60 * pauseRule.forgetHours)

/**
 * Returns what follows from a refused email. During a pause only the email that was tried counts, since others were on
 * their way; its refusal begins the next, longer pause, also if it is reported after the pause had ended.
 */
export function afterRefusal(known: ReceiverState, emailId: string, now: Date): ReceiverState {
  const state = known.changedAt > forgottenBefore(now) ? known : noRefusals(now)
  const wasTried = state.triedEmail === emailId
  if (state.pausedUntil && !wasTried) return state
  const since = after(now, -pauseRule.withinMinutes)
  const earlier = state.refusals.filter((one) => one.emailId !== emailId && new Date(one.at) > since)
  const refusals = [...earlier, { emailId, at: now.toISOString() }]
  if (!wasTried && refusals.length < pauseRule.refusals) return { ...state, refusals, changedAt: now }
  const { pauseMinutes } = pauseRule
  return {
    refusals: [],
    pausedUntil: after(now, pauseMinutes[state.pauses] ?? Math.max(...pauseMinutes)),
    pauses: state.pauses + 1,
    triedEmail: null,
    changedAt: now,
  }
}

/** Whether one email may be tried. A pause that ends later than any can was made before the clock was set back. */
export const isOver = (pausedUntil: Date, now: Date): boolean =>
  pausedUntil <= now || pausedUntil > after(now, Math.max(...pauseRule.pauseMinutes))

/** Returns until when the other emails wait while one is tried. */
export const tryEnd = (now: Date): Date => after(now, pauseRule.tryMinutes)
