/** How a mail server fails: it refuses the login, its certificate is not trusted, it does not answer, or it refuses us. */
export type MailServerFailure = { kind: 'login' | 'certificate' | 'unreachable' | 'refused'; reason: string }

/** What this process saw of itself and of what it depends on, for the operator. Each process has its own. */
export type Observed = {
  startedAt: Date
  /** How many attempts at an email had each outcome, by kind of mailbox and outcome with a space between. */
  attempts: Map<string, number>
  /** How many requests were refused in overload, by class: `page`, `read` or `change`. */
  shed: Map<string, number>
  lastShedAt: Date | undefined
  /** How long the oldest open transaction has kept deleted rows of the database, at the last look. */
  oldestSnapshotSeconds: number
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
  shed: new Map(),
  lastShedAt: undefined,
  oldestSnapshotSeconds: 0,
  mailServer: undefined,
  backupFailure: undefined,
  keys: undefined,
})

/** Counts one attempt at an email. */
export function countAttempt({ attempts }: Observed, mailbox: string, outcome: string): void {
  const key = `${mailbox} ${outcome}`
  attempts.set(key, (attempts.get(key) ?? 0) + 1)
}

/** Counts one request that was refused in overload. */
export function countShed(observed: Observed, requestClass: string, now: Date): void {
  observed.shed.set(requestClass, (observed.shed.get(requestClass) ?? 0) + 1)
  observed.lastShedAt = now
}
