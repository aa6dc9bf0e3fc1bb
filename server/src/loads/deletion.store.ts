import { contactedTeams } from '../analytics/analytics.reads.ts'
import type { Db } from '../db/db.ts'

/** Deletes some loads of a user. Returns whether there may be more, as all functions here. */
export async function deleteLoads(db: Db, userId: string, limit: number): Promise<boolean> {
  const some = db.selectFrom('load').select('id').where('userId', '=', userId).limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('load')
    .where('userId', '=', userId)
    .where('id', 'in', some)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === limit
}

export async function deleteHistory(db: Db, userId: string, limit: number): Promise<boolean> {
  const some = db.selectFrom('loadEvent').select(['loadId', 'id']).where('userId', '=', userId).limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('loadEvent')
    .where('userId', '=', userId)
    .where((eb) => eb(eb.refTuple('loadId', 'id'), 'in', some.$asTuple('loadId', 'id')))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === limit
}

/** Lists the teams for which a user contacted somebody. */
export const listTeams = async (db: Db, userId: string): Promise<string[]> =>
  (await contactedTeams(db, { userId }).execute()).flatMap(({ organizationId }) => organizationId ?? [])

/** Whose rows: all of a holder, or what one user did for it. */
type Whose = { holder: string; userId?: string }

/** Deletes contacts of a user or organization. */
export async function deleteContacts(db: Db, { holder, userId }: Whose, limit: number): Promise<boolean> {
  const some = db
    .selectFrom('contact')
    .select(['toAddress', 'loadKey', 'id'])
    .where('holder', '=', holder)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('contact')
    .where('holder', '=', holder)
    .where((eb) => eb(eb.refTuple('toAddress', 'loadKey', 'id'), 'in', some.$asTuple('toAddress', 'loadKey', 'id')))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === limit
}

/** Deletes marks of a user or organization. */
export async function deleteMarks(db: Db, { holder, userId }: Whose, limit: number): Promise<boolean> {
  const some = db
    .selectFrom('mark')
    .select(['loadKey', 'id'])
    .where('holder', '=', holder)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('mark')
    .where('holder', '=', holder)
    .where((eb) => eb(eb.refTuple('loadKey', 'id'), 'in', some.$asTuple('loadKey', 'id')))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === limit
}

/** Deletes words by which a user's loads are found. */
export async function deleteNames(db: Db, userId: string, limit: number): Promise<boolean> {
  const some = db.selectFrom('loadName').select(['word', 'name', 'broker']).where('userId', '=', userId).limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('loadName')
    .where('userId', '=', userId)
    .where((eb) => eb(eb.refTuple('word', 'name', 'broker'), 'in', some.$asTuple('word', 'name', 'broker')))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === limit
}

/** Deletes the links and views of a user. */
export async function deleteLinksAndViews(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('loadLink').where('userId', '=', userId).execute()
  await db.deleteFrom('loadView').where('userId', '=', userId).execute()
}
