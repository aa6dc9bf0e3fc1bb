import {
  type NotificationKind,
  type NotificationSettings,
  noNotifications,
} from '@loadping/contract/notifications/notifications.api'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { isSuppressed, unsuppress } from '../suppression/suppression.service.ts'
import { readNews } from './news.service.ts'
import * as store from './notifications.store.ts'
import { nextLook } from './timing.ts'

/** Returns what the caller chose; all off for an address that unsubscribed from our emails. */
export async function getNotifications(ctx: Context): Promise<NotificationSettings> {
  const row = await store.findRow(ctx.db, ctx.caller.userId)
  if (!row) return noNotifications
  const settings = toSettings(row)
  return (await isSuppressed(ctx, ctx.caller.email, 'product')) ? { ...settings, ...allOff } : settings
}

const allOff = { emails: 'off', mailboxes: 'off', boards: 'off', summary: 'off' } as const

/**
 * Saves what the caller chose. What is already there is never told. Who turns a kind on asks for our emails, so the address
 * is subscribed again.
 */
export const saveNotifications = (ctx: Context, settings: NotificationSettings): Promise<NotificationSettings> =>
  inTransaction(ctx, async (tx) => {
    const { userId, email } = tx.caller
    const now = tx.now()
    const row = await store.lockRow(tx.db, userId)
    const before = row ? toSettings(row) : noNotifications
    const dueAt = nextLook(settings, now)
    if (dueAt) await unsuppress(tx, email, 'product')
    const begun = (['emails', 'mailboxes', 'boards'] as const).filter(
      (kind) => before[kind] === 'off' && settings[kind] !== 'off',
    )
    const newsOf = await readNews(tx, [{ userId, kinds: begun, told: row?.told ?? [] }])
    const lookedAt = row?.dueAt ? row.lookedAt : now
    await store.saveRow(tx.db, { userId, ...toColumns(settings), told: newsOf(userId).told, lookedAt, dueAt })
    return settings
  })

/** Turns kinds off for a user. Repeating it changes nothing. */
export const turnOff = (ctx: Deps, { userId, kinds }: { userId: string; kinds: NotificationKind[] }): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await store.lockRow(tx.db, userId)
    if (!row) return
    const settings = { ...toSettings(row), ...Object.fromEntries(kinds.map((kind) => [kind, 'off'])) }
    await store.saveRow(tx.db, { ...row, ...toColumns(settings), dueAt: nextLook(settings, tx.now()) })
  })

/** Returns what a user chose, of which nothing is sent while it is off. */
export async function findSettings(ctx: Deps, userId: string): Promise<NotificationSettings> {
  const row = await store.findRow(ctx.db, userId)
  return row ? toSettings(row) : noNotifications
}

export const toSettings = (row: store.NotificationRow): NotificationSettings => {
  const { emails, mailboxes, boards, summary, quietFrom: from, quietUntil: until, timeZone } = row
  return {
    emails,
    mailboxes,
    boards,
    summary,
    timeZone,
    quiet: from === null || until === null ? null : { from, until },
  }
}

const toColumns = ({ quiet, ...settings }: NotificationSettings) => ({
  ...settings,
  quietFrom: quiet?.from ?? null,
  quietUntil: quiet?.until ?? null,
})
