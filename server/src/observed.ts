import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { Histogram } from 'prom-client'

/** How a mail server fails: it refuses the login, its certificate is not trusted, it does not answer, or it refuses us. */
export type MailServerFailure = { kind: 'login' | 'certificate' | 'unreachable' | 'refused'; reason: string }

/** What may come of an attempt at an email. */
export const attemptOutcomes = ['accepted', 'retry', 'unauthorized', 'rejected', 'unknown'] as const

/** From what an email is sent: a kind of mailbox, or the product itself. */
type Attempt = { mailbox: MailboxKind | 'product'; outcome: (typeof attemptOutcomes)[number] }

/** How work that repeats went, and how often it does. */
export type PeriodicWork = { everyMs: number; succeededAt: Date | undefined; failures: number }

/** What a process saw in one hour of the clock. */
export type Hour = {
  startsAt: Date
  requests: number
  /** Requests that were refused because the server was too busy. */
  turnedAway: number
  /** How long answers to `POST /emails` took, in microseconds. */
  sends: RecordableHistogram
  /** Attempts at an email with a known or an unknown end. */
  emails: number
  unknown: number
  signInsRefused: number
  /** Keyed hashes of the networks that they came from, of which a thousand are kept. */
  refusedNetworks: Set<string>
  /** The largest value of what is looked at each minute. */
  oldestEmailSeconds: number
  mailServerFailed: boolean
  mailboxesToReconnect: number
  databaseBytes: number
}

/** What this process saw of itself and of what it depends on, for the operator. Each process has its own. */
export type Observed = {
  startedAt: Date
  /** How many attempts at an email had each outcome, by kind of mailbox and outcome with a space between. */
  attempts: Map<string, number>
  /** How long calls waited for a connection to the database, and requests in a burst before it. */
  databaseWaits: Histogram<'what'>
  /** How many requests were refused in overload, by class: `page`, `read` or `change`. */
  shed: Map<string, number>
  /** How long the oldest open transaction has kept deleted rows of the database, at the last look. */
  oldestSnapshotSeconds: number
  /** How many reports of bounced emails came, by provider and kind with a space between. */
  bounces: Map<string, number>
  /** How many security events there were, by name. */
  securityEvents: Map<string, number>
  /** How work that repeats went, by its name. */
  periodic: Map<string, PeriodicWork>
  /** The last look at the operator's mail server; absent before the first, and without one. */
  mailServer: { failure: MailServerFailure | undefined; since: Date } | undefined
  /** Why this process could not make the backup of the last night. */
  backupFailure: { at: Date; reason: string } | undefined
  /** How many stored secrets no secret of the settings opens, and how many have an earlier key; absent before a look. */
  keys: { unreadable: number; older: number } | undefined
  /** The last comparison with Stripe that had customers to compare. */
  billingSweep: { at: Date; checked: number; repaired: number; failed: number } | undefined
  /** How many rows were removed because of their age, by kind. */
  removed: Map<string, number>
  /** The version of the extension that a user last called with. */
  extensions: Map<string, { version: string; at: Date }>
  /** The last 24 hours in which something happened, the oldest first. */
  hours: Hour[]
}

export const createObserved = (now: Date): Observed => ({
  startedAt: now,
  attempts: new Map(),
  databaseWaits: createDatabaseWaits(),
  shed: new Map(),
  oldestSnapshotSeconds: 0,
  bounces: new Map(),
  securityEvents: new Map(),
  periodic: new Map(),
  mailServer: undefined,
  backupFailure: undefined,
  keys: undefined,
  billingSweep: undefined,
  removed: new Map(),
  extensions: new Map(),
  hours: [],
})

function createDatabaseWaits(): Observed['databaseWaits'] {
  const waits = new Histogram({
    name: 'loadping_database_wait_seconds',
    help: 'How long calls waited for a connection to the database, and requests in a burst before it.',
    labelNames: ['what'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [],
  })
  for (const what of ['call', 'request']) waits.zero({ what })
  return waits
}

/** Adds one, or so many, to what a map counts under a key. */
export function countIn(counts: Map<string, number>, key: string, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** Counts one attempt at an email. */
export function countAttempt(observed: Observed, now: Date, { mailbox, outcome }: Attempt): void {
  countIn(observed.attempts, `${mailbox} ${outcome}`)
  const hour = hourOf(observed, now)
  hour.emails += Number(outcome === 'accepted' || outcome === 'unknown')
  hour.unknown += Number(outcome === 'unknown')
}

const hourMs = 3_600_000

/** Returns the hour of the clock that it is, and forgets those of more than a day ago or in the future. */
export function hourOf(observed: Observed, now: Date): Hour {
  const startsAt = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  const last = observed.hours.at(-1)
  if (last?.startsAt.getTime() === startsAt.getTime()) return last
  const oldest = startsAt.getTime() - 23 * hourMs
  const hour: Hour = {
    startsAt,
    requests: 0,
    turnedAway: 0,
    sends: createHistogram({ lowest: 1, highest: 120_000_000, figures: 2 }),
    emails: 0,
    unknown: 0,
    signInsRefused: 0,
    refusedNetworks: new Set(),
    oldestEmailSeconds: 0,
    mailServerFailed: false,
    mailboxesToReconnect: 0,
    databaseBytes: 0,
  }
  observed.hours = observed.hours.filter(({ startsAt: at }) => at.getTime() >= oldest && at < startsAt)
  observed.hours.push(hour)
  return hour
}

/** Counts one answered request. */
export function countRequest(observed: Observed, now: Date, { route, ms }: { route: string; ms: number }): void {
  const hour = hourOf(observed, now)
  hour.requests += 1
  if (route === 'POST /emails') hour.sends.record(Math.min(120_000_000, Math.max(1, Math.round(ms * 1_000))))
}

/** Counts one request that was refused in overload. */
export function countShed(observed: Observed, requestClass: string, now: Date): void {
  countIn(observed.shed, requestClass)
  hourOf(observed, now).turnedAway += 1
}
