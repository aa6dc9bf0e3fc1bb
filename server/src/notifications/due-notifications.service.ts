import { randomUUIDv7 } from 'node:crypto'
import type { WaitingItem } from '@loadping/contract/home/waiting'
import type { NotificationKind } from '@loadping/contract/notifications/notifications.api'
import { findActive } from '../accounts/suspension.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import { readNews } from './news.service.ts'
import { queueNotificationEmails } from './notification-email.ts'
import { toSettings } from './notifications.service.ts'
import * as store from './notifications.store.ts'
import { dueKinds, nextLook, quietEnd } from './timing.ts'
import { readYesterdays } from './yesterday.service.ts'

const usersAtOnce = 100

/**
 * Looks for news of everyone for whom it is time, many in one transaction, and queues one email for each who has some. What
 * is queued and what is remembered as told commit together, so that nothing is told twice or lost. Users who could not be
 * looked at together are looked at one by one.
 */
export async function queueDueNotifications(ctx: Deps): Promise<void> {
  const failed: string[] = []
  let alone = 0
  for (;;) {
    let userIds: string[] = []
    try {
      await inTransaction(ctx, async (tx) => {
        const limit = alone > 0 ? 1 : usersAtOnce
        const rows = await store.lockDue(tx.db, { now: tx.now(), butNot: failed, limit })
        userIds = rows.map(({ userId }) => userId)
        await lookForNews(tx, rows)
      })
      if (userIds.length === 0) return
    } catch (error) {
      if (userIds.length === 0) throw error
      if (alone === 0) {
        alone = userIds.length + 1
        ctx.log.warn({ err: error }, 'notifications could not be queued together; trying them one by one')
      } else {
        ctx.log.error({ err: error, userId: userIds[0] }, 'notifications could not be queued; trying again')
        failed.push(...userIds)
      }
    }
    alone = Math.max(0, alone - 1)
  }
}

async function lookForNews(ctx: Deps, rows: store.NotificationRow[]): Promise<void> {
  const now = ctx.now()
  const all = rows.map((row) => {
    const settings = toSettings(row)
    return { row, settings, quietUntil: quietEnd(settings, now) }
  })
  const due = all
    .filter(({ quietUntil }) => !quietUntil)
    .map(({ row, settings }) => ({ row, settings, kinds: dueKinds(settings, row.lookedAt, now) }))
  const newsOf = await readNews(
    ctx,
    due.map(({ row: { userId, told }, kinds }) => ({ userId, told, kinds })),
  )
  const yesterdayOf = await readYesterdays(
    ctx,
    due.filter(({ kinds }) => kinds.includes('summary')).map(({ row }) => row.userId),
  )
  await store.changeRows(ctx.db, [
    ...all.flatMap(({ row, quietUntil }) => (quietUntil ? [{ ...row, dueAt: quietUntil }] : [])),
    ...due.map(({ row, settings }) => ({
      ...row,
      told: newsOf(row.userId).told,
      lookedAt: now,
      dueAt: nextLook(settings, now),
    })),
  ])
  const emails = due
    .map(({ row: { userId }, kinds }) => {
      const { items } = newsOf(userId)
      return { userId, kinds: kindsOf(items, kinds), items, yesterday: yesterdayOf(userId) }
    })
    .filter(({ items, yesterday }) => items.length > 0 || yesterday !== undefined)
  const active = await findActive(
    ctx,
    emails.map(({ userId }) => userId),
  )
  await queueNotificationEmails(
    ctx,
    emails.filter(({ userId }) => active.has(userId)).map((payload) => ({ id: randomUUIDv7(), payload })),
  )
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
