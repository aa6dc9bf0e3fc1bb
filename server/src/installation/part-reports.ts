import { countOf, formatBytes } from '@loadping/contract/format/counts'
import { formatDuration } from '@loadping/contract/format/durations'
import { formatInstant } from '@loadping/contract/format/instants'
import type { PartReport } from '@loadping/contract/installation/installation'
import { findNewestBackup } from '../backups/backup-files.ts'
import type { Deps } from '../context.ts'
import { describeDatabase } from '../db/db.ts'
import { countHeld } from '../delivery/held.service.ts'
import { oldestDeliveryAgeSeconds } from '../delivery/queue.service.ts'
import { oldestJobAgeSeconds } from '../jobs/job-queue.ts'
import { listSwitchesOff } from '../kill-switches/kill-switches.service.ts'
import type { MailServerFailure } from '../observed.ts'

type Report = Partial<PartReport> & Pick<PartReport, 'part' | 'state' | 'text'>

const report = (given: Report): PartReport => ({
  reply: null,
  since: null,
  advice: null,
  command: null,
  document: null,
  ...given,
})

/** Says of each part of the installation how it does, and what to do about it. */
export async function reportParts(ctx: Deps): Promise<PartReport[]> {
  const fromDatabase = await Promise.all([reportQueue(ctx), reportCopy(ctx), reportSwitches(ctx), reportDatabase(ctx)])
  return [...reportMailServer(ctx), ...reportBackups(ctx), ...reportKeys(ctx), ...fromDatabase].map(report)
}

const mailServerTexts: Record<MailServerFailure['kind'], { text: string; advice: string }> = {
  login: {
    text: 'The mail server refuses the login of SMTP_URL. Sign-in links and relay emails wait.',
    advice: 'Correct the user or the password in SMTP_URL, then restart the server.',
  },
  certificate: {
    text: "The mail server's certificate is not trusted. Sign-in links and relay emails wait.",
    advice: 'Renew the certificate, or use the name in SMTP_URL that it was issued for.',
  },
  unreachable: {
    text: 'The mail server of SMTP_URL does not answer. Sign-in links and relay emails wait.',
    advice: 'Check that it runs, and that host and port in SMTP_URL can be reached from here.',
  },
  refused: {
    text: 'The mail server of SMTP_URL refuses us. Sign-in links and relay emails wait.',
    advice: 'Its answer says why. It is asked again by itself, less and less often.',
  },
}

function reportMailServer({ observed: { mailServer } }: Deps): Report[] {
  if (!mailServer) return []
  const { failure, since } = mailServer
  if (!failure)
    return [{ part: 'mail-server', state: 'working', text: 'The mail server accepts connection and login.' }]
  const { kind, reason: reply } = failure
  return [
    {
      part: 'mail-server',
      state: 'failing',
      ...mailServerTexts[kind],
      reply,
      since: since.toISOString(),
      command: 'npm run admin -- doctor',
      document: 'docs/operations/mail.md',
    },
  ]
}

/** The last night's backup is at most 24 hours old until the next one is made, which may take some hours. */
export const maxBackupAgeMs = 30 * 3_600_000
/** The first one is made within ten minutes of the start. */
const firstBackupMs = 3_600_000

function reportBackups({ backupFolder, observed, now }: Deps): Report[] {
  const part = 'backups' as const
  const document = 'docs/operations/back-up.md'
  if (backupFolder === null) {
    const advice = 'Set BACKUP_DIR to a folder on another disk.'
    return [{ part, state: 'look', text: 'No backups are made.', advice, document }]
  }
  const newest = findNewestBackup(backupFolder)
  const text = newest ? `The newest backup is of ${formatInstant(newest)}.` : 'There is no backup yet.'
  const ageMs = now().getTime() - (newest ?? observed.startedAt).getTime()
  const { backupFailure } = observed
  if (!backupFailure && ageMs <= (newest ? maxBackupAgeMs : firstBackupMs)) return [{ part, state: 'working', text }]
  const failing = {
    part,
    state: 'failing' as const,
    command: 'npm run admin -- backup create',
    document,
    advice: 'Make room in BACKUP_DIR, or correct the cause. It is tried again every ten minutes.',
  }
  if (!backupFailure) return [{ ...failing, text: `The last night has no backup. ${text}` }]
  const { at, reason: reply } = backupFailure
  return [{ ...failing, text: `The last backup failed. ${text}`, reply, since: at.toISOString() }]
}

function reportKeys({ observed: { keys } }: Deps): Report[] {
  if (!keys) return []
  const part = 'keys' as const
  const more = { command: 'npm run admin -- keys status', document: 'docs/operations/keys.md' }
  if (keys.unreadable > 0) {
    const text = `No secret of the settings opens ${countOf(keys.unreadable, 'stored secret')}. Their mailboxes cannot send.`
    const advice = 'Name the former secret in OTHER_AUTH_SECRETS and restart the server.'
    return [{ part, state: 'failing', text, advice, ...more }]
  }
  if (keys.older > 0) {
    const text = `${countOf(keys.older, 'stored secret')} still have an earlier key.`
    return [{ part, state: 'look', text, advice: 'Run npm run admin -- keys rotate.', ...more }]
  }
  return [{ part, state: 'working', text: 'All that is stored encrypted has the key of AUTH_SECRET.' }]
}

const longWaitSeconds = 15 * 60

async function reportQueue(ctx: Deps): Promise<Report> {
  const seconds = Math.max(...(await Promise.all([oldestDeliveryAgeSeconds(ctx), oldestJobAgeSeconds(ctx)])))
  const part = 'queue' as const
  if (seconds < longWaitSeconds) return { part, state: 'working', text: 'What is due leaves at once.' }
  const text = `The oldest email that is due waits for ${formatDuration(Math.floor(seconds / 60))}.`
  const advice = 'Look at the log for errors, and restart the server if there are none.'
  return { part, state: 'failing', text, advice, document: 'docs/operations/incidents.md' }
}

async function reportCopy(ctx: Deps): Promise<Report> {
  const { inquiries, productEmails } = await countHeld(ctx)
  const part = 'copy' as const
  if (inquiries + productEmails === 0) return { part, state: 'working', text: 'No emails are held.' }
  const held = `${countOf(inquiries, 'inquiry', 'inquiries')} and ${countOf(productEmails, 'other email')}`
  return {
    part,
    state: 'failing',
    text: `This database was restored or copied, so ${held} from before are held: they may have been sent already.`,
    advice: 'Look at the list, then release or drop them. New emails are sent.',
    command: 'npm run admin -- queue list',
    document: 'docs/operations/back-up.md',
  }
}

async function reportSwitches(ctx: Deps): Promise<Report> {
  const [off] = await listSwitchesOff(ctx)
  const part = 'switches' as const
  if (!off) return { part, state: 'working', text: 'Sending and writing are on.' }
  return {
    part,
    state: 'look',
    text:
      off.name === 'sends' ? 'Sending is paused by the operator.' : 'Nothing can be changed or sent: it is read-only.',
    since: off.offSince.toISOString(),
    advice: 'Turn it on again when you are done.',
    command: `npm run admin -- switch ${off.name} on`,
    document: 'docs/operations/incidents.md',
  }
}

async function reportDatabase({ db }: Deps): Promise<Report> {
  const { version, bytes } = await describeDatabase(db)
  return { part: 'database', state: 'working', text: `PostgreSQL ${version}, ${formatBytes(bytes)}.` }
}
