import { randomUUIDv7 } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import { reconnectPath } from '@loadping/contract/emails/waiting'
import { formatFullDate } from '@loadping/contract/format/instants'
import { isMicrosoftServer, passwordLoginNoticeFrom } from '@loadping/contract/mailboxes/mail-limits'
import * as z from 'zod/mini'
import { getAccount } from '../accounts/accounts.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { queueEncrypted } from '../jobs/job-queue.ts'
import { isSendingPaused } from '../kill-switches/kill-switches.service.ts'
import { productHead, writeBody } from '../product-emails/email-layout.ts'
import { productEmailJob } from '../product-emails/product-email-job.ts'
import { openServer } from './credentials.service.ts'
import * as store from './mailboxes.store.ts'

const PasswordLoginEmail = z.object({ userId: z.uuid(), address: z.string() })
type PasswordLoginEmail = z.infer<typeof PasswordLoginEmail>

/** Queues one email about each mailbox that logs in to Microsoft with a password, once that is to be told. */
export async function queuePasswordLoginEmails(ctx: Deps): Promise<void> {
  if (ctx.now() < passwordLoginNoticeFrom) return
  let mailboxes = await store.listWithoutLoginNotice(ctx.db)
  while (mailboxes.length > 0) {
    for (const mailbox of mailboxes) await queue(ctx, mailbox)
    mailboxes = await store.listWithoutLoginNotice(ctx.db)
  }
}

const queue = (ctx: Deps, mailbox: store.MailboxRow): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { userId, address } = mailbox
    const isClaimed = await store.claimLoginNotice(tx.db, mailbox, tx.now())
    if (isClaimed && isMicrosoftServer(openServer(tx, mailbox)?.host ?? ''))
      await queueEncrypted(tx, { kind: 'password-login-email', id: randomUUIDv7(), payload: { userId, address } })
  })

/** Delivers these emails, at most once each. */
export const passwordLoginJob = (ctx: Deps): JobKind =>
  productEmailJob(ctx, {
    kind: 'password-login-email',
    concurrency: 2,
    payload: PasswordLoginEmail,
    write: (payload, job) => write(ctx, payload, job),
    lifetimeMs: 7 * 86_400_000,
    mayRepeat: false,
    isPaused: () => isSendingPaused(ctx),
  })

/** Returns nothing for a mailbox that was disconnected meanwhile, or whose user deleted the account. */
async function write(
  ctx: Deps,
  { userId, address }: PasswordLoginEmail,
  job: { id: string; date: Date },
): Promise<OutgoingMessage | undefined> {
  if (!(await store.findMailbox(ctx.db, { userId, kind: 'smtp', address }))) return undefined
  const { email: to, deletesAt } = await getAccount(ctx, userId)
  if (deletesAt) return undefined
  const title = `Connect Outlook for ${address}`
  const sentence = `Microsoft ends logins with a password, from ${formatFullDate(passwordLoginNoticeFrom)} on.`
  const consequence = `${brand.name} sends from ${address} with its password, so it will stop sending. Connecting Outlook takes a minute and needs no password here.`
  return {
    ...productHead(job),
    to,
    subject: title,
    ...writeBody({
      title,
      preheader: sentence,
      parts: [
        { text: `${sentence} ${consequence}` },
        { link: { label: 'Connect Outlook', url: `${ctx.baseUrl}${reconnectPath({ kind: 'outlook', address })}` } },
        { text: 'Emails that wait when the login ends go out after you connect it, if their loads are still current.' },
      ],
      reason: `Sent once to ${to} because ${address} is connected to ${brand.name} with a password.`,
    }),
  }
}
