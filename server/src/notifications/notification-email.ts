import { brand } from '@loadping/contract/brand'
import { countOf } from '@loadping/contract/format/counts'
import { formatDay, newYorkDay } from '@loadping/contract/format/new-york-days'
import { NotificationKind, notificationNames } from '@loadping/contract/notifications/notifications.api'
import { pages } from '@loadping/contract/pages'
import * as z from 'zod/mini'
import { getAccount } from '../accounts/accounts.service.ts'
import { isActive } from '../accounts/suspension.service.ts'
import type { Deps } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { queueAllEncrypted } from '../jobs/job-queue.ts'
import { isSendingPaused } from '../kill-switches/kill-switches.service.ts'
import { productHead, writeBody } from '../product-emails/email-layout.ts'
import { productEmailJob } from '../product-emails/product-email-job.ts'
import { findSettings } from './notifications.service.ts'
import { turnOffUrl } from './turn-off.service.ts'

const Item = z.object({
  title: z.string(),
  text: z.string(),
  action: z.object({ label: z.string(), to: z.string() }),
})
const NotificationEmail = z.object({
  userId: z.uuid(),
  /** What it is about, and what its link turns off. */
  kinds: z.array(NotificationKind),
  items: z.array(Item),
  yesterday: z.optional(z.string()),
})
type NotificationEmail = z.infer<typeof NotificationEmail>

export const queueNotificationEmails = (
  ctx: Deps,
  emails: { id: string; payload: NotificationEmail }[],
): Promise<void> =>
  queueAllEncrypted(
    ctx,
    emails.map((email) => ({ kind: 'notification-email', ...email })),
  )

/** Delivers notifications, at most once each. */
export const notificationEmailJob = (ctx: Deps): JobKind =>
  productEmailJob(ctx, {
    kind: 'notification-email',
    concurrency: 2,
    payload: NotificationEmail,
    write: (payload, job) => write(ctx, payload, job),
    lifetimeMs: 12 * 3_600_000,
    mayRepeat: false,
    isPaused: () => isSendingPaused(ctx),
  })

/** Returns nothing for kinds that were turned off meanwhile, and for an account that was deleted. */
async function write(
  ctx: Deps,
  { userId, kinds, items, yesterday }: NotificationEmail,
  job: { id: string; date: Date },
): Promise<OutgoingMessage | undefined> {
  if (!(await isActive(ctx, userId))) return undefined
  const settings = await findSettings(ctx, userId)
  if (kinds.every((kind) => settings[kind] === 'off')) return undefined
  const { email: to } = await getAccount(ctx, userId)
  const title = titleOf({ items, isSummary: kinds.includes('summary') }, job.date)
  const unsubscribeUrl = turnOffUrl(ctx, { userId, kinds })
  return {
    ...productHead(job),
    to,
    subject: title,
    unsubscribeUrl,
    ...writeBody({
      title,
      preheader: yesterday ?? items.map((item) => item.title).join(', '),
      parts: [
        ...(yesterday === undefined ? [] : [{ point: { title: 'Yesterday', text: yesterday } }]),
        ...items.flatMap(({ title: about, text, action }) => [
          { point: { title: about, text } },
          { link: { label: action.label, url: `${ctx.baseUrl}${action.to}` } },
        ]),
      ],
      reason: `Sent to ${to} because you turned this on in ${brand.name}. Times are New York time.`,
      unsubscribeUrl,
      footLinks: [
        ...(kinds.length < 2 ? [] : kinds).map((kind) => ({
          label: `Only from “${notificationNames[kind]}”`,
          url: turnOffUrl(ctx, { userId, kinds: [kind] }),
        })),
        { label: 'All notifications', url: `${ctx.baseUrl}${settingsPath}` },
      ],
    }),
  }
}

const settingsPath = pages.settingsSection.replace(':section', 'notifications')

function titleOf({ items, isSummary }: { items: NotificationEmail['items']; isSummary: boolean }, date: Date): string {
  const [first] = items
  if (isSummary) {
    const waiting = items.length === 0 ? 'nothing waits for you' : `${countOf(items.length, 'thing')} to look at`
    return `${formatDay(newYorkDay(date))}: ${waiting}`
  }
  return items.length === 1 && first ? first.title : `${countOf(items.length, 'thing')} to look at: ${first?.title}`
}
