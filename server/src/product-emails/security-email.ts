import { randomUUIDv7 } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import { formatInstant } from '@loadping/contract/format/instants'
import { senderIn } from '@loadping/contract/mailboxes/daily-use'
import { MailboxName } from '@loadping/contract/mailboxes/mailboxes'
import { pages } from '@loadping/contract/pages'
import * as z from 'zod/mini'
import { getAccount } from '../accounts/accounts.service.ts'
import type { Deps } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { queueEncrypted } from '../jobs/job-queue.ts'
import { isNear } from '../period.ts'
import { productHead, writeBody } from './email-layout.ts'
import { productEmailJob } from './product-email-job.ts'

/** What happened to an account: a device that it did not know signed in, or a mailbox was connected. */
const Happened = z.union([
  z.object({ what: z.literal('device'), device: z.string() }),
  z.object({ what: z.literal('mailbox'), mailbox: MailboxName }),
])
type Happened = z.infer<typeof Happened>

const SecurityEmail = z.object({ userId: z.uuid(), at: z.iso.datetime(), happened: Happened })
type SecurityEmail = z.infer<typeof SecurityEmail>

/** What the sign-up itself does within this time is not told. */
const signUpMs = 120_000
/** In each process, so that nobody who signs in again and again floods an inbox. */
const emailsPerDay = 5

/** Queues the email that tells the owner of an account what happened to it. No setting turns it off. */
export async function queueSecurityEmail(ctx: Deps, userId: string, happened: Happened): Promise<void> {
  const now = ctx.now()
  const { createdAt, isDemo } = await getAccount(ctx, userId)
  if (isDemo || isNear(createdAt, now, signUpMs)) return
  if (ctx.signInCounts.add(`security email ${userId}`, { max: emailsPerDay, ms: 86_400_000, now })) return
  const payload: SecurityEmail = { userId, at: now.toISOString(), happened }
  await queueEncrypted(ctx, { kind: 'security-email', id: randomUUIDv7(), payload })
  ctx.wakeJobs('security-email')
}

/** Delivers these emails. They are never paused: who did not do this has to know. */
export const securityEmailJob = (ctx: Deps): JobKind =>
  productEmailJob(ctx, {
    kind: 'security-email',
    concurrency: 2,
    payload: SecurityEmail,
    write: (payload, job) => write(ctx, payload, job),
    lifetimeMs: 86_400_000,
    mayRepeat: true,
  })

/** Returns nothing if the owner deleted the account meanwhile. */
async function write(
  ctx: Deps,
  { userId, at, happened }: SecurityEmail,
  job: { id: string; date: Date },
): Promise<OutgoingMessage | undefined> {
  const { email: to, deletesAt } = await getAccount(ctx, userId)
  if (deletesAt) return undefined
  const { title, sentence, ifNot, page } = textsOf(happened, formatInstant(new Date(at)))
  return {
    ...productHead(job),
    to,
    subject: title,
    ...writeBody({
      title,
      preheader: sentence,
      parts: [
        { text: sentence },
        { text: 'Was it you? Then there is nothing to do.' },
        { text: `Was it somebody else? ${ifNot}` },
        { link: { label: page.label, url: `${ctx.baseUrl}${page.path}` } },
      ],
      reason: `Sent to ${to} because it keeps this ${brand.name} account safe. These emails can't be turned off.`,
    }),
  }
}

const readsEmail = 'Change the password of your email too: who can read it can sign in.'

const textsOf = (happened: Happened, when: string) =>
  happened.what === 'device'
    ? {
        title: `New sign-in to your ${brand.name} account`,
        sentence: `${happened.device} signed in on ${when}. It had not signed in to this account before.`,
        ifNot: `Sign that device out in Settings. ${readsEmail}`,
        page: { label: 'See your devices', path: pages.settingsSection.replace(':section', 'devices') },
      }
    : {
        title: `A mailbox was connected to your ${brand.name} account`,
        sentence: `${senderIn(happened.mailbox)} was connected on ${when}. New emails are sent from it.`,
        ifNot: `Disconnect the mailbox, and sign out the devices that you don't know. ${readsEmail}`,
        page: { label: 'See your mailboxes', path: pages.email },
      }
