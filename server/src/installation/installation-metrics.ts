import { setTimeout as sleep } from 'node:timers/promises'
import { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { findNewestBackup } from '../backups/backup-files.ts'
import type { Deps } from '../context.ts'
import { describeDatabase } from '../db/db.ts'
import { oldestSnapshotSeconds } from '../db/oldest-snapshot.ts'
import { countDeliveries, oldestDeliveryAgeSeconds } from '../delivery/queue.service.ts'
import { counter, gauge, type Metric } from '../http/metrics.ts'
import { bounceKinds } from '../integrations/bounce-server.ts'
import { countJobs } from '../jobs/job-queue.ts'
import { listSwitchesOff } from '../kill-switches/kill-switches.service.ts'
import { attemptOutcomes, type MailServerFailure } from '../observed.ts'
import { providers } from '../relay/receivers.ts'
import { listReceivers } from '../relay/relay.service.ts'
import { securityEventNames } from '../security-events.ts'
import { version } from './version.ts'

/** A program that reads metrics waits some seconds; without the database it learns the rest. */
const maxDatabaseMs = 2_000

/** Reads the state of the installation for `/metrics`: also while the database does not answer. */
export async function readMetrics(ctx: Deps): Promise<Metric[]> {
  const fromDatabase = await Promise.race([
    readDatabase(ctx).catch(() => undefined),
    sleep(maxDatabaseMs, undefined, { ref: false }),
  ])
  return [
    gauge('loadping_info', 'The version that runs.', [{ labels: { version }, value: 1 }]),
    gauge('loadping_database_up', 'Whether the database answers.', [{ value: Number(fromDatabase !== undefined) }]),
    ...measureConnections(ctx),
    counter(
      'loadping_email_attempts_total',
      'Attempts to send an email that this process finished or found interrupted, by kind of mailbox and outcome.',
      everyPair([...MailboxKind.options, 'product'], attemptOutcomes).map(([mailbox, outcome]) => ({
        labels: { mailbox, outcome },
        value: ctx.observed.attempts.get(`${mailbox} ${outcome}`) ?? 0,
      })),
    ),
    ...measureEvents(ctx),
    ...measurePeriodicWork(ctx),
    gauge('loadping_disk_full', "Whether the database's disk on this machine has too little space to write.", [
      { value: Number(await ctx.isDiskFull().catch(() => false)) },
    ]),
    ...measureMailServer(ctx),
    ...measureBackups(ctx),
    ...(fromDatabase ?? []),
  ]
}

/** Pairs each of some values with each of others: an alert rule sees only what was 0 before it happened. */
const everyPair = <One, Other>(some: readonly One[], others: readonly Other[]): [One, Other][] =>
  some.flatMap((one) => others.map((other): [One, Other] => [one, other]))

function measureConnections({ countConnections, admission }: Deps): Metric[] {
  const { open, idle, waiting } = countConnections()
  return [
    gauge('loadping_database_connections', 'Connections of this process to the database.', [
      { labels: { state: 'idle' }, value: idle },
      { labels: { state: 'used' }, value: open - idle },
    ]),
    gauge(
      'loadping_database_connections_awaited',
      'Calls that wait for a connection, and requests that wait before it.',
      [{ value: waiting + admission.countWaiting() }],
    ),
  ]
}

function measureEvents({ observed: { bounces, shed, removed, securityEvents, billingSweep } }: Deps): Metric[] {
  const swept = billingSweep ?? { checked: 0, repaired: 0, failed: 0 }
  return [
    counter(
      'loadping_bounces_total',
      'Reports of bounced emails, by who receives the email of the domain, and kind.',
      everyPair([...providers, 'other'], bounceKinds).map(([provider, kind]) => ({
        labels: { provider, kind },
        value: bounces.get(`${provider} ${kind}`) ?? 0,
      })),
    ),
    counter(
      'loadping_http_shed_total',
      'Requests refused in overload, by class: pages and lists first, changes last.',
      ['page', 'read', 'change'].map((name) => ({ labels: { class: name }, value: shed.get(name) ?? 0 })),
    ),
    counter(
      'loadping_security_events_total',
      'Security events, by name.',
      securityEventNames.map((event) => ({ labels: { event }, value: securityEvents.get(event) ?? 0 })),
    ),
    counter(
      'loadping_old_rows_removed_total',
      'Loads, contacts and their events that were removed because of their age.',
      ['loads', 'contacts', 'events'].map((kind) => ({ labels: { kind }, value: removed.get(kind) ?? 0 })),
    ),
    gauge(
      'loadping_billing_sweep_customers',
      'Customers in the last comparison with Stripe: all, those whose plan differed, and those that failed.',
      (['checked', 'repaired', 'failed'] as const).map((result) => ({ labels: { result }, value: swept[result] })),
    ),
  ]
}

function measurePeriodicWork({ observed: { periodic, startedAt } }: Deps): Metric[] {
  const work = [...periodic]
  return [
    gauge(
      'loadping_periodic_work_success_timestamp_seconds',
      'When work that repeats last succeeded; before it did, when the process started.',
      work.map(([name, { succeededAt = startedAt }]) => ({
        labels: { work: name },
        value: succeededAt.getTime() / 1_000,
      })),
    ),
    gauge(
      'loadping_periodic_work_interval_seconds',
      'After how long work that repeats begins anew.',
      work.map(([name, { everyMs }]) => ({ labels: { work: name }, value: everyMs / 1_000 })),
    ),
    counter(
      'loadping_periodic_work_failures_total',
      'How often work that repeats failed.',
      work.map(([name, { failures }]) => ({ labels: { work: name }, value: failures })),
    ),
  ]
}

const failureKinds: MailServerFailure['kind'][] = ['login', 'certificate', 'unreachable', 'refused']

function measureMailServer({ observed: { mailServer } }: Deps): Metric[] {
  if (!mailServer) return []
  const samples = failureKinds.map((reason) => ({
    labels: { reason },
    value: Number(mailServer.failure?.kind === reason),
  }))
  return [gauge('loadping_mail_server_failing', 'Whether the mail server of SMTP_URL fails, and how.', samples)]
}

function measureBackups({ backupFolder, now, observed: { startedAt } }: Deps): Metric[] {
  if (backupFolder === null) return []
  const newest = findNewestBackup(backupFolder) ?? startedAt
  const help = 'The age of the newest backup; without one, how long the process has run.'
  return [gauge('loadping_backup_age_seconds', help, [{ value: (now().getTime() - newest.getTime()) / 1_000 }])]
}

async function readDatabase(ctx: Deps): Promise<Metric[]> {
  const [emails, jobs, emailAge, off, receivers, database, snapshotSeconds] = await Promise.all([
    countDeliveries(ctx),
    countJobs(ctx),
    oldestDeliveryAgeSeconds(ctx),
    listSwitchesOff(ctx),
    listReceivers(ctx),
    describeDatabase(ctx.db),
    oldestSnapshotSeconds(ctx.db),
  ])
  const inQueues = (inquiries: number, numberIn: (job: (typeof jobs)[number]) => number) => [
    { labels: { queue: 'inquiries' }, value: inquiries },
    ...jobs.map((job) => ({ labels: { queue: job.kind }, value: numberIn(job) })),
  ]
  const isOff = (name: string) => Number(off.some((found) => found.name === name))
  const paused = receivers.filter(({ pausedUntil }) => pausedUntil !== null)
  return [
    gauge(
      'loadping_queue_length',
      'What waits, by kind; a kind of job that does not is absent.',
      inQueues(emails.waiting, ({ waiting }) => waiting),
    ),
    gauge('loadping_emails_sending', 'Emails that workers of all processes have claimed.', [{ value: emails.sending }]),
    gauge(
      'loadping_queue_oldest_due_seconds',
      'How long the oldest of what is due waits, by kind.',
      inQueues(emailAge, ({ oldestSeconds }) => oldestSeconds),
    ),
    gauge(
      'loadping_queue_held',
      'What is held since the database was restored or copied, by kind.',
      inQueues(emails.held, ({ held }) => held),
    ),
    gauge('loadping_switch_off', "Whether the operator's switch is off.", [
      { labels: { switch: 'sends' }, value: isOff('sends') },
      { labels: { switch: 'writes' }, value: isOff('writes') },
    ]),
    gauge('loadping_relay_paused_receivers', 'Receivers that the relay sends nothing, because they refuse it.', [
      { value: paused.length },
    ]),
    gauge('loadping_database_bytes', 'The size of the database.', [{ value: database.bytes }]),
    gauge(
      'loadping_database_oldest_snapshot_seconds',
      'The age of the oldest transaction, which keeps the database from reusing space.',
      [{ value: snapshotSeconds }],
    ),
  ]
}
