import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'

/** Counts a change of each of these users, always in the same order, so that two statements never wait for each other. */
export const versionWrite = (db: Db, userIds: string[]) =>
  db
    .insertInto('liveVersion')
    .values([...new Set(userIds)].sort().map((userId) => ({ userId, version: 1 })))
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet((eb) => ({ version: eb('liveVersion.version', '+', 1) })),
    )

/** Lists the versions of users; none of those without a change so far. */
export const listVersions = compileOnce((db, { userIds }: { userIds: string[] }) =>
  db
    .selectFrom('liveVersion')
    .select(['userId', 'version'])
    .where('userId', '=', (eb) => eb.fn.any(eb.val(userIds))),
)

export const deleteVersion = (db: Db, userId: string) =>
  db.deleteFrom('liveVersion').where('userId', '=', userId).execute()
