import { randomUUIDv7 } from 'node:crypto'
import type { WaitingItem } from '@loadping/contract/home/waiting'
import type { NotificationKind } from '@loadping/contract/notifications/notifications.api'
import { isActive } from '../accounts/suspension.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import { readNews } from './news.service.ts'
import { queueNotificationEmail } from './notification-email.ts'
import { toSettings } from './notifications.service.ts'
import * as store from './notifications.store.ts'
import { dueKinds, nextLook, quietEnd } from './timing.ts'
import { describeYesterday } from './yesterday.service.ts'

const usersPerPage = 100

/**
 * Looks for news of everyone for whom it is time, and queues one email for each who has some. What is queued and what is
 * remembered as told commit together, so that nothing is told twice or lost.
 */
export async function queueDueNotifications(ctx: Deps): Promise<void> {
  const failed: string[] = []
  for (;;) {
    const userIds = await store.listDue(ctx.db, { now: ctx.now(), butNot: failed, limit: usersPerPage })
    if (userIds.length === 0) return
    for (const userId of userIds)
      await inTransaction(ctx, (tx) => lookFor(tx, userId)).catch((error: unknown) => {
        ctx.log.error({ err: error, userId }, 'notifications could not be queued; trying again')
        failed.push(userId)
      })
  }
}

async function lookFor(ctx: Deps, userId: string): Promise<void> {
  const now = ctx.now()
  const row = await store.lockDue(ctx.db, { userId, now })
  if (!row) return
  const settings = toSettings(row)
  const quietUntil = quietEnd(settings, now)
  if (quietUntil) return void (await store.changeRow(ctx.db, userId, { dueAt: quietUntil }))

  const kinds = dueKinds(settings, row.lookedAt, now)
  const acting = { ...ctx, caller: { userId } }
  const { items, told } = await readNews(acting, { kinds, told: row.told })
  const yesterday = kinds.includes('summary') ? await describeYesterday(acting) : undefined
  await store.changeRow(ctx.db, userId, { told, lookedAt: now, dueAt: nextLook(settings, now) })
  if ((items.length === 0 && yesterday === undefined) || !(await isActive(ctx, userId))) return
  await queueNotificationEmail(ctx, randomUUIDv7(), { userId, kinds: kindsOf(items, kinds), items, yesterday })
}

/** Lists the kinds that an email is about: the due ones that have news, or the summary, which has all. */
const kindsOf = (items: WaitingItem[], due: NotificationKind[]): NotificationKind[] =>
  due.filter((kind) => kind === 'summary' || items.some((item) => kindOf[item.kind] === kind))

const kindOf: Record<WaitingItem['kind'], NotificationKind> = {
  unknown: 'emails',
  failed: 'emails',
  mailbox: 'mailboxes',
  limit: 'mailboxes',
  board: 'boards',
  asks: 'summary',
}
