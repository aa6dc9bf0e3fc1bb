import { randomUUIDv7 } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import { formatInstant } from '@loadping/contract/format/instants'
import { pages } from '@loadping/contract/pages'
import * as z from 'zod/mini'
import { findDeletion } from '../accounts/deletion.service.ts'
import type { Deps } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { queueEncrypted } from '../jobs/job-queue.ts'
import { productHead, writeBody } from '../product-emails/email-layout.ts'
import { productEmailJob } from '../product-emails/product-email-job.ts'

const DeletionEmail = z.object({ userId: z.uuid(), to: z.string(), deletesAt: z.iso.datetime() })
type DeletionEmail = z.infer<typeof DeletionEmail>

/** Queues the email that says until when a deletion can be taken back. */
export const queueDeletionEmail = (ctx: Pick<Deps, 'db' | 'keys' | 'now'>, payload: DeletionEmail): Promise<void> =>
  queueEncrypted(ctx, { kind: 'deletion-email', id: randomUUIDv7(), payload })

/** Delivers these emails. They are never paused: who did not ask for the deletion has to know. */
export const deletionEmailJob = (ctx: Deps): JobKind =>
  productEmailJob(ctx, {
    kind: 'deletion-email',
    concurrency: 2,
    payload: DeletionEmail,
    write: (payload, job) => write(ctx, payload, job),
    lifetimeMs: 3 * 86_400_000,
    mayRepeat: true,
  })

/** Returns nothing for an account that was kept meanwhile, or is gone. */
async function write(
  ctx: Deps,
  { userId, to, deletesAt }: DeletionEmail,
  job: { id: string; date: Date },
): Promise<OutgoingMessage | undefined> {
  const account = await findDeletion(ctx, userId)
  if (account?.deletesAt?.toISOString() !== deletesAt) return undefined
  const title = `Your ${brand.name} account will be deleted`
  const until = `Until ${formatInstant(new Date(deletesAt))}, you can keep it: sign in and click Keep my account.`
  return {
    ...productHead(job),
    to,
    subject: title,
    ...writeBody({
      title,
      preheader: until,
      parts: [
        { text: 'You are signed out everywhere, and nothing is sent any more. A subscription is not renewed.' },
        { text: until },
        { link: { label: 'Sign in', url: `${ctx.baseUrl}${pages.signIn}` } },
        { text: 'Did somebody else do this? Sign in, keep your account, and check who can read your email.' },
      ],
      reason: `Sent to ${to} because the account with this address was deleted in ${brand.name}.`,
    }),
  }
}
