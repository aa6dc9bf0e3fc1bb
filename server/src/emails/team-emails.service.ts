import type { TeamEmail } from '@loadping/contract/emails/emails'
import { listPeople } from '../analytics/analytics-people.service.ts'
import type { Context } from '../context.ts'
import { readEmailCursor, writeEmailCursor } from './sent-emails.service.ts'
import * as store from './team-emails.store.ts'

const pageSize = 50

/** Lists what members and former members sent while in the caller's organization, newest first. */
export async function listTeamEmails(
  ctx: Context,
  { search, before }: { search?: string | undefined; before?: string | undefined },
): Promise<{ emails: TeamEmail[]; next: string | null }> {
  const people = await listPeople(ctx)
  const rows = await store.listTeamEmails(ctx.db, {
    organizationId: ctx.caller.organizationId,
    userIds: people.map(({ userId }) => userId),
    search: search ?? '',
    before: before === undefined ? undefined : readEmailCursor(before),
    limit: pageSize + 1,
  })
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    emails: shown.map(({ userId, toAddress, createdAt, load, ...email }) => ({
      ...email,
      to: toAddress,
      createdAt: createdAt.toISOString(),
      origin: load.origin,
      dest: load.dest,
      company: load.company ?? null,
      by: names.get(userId) ?? '',
    })),
    next: rows.length > pageSize && last ? writeEmailCursor(last) : null,
  }
}
