/** A period around now; its end lies ahead. */
export type Period = { since: Date; until: Date }

/**
 * Returns the time before and after now that a limit counts. After a clock was set back, what was stored before lies
 * ahead: only what is near counts, else a limit would hold as long as the step.
 */
export const around = (now: Date, ms: number): Period => ({
  since: new Date(now.getTime() - ms),
  until: new Date(now.getTime() + ms),
})

/** Whether a stored time is less than this before or after now. */
export const isNear = (time: Date, now: Date, ms: number): boolean => Math.abs(now.getTime() - time.getTime()) < ms
