import { setTimeout as sleep } from 'node:timers/promises'
import { findNewestBackup } from '../backups/backup-files.ts'
import type { Deps } from '../context.ts'
import { countDeliveries, oldestDeliveryAgeSeconds } from '../delivery/queue.service.ts'
import { counter, gauge, type Metric } from '../http/metrics.ts'
import { countJobs, oldestJobAgeSeconds } from '../jobs/job-queue.ts'
import { listSwitchesOff } from '../kill-switches/kill-switches.service.ts'
import type { MailServerFailure } from '../observed.ts'
import { listReceivers } from '../relay/relay.service.ts'
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
      'Attempts of this process to send an email, by kind of mailbox and what came of them.',
      [...ctx.observed.attempts].map(([key, value]) => {
        const [mailbox = '', outcome = ''] = key.split(' ')
        return { labels: { mailbox, outcome }, value }
      }),
    ),
    ...measureMailServer(ctx),
    ...measureBackups(ctx),
    ...(fromDatabase ?? []),
  ]
}

function measureConnections({ countConnections }: Deps): Metric[] {
  const { open, idle, waiting } = countConnections()
  return [
    gauge('loadping_database_connections', 'Connections of this process to the database.', [
      { labels: { state: 'idle' }, value: idle },
      { labels: { state: 'used' }, value: open - idle },
    ]),
    gauge('loadping_database_connections_awaited', 'Calls that wait for a connection.', [{ value: waiting }]),
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

function measureBackups({ backupFolder, now }: Deps): Metric[] {
  const newest = backupFolder === null ? undefined : findNewestBackup(backupFolder)
  if (newest === undefined) return []
  const age = (now().getTime() - newest.getTime()) / 1_000
  return [gauge('loadping_backup_age_seconds', 'The age of the newest backup.', [{ value: age }])]
}

async function readDatabase(ctx: Deps): Promise<Metric[]> {
  const [emails, jobs, emailAge, jobAge, off, receivers] = await Promise.all([
    countDeliveries(ctx),
    countJobs(ctx),
    oldestDeliveryAgeSeconds(ctx),
    oldestJobAgeSeconds(ctx),
    listSwitchesOff(ctx),
    listReceivers(ctx),
  ])
  const inQueues = (inquiries: number, others: number) => [
    { labels: { queue: 'inquiries' }, value: inquiries },
    { labels: { queue: 'jobs' }, value: others },
  ]
  const isOff = (name: string) => Number(off.some((found) => found.name === name))
  const paused = receivers.filter(({ pausedUntil }) => pausedUntil !== null)
  return [
    gauge('loadping_queue_length', 'What waits.', inQueues(emails.waiting, jobs.waiting)),
    gauge('loadping_queue_oldest_due_seconds', 'How long the oldest of what is due waits.', inQueues(emailAge, jobAge)),
    gauge(
      'loadping_queue_held',
      'What is held since the database was restored or copied.',
      inQueues(emails.held, jobs.held),
    ),
    gauge('loadping_switch_off', "Whether the operator's switch is off.", [
      { labels: { switch: 'sends' }, value: isOff('sends') },
      { labels: { switch: 'writes' }, value: isOff('writes') },
    ]),
    gauge('loadping_relay_paused_receivers', 'Receivers that the relay sends nothing, because they refuse it.', [
      { value: paused.length },
    ]),
  ]
}
