import { createHistogram } from 'node:perf_hooks'
import { extensionReleases } from '@loadping/contract/extension/extension-versions'
import { countOf, formatBytes, formatCount, formatShare } from '@loadping/contract/format/counts'
import { formatSeconds } from '@loadping/contract/format/durations'
import { formatShortDate, formatTime } from '@loadping/contract/format/instants'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import type { FigureReport, InstallationState } from '@loadping/contract/installation/installation'
import { listBackups } from '../backups/backup-files.ts'
import type { Deps } from '../context.ts'
import { describeDatabase, isMigrated } from '../db/db.ts'
import { oldestSnapshotSeconds } from '../db/oldest-snapshot.ts'
import { countDeliveries, oldestDeliveryAgeSeconds } from '../delivery/queue.service.ts'
import { countMailboxes } from '../mailboxes/mailboxes.service.ts'
import { type Hour, hourOf, type MailServerFailure } from '../observed.ts'
import { snapshotAlarmSeconds } from '../operations/snapshot-watch.service.ts'
import { maxBackupAgeMs } from './part-reports.ts'
import { version } from './version.ts'

type Figure = Partial<FigureReport> & Omit<FigureReport, 'hours' | 'note'>

/** From these values on a figure is shown as one to look at; the rules of `deploy/monitoring/alerts.yml` have the same. */
export const alarms = {
  oldestEmailSeconds: 300,
  unknownShare: 0.001,
  sendMs: 300,
  refusedSignInsPerHour: 200,
}

/** Returns the ten figures that tell how the installation does, as this process sees it. */
export async function readFigures(ctx: Deps): Promise<FigureReport[]> {
  const figures = await Promise.all([
    readOldestEmail(ctx),
    readMailServer(ctx),
    readUnknown(ctx),
    readMailboxes(ctx),
    readBackup(ctx),
    readDatabase(ctx),
    readBillingSweep(ctx),
    readSends(ctx),
    readSignIns(ctx),
    readVersions(ctx),
  ])
  return figures.map((figure) => ({ hours: null, note: null, ...figure }))
}

/** Looks at what only shows in a moment, so that each hour has its largest value. */
export async function lookAtFigures(ctx: Deps): Promise<void> {
  const [seconds, mailboxes, { bytes }] = await Promise.all([
    oldestDeliveryAgeSeconds(ctx),
    countMailboxes(ctx),
    describeDatabase(ctx.db),
  ])
  const hour = hourOf(ctx.observed, ctx.now())
  hour.oldestEmailSeconds = Math.max(hour.oldestEmailSeconds, seconds)
  hour.mailboxesToReconnect = Math.max(hour.mailboxesToReconnect, mailboxes.failing)
  hour.databaseBytes = Math.max(hour.databaseBytes, bytes)
  hour.mailServerFailed ||= ctx.observed.mailServer?.failure !== undefined
}

const hourMs = 3_600_000

/** Returns a value for each of the last 24 hours, the oldest first; null where the process did not run. */
function byHour({ observed, now }: Deps, read: (hour: Hour) => number): (number | null)[] {
  const { startsAt } = hourOf(observed, now())
  const values = new Map(observed.hours.map((hour) => [hour.startsAt.getTime(), read(hour)]))
  const firstAt = observed.startedAt.getTime() - hourMs
  return Array.from({ length: 24 }, (_, index) => {
    const at = startsAt.getTime() - (23 - index) * hourMs
    return values.get(at) ?? (at > firstAt ? 0 : null)
  })
}

const sumOf = ({ observed, now }: Deps, read: (hour: Hour) => number): number => {
  hourOf(observed, now()) // forgets those of more than a day ago
  return observed.hours.reduce((sum, hour) => sum + read(hour), 0)
}

