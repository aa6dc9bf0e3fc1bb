import { randomUUIDv7 } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import { formatInstant } from '@loadping/contract/format/instants'
import { pages } from '@loadping/contract/pages'
import * as z from 'zod/mini'
import { getAccount } from '../accounts/accounts.service.ts'
import type { Deps } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { queueEncrypted } from '../jobs/job-queue.ts'
import { isSendingPaused } from '../kill-switches/kill-switches.service.ts'
import { productHead, writeBody } from '../product-emails/email-layout.ts'
import { productEmailJob } from '../product-emails/product-email-job.ts'
import { findCurrent } from './account-export.store.ts'

const ExportEmail = z.object({ exportId: z.uuid(), userId: z.uuid() })
type ExportEmail = z.infer<typeof ExportEmail>

/** Queues the email that says that an export is ready. */
export const queueExportEmail = (ctx: Deps, payload: ExportEmail): Promise<void> =>
  queueEncrypted(ctx, { kind: 'account-export-email', id: randomUUIDv7(), payload })

/** Delivers these emails, at most once each. */
export const accountExportEmailJob = (ctx: Deps): JobKind =>
  productEmailJob(ctx, {
    kind: 'account-export-email',
    concurrency: 2,
    payload: ExportEmail,
    write: (payload, job) => write(ctx, payload, job),
    lifetimeMs: 24 * 3_600_000,
    mayRepeat: false,
    isPaused: () => isSendingPaused(ctx),
  })

/** Returns nothing for an export that was replaced meanwhile, or whose user deleted the account. */
async function write(
  ctx: Deps,
  { exportId, userId }: ExportEmail,
  job: { id: string; date: Date },
): Promise<OutgoingMessage | undefined> {
  const current = await findCurrent(ctx.db, userId)
  if (current?.id !== exportId || current.expiresAt === null) return undefined
  const { email: to, deletesAt } = await getAccount(ctx, userId)
  if (deletesAt) return undefined
  const title = `Your ${brand.name} data is ready`
  const sentence = `Everything that ${brand.name} stores of your account is in one zip file.`
  return {
    ...productHead(job),
    to,
    subject: title,
    ...writeBody({
      title,
      preheader: sentence,
      parts: [
        { text: `${sentence} Sign in to download it until ${formatInstant(current.expiresAt)}.` },
        {
          link: { label: 'Open Settings', url: `${ctx.baseUrl}${pages.settingsSection.replace(':section', 'export')}` },
        },
        { text: "Didn't ask for this? Sign out the devices that you don't know, in Settings." },
      ],
      reason: `Sent to ${to} because this account asked for an export of its data.`,
    }),
  }
}
