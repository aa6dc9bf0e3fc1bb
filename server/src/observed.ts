/** How a mail server fails: it refuses the login, its certificate is not trusted, it does not answer, or it refuses us. */
export type MailServerFailure = { kind: 'login' | 'certificate' | 'unreachable' | 'refused'; reason: string }

/** What this process saw of itself and of what it depends on, for the operator. Each process has its own. */
export type Observed = {
  startedAt: Date
  /** How many attempts at an email had each outcome, by kind of mailbox and outcome with a space between. */
  attempts: Map<string, number>
  /** The last look at the operator's mail server; absent before the first, and without one. */
  mailServer: { failure: MailServerFailure | undefined; since: Date } | undefined
  /** Why this process could not make the backup of the last night. */
  backupFailure: { at: Date; reason: string } | undefined
  /** How many stored secrets no secret of the settings opens, and how many have an earlier key; absent before a look. */
  keys: { unreadable: number; older: number } | undefined
}

export const createObserved = (now: Date): Observed => ({
  startedAt: now,
  attempts: new Map(),
  mailServer: undefined,
  backupFailure: undefined,
  keys: undefined,
})

/** Counts one attempt at an email. */
export function countAttempt({ attempts }: Observed, mailbox: string, outcome: string): void {
  const key = `${mailbox} ${outcome}`
  attempts.set(key, (attempts.get(key) ?? 0) + 1)
}