async function readOldestEmail(ctx: Deps): Promise<Figure> {
  const [seconds, { waiting }] = await Promise.all([oldestDeliveryAgeSeconds(ctx), countDeliveries(ctx)])
  return {
    figure: 'oldest-email',
    state: seconds >= 900 ? 'failing' : seconds >= alarms.oldestEmailSeconds ? 'look' : 'working',
    value: seconds === 0 ? 'None due' : formatSeconds(seconds),
    text: `${countOf(waiting, 'email is', 'emails are')} in the queue, those included that are not due yet. Alarm at 5 minutes.`,
    hours: byHour(ctx, ({ oldestEmailSeconds }) => oldestEmailSeconds),
  }
}

const mailServerWords: Record<MailServerFailure['kind'], string> = {
  login: 'Login refused',
  certificate: 'Not trusted',
  unreachable: 'No answer',
  refused: 'Refused',
}

function readMailServer(ctx: Deps): Figure {
  const { mailServer } = ctx.observed
  const hours = byHour(ctx, ({ mailServerFailed }) => Number(mailServerFailed))
  const figure = 'mail-server' as const
  if (!mailServer)
    return { figure, state: 'working', value: 'Not asked yet', text: 'It is asked within a minute.', hours }
  const { failure, since } = mailServer
  const at = formatTime(since)
  if (!failure) return { figure, state: 'working', value: 'Works', text: `It accepts our login since ${at}.`, hours }
  return {
    figure,
    state: 'failing',
    value: mailServerWords[failure.kind],
    text: `${failure.reason}. Since ${at}.`,
    hours,
  }
}

function readUnknown(ctx: Deps): Figure {
  const unknown = sumOf(ctx, (hour) => hour.unknown)
  const emails = sumOf(ctx, (hour) => hour.emails)
  const share = emails === 0 ? 0 : unknown / emails
  return {
    figure: 'unknown',
    state: unknown > 0 && share >= alarms.unknownShare ? 'look' : 'working',
    value: formatShare(share),
    text: `${formatCount(unknown)} of ${countOf(emails, 'email')} in 24 hours. People see them as not confirmed. Alarm at 0.1%.`,
    hours: byHour(ctx, (hour) => hour.unknown),
  }
}

async function readMailboxes(ctx: Deps): Promise<Figure> {
  const { all, failing } = await countMailboxes(ctx)
  return {
    figure: 'mailboxes',
    state: failing > 0 ? 'look' : 'working',
    value: `${formatCount(failing)} of ${formatCount(all)}`,
    text:
      failing === 0
        ? "People's own mailboxes can all send."
        : `${countOf(failing, 'mailbox', 'mailboxes')} must be connected again. LoadPing told who owns them.`,
    hours: byHour(ctx, ({ mailboxesToReconnect }) => mailboxesToReconnect),
  }
}

const nights = 14

function readBackup({ backupFolder, observed, now }: Deps): Figure {
  const figure = 'backup' as const
  if (backupFolder === null) return { figure, state: 'look', value: 'Off', text: 'BACKUP_DIR is not set.' }
  const since = now().getTime() - nights * 24 * hourMs
  const made = listBackups(backupFolder).map(({ createdAt }) => createdAt)
  const kept = new Set(made.filter((at) => at.getTime() > since).map((at) => newYorkDay(at))).size
  const newest = made.at(-1)
  const note = `${kept} of ${nights} days`
  const text = 'One is made each night. Alarm at 30 hours.'
  if (!newest)
    return {
      figure,
      state: observed.backupFailure ? 'failing' : 'look',
      value: 'None',
      text: 'There is none yet.',
      note,
    }
  const seconds = Math.max(0, (now().getTime() - newest.getTime()) / 1_000)
  const isLate = observed.backupFailure !== undefined || seconds * 1_000 > maxBackupAgeMs
  return { figure, state: isLate ? 'failing' : 'working', value: `${formatSeconds(seconds)} old`, text, note }
}

