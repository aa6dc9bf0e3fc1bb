import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import { type NotNull, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { emails } from '../emails/emails.reads.ts'
import type { LoadRow } from './load-row.ts'

/** Lists the newest emails about a load. */
export const listEmailsAbout = (db: Db, { userId, loadId, limit }: { userId: string; loadId: string; limit: number }) =>
  db
    .selectFrom(emails(db).as('email'))
    .select(['id', 'organizationId', 'createdAt', 'state', 'toAddress', 'subject', 'templateName', 'askCents'])
    .where('userId', '=', userId)
    .where('loadId', '=', loadId)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()

const remembered = [
  'id',
  'joinKey',
  'userId',
  'facts',
  'tripMiles',
  'askCents',
  'contactedAt',
  'outcome',
  'outcomeCents',
  'outcomeAt',
  'originLatitude',
  'originLongitude',
  'destLatitude',
  'destLongitude',
] as const
export type RememberedLoad = Pick<LoadRow, (typeof remembered)[number]> & { contactedAt: Date }

type Since = { userIds: string[]; since: Date; limit: number }
type Around = {
  equipmentClass: EquipmentClass
  originLatitude: number
  destLatitude: number
  /** How far from these, in degrees. */
  degrees: number
}

/** Lists the loads contacted last from about this latitude to about that one, with the same equipment. */
export const listContactedOnLane = (
  db: Db,
  { userIds, since, limit, equipmentClass, originLatitude, destLatitude, degrees }: Since & Around,
): Promise<RememberedLoad[]> =>
  contacted(db, userIds, since)
    .where('equipmentClass', '=', equipmentClass)
    .where('originLatitude', '>=', originLatitude - degrees)
    .where('originLatitude', '<=', originLatitude + degrees)
    .where('destLatitude', '>=', destLatitude - degrees)
    .where('destLatitude', '<=', destLatitude + degrees)
    .orderBy('contactedAt', 'desc')
    .limit(limit)
    .execute()

/** Lists the loads of a company, or with its MC number, that were contacted last. */
export async function listContactedWith(
  db: Db,
  { userIds, since, limit, companyKey, mc }: Since & Pick<LoadRow, 'companyKey' | 'mc'>,
): Promise<RememberedLoad[]> {
  const listBy = (column: 'companyKey' | 'mc', value: string | null) =>
    value === null
      ? []
      : contacted(db, userIds, since).where(column, '=', value).orderBy('contactedAt', 'desc').limit(limit).execute()
  const found = await Promise.all([listBy('companyKey', companyKey), listBy('mc', mc)])
  return [...new Map(found.flat().map((load) => [load.id, load])).values()]
}

const contacted = (db: Db, userIds: string[], since: Date) =>
  db
    .selectFrom('load')
    .select(remembered)
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('contactedAt', '>=', since)
    .$narrowType<{ contactedAt: NotNull }>()
    .where('deletedAt', 'is', null)
