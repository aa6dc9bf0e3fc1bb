import type { Db } from '../db/db.ts'
import { lockName } from '../db/locks.ts'

/** Serializes requests for codes of one address until the transaction ends. */
export const lockAddress = (db: Db, address: string) => lockName(db, `address-code ${address}`)

/** Serializes requests for codes by one user until the transaction ends. */
export const lockRequester = (db: Db, userId: string) => lockName(db, `address-code ${userId}`)

/** Counts the codes of a period: those that the user requested, and those that were emailed to the address. */
export async function countCodes(
  db: Db,
  { userId, address, since, until }: { userId: string; address: string; since: Date; until: Date },
): Promise<{ byUser: number; toAddress: number }> {
  const newCodes = db
    .selectFrom('addressCode')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('createdAt', '>', since)
    .where('createdAt', '<', until)
  const byUser = await newCodes.where('userId', '=', userId).executeTakeFirstOrThrow()
  const toAddress = await newCodes.where('address', '=', address).executeTakeFirstOrThrow()
  return { byUser: byUser.count, toAddress: toAddress.count }
}

/** Ends a user's earlier codes, so that only the newest is valid. */
export const endOlderCodes = (db: Db, userId: string, now: Date) =>
  db.updateTable('addressCode').set({ usedAt: now }).where('userId', '=', userId).where('usedAt', 'is', null).execute()

export type NewAddressCode = {
  id: string
  userId: string
  address: string
  codeHash: string
  createdAt: Date
  expiresAt: Date
}

export const addCode = (db: Db, code: NewAddressCode) => db.insertInto('addressCode').values(code).execute()

/** Counts one attempt at a user's valid code for an address, five at most, and returns the code. */
export const countAttempt = (db: Db, { userId, address, now }: { userId: string; address: string; now: Date }) =>
  db
    .updateTable('addressCode')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('userId', '=', userId)
    .where('address', '=', address)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('tries', '<', 5)
    .returning(['id', 'codeHash'])
    .executeTakeFirst()

/** Uses a code up. Of concurrent calls one returns true. */
export const redeemCode = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db
    .updateTable('addressCode')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const deleteCodes = (db: Db, before: Date) =>
  db.deleteFrom('addressCode').where('createdAt', '<', before).execute()