async function readDatabase(ctx: Deps): Promise<Figure> {
  const [{ version: postgres, bytes }, snapshotSeconds, isFull] = await Promise.all([
    describeDatabase(ctx.db),
    oldestSnapshotSeconds(ctx.db),
    ctx.isDiskFull(),
  ])
  const { open, idle } = ctx.countConnections()
  const isOld = snapshotSeconds >= snapshotAlarmSeconds
  return {
    figure: 'database',
    state: isFull ? 'failing' : isOld ? 'look' : 'working',
    value: formatBytes(bytes),
    text: `${open - idle} of ${countOf(open, 'connection')} busy, oldest transaction ${formatSeconds(snapshotSeconds)}. PostgreSQL ${postgres}.`,
    hours: byHour(ctx, ({ databaseBytes }) => databaseBytes),
  }
}

function readBillingSweep({ observed: { billingSweep }, payments }: Deps): Figure {
  const figure = 'billing-sweep' as const
  if (!payments) return { figure, state: 'working', value: 'Off', text: 'This installation takes no payments.' }
  if (!billingSweep)
    return { figure, state: 'working', value: 'None yet', text: 'Each customer is compared with Stripe once a day.' }
  const { at, checked, repaired, failed } = billingSweep
  const result =
    failed > 0
      ? `${countOf(failed, 'question')} failed`
      : repaired > 0
        ? 'those that differed were repaired'
        : 'none differed'
  return {
    figure,
    state: failed > 0 ? 'look' : 'working',
    value: `${formatCount(repaired)} differed`,
    text: `${formatTime(at)}: ${countOf(checked, 'customer')} compared with Stripe, ${result}.`,
  }
}

function readSends(ctx: Deps): Figure {
  const all = createHistogram({ lowest: 1, highest: 120_000_000, figures: 2 })
  const p99Of = (histogram: { count: number; percentile: (percent: number) => number }) =>
    histogram.count === 0 ? 0 : histogram.percentile(99) / 1_000
  const turnedAway = sumOf(ctx, (hour) => hour.turnedAway)
  const requests = sumOf(ctx, (hour) => hour.requests)
  for (const { sends } of ctx.observed.hours) if (sends.count > 0) all.add(sends)
  const ms = p99Of(all)
  return {
    figure: 'sends',
    state: ms > alarms.sendMs || turnedAway > 0 ? 'look' : 'working',
    value: all.count === 0 ? 'None' : `${formatCount(Math.round(ms))} ms`,
    text: `${countOf(requests, 'request')} in 24 hours, ${formatCount(turnedAway)} turned away. Alarm at 300 ms.`,
    hours: byHour(ctx, ({ sends }) => p99Of(sends)),
  }
}

function readSignIns(ctx: Deps): Figure {
  const refused = sumOf(ctx, ({ signInsRefused }) => signInsRefused)
  const networks = new Set(ctx.observed.hours.flatMap(({ refusedNetworks }) => [...refusedNetworks])).size
  const recent = ctx.observed.hours.slice(-2)
  const isMany = recent.some(({ signInsRefused }) => signInsRefused >= alarms.refusedSignInsPerHour)
  return {
    figure: 'sign-ins',
    state: isMany ? 'look' : 'working',
    value: formatCount(refused),
    text: `In 24 hours, from ${countOf(networks, 'network')}. Alarm at 200 an hour.`,
    hours: byHour(ctx, ({ signInsRefused }) => signInsRefused),
  }
}

async function readVersions({ db, observed }: Deps): Promise<Figure> {
  const [newest] = extensionReleases
  const isCurrent = await isMigrated(db)
  const people = [...observed.extensions.values()]
  const older = people.filter((extension) => extension.version !== newest).length
  const extensions =
    people.length === 0
      ? 'No extension has called yet.'
      : `Extension: ${formatCount(people.length - older)} of ${countOf(people.length, 'person', 'people')} on ${newest}.`
  const state: InstallationState = isCurrent ? (older > 0 ? 'look' : 'working') : 'failing'
  return {
    figure: 'versions',
    state,
    value: version,
    text: `${isCurrent ? 'Server and database agree.' : 'The database is of another version.'} ${extensions}`,
    note: `Since ${formatShortDate(observed.startedAt)}`,
  }
}
