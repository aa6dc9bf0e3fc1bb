/** What this process saw of itself and of what it depends on, for the operator. Each process has its own. */
export type Observed = {
  startedAt: Date
  /** How many attempts at an email had each outcome, by kind of mailbox and outcome with a space between. */
  attempts: Map<string, number>
}

export const createObserved = (now: Date): Observed => ({ startedAt: now, attempts: new Map() })

/** Counts one attempt at an email. */
export function countAttempt({ attempts }: Observed, mailbox: string, outcome: string): void {
  const key = `${mailbox} ${outcome}`
  attempts.set(key, (attempts.get(key) ?? 0) + 1)
}
