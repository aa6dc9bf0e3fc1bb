import { sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'

export type Uses = { sent: number; lastUsedAt: Date }

export const useWrite = (db: Db, { userId, templateId, at }: { userId: string; templateId: string; at: Date }) =>
  db
    .insertInto('templateUse')
    .values({ userId, templateId, sent: 1, lastUsedAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'templateId'])
        .doUpdateSet((eb) => ({ sent: eb('templateUse.sent', '+', 1), lastUsedAt: at })),
    )

type RemovedUse = { userId: string; templateId: string; lastUsedAt: Date | undefined }

export const subtractUse = (db: Db, { userId, templateId, lastUsedAt }: RemovedUse) =>
  db
    .updateTable('templateUse')
    .set((eb) => ({ sent: eb('sent', '-', 1), ...(lastUsedAt && { lastUsedAt }) }))
    .where('userId', '=', userId)
    .where('templateId', '=', templateId)
    .execute()

/** Lists the templates that these users sent with, with their uses in all. */
export const listUses = compileOnce((db, { userIds }: { userIds: string[] }) =>
  db
    .selectFrom('templateUse')
    .select((eb) => ['templateId', eb.fn.sum<number>('sent').as('sent'), eb.fn.max('lastUsedAt').as('lastUsedAt')])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .groupBy('templateId'),
)

export const deleteUsesOf = (db: Db, userId: string) =>
  db.deleteFrom('templateUse').where('userId', '=', userId).execute()
