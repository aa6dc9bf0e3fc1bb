import type { OnboardingAnswers, Profile, ProfileDraft, UserInfoDraft } from '@loadping/contract/account/account'
import type { SellByMinutes } from '@loadping/contract/emails/sell-by'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import { lockName } from '../db/locks.ts'

/** Adds an account unless the address has one. Concurrent calls add it once. */
export const addAccount = (db: Db, account: { id: string; email: string; createdAt: Date }) =>
  db
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()

export const getAccountByEmail = (db: Db, email: string) =>
  db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()

const administered = (db: Db) =>
  db.selectFrom('account').select(['id', 'email', 'userType', 'createdAt', 'deletesAt', 'suspendedAt'])

export const findAccount = (db: Db, email: string) => administered(db).where('email', '=', email).executeTakeFirst()

/** Lists accounts whose address contains a text, the newest first. */
export const findAccounts = (db: Db, { text, limit }: { text: string; limit: number }) =>
  administered(db)
    .where(sql<boolean>`position(${text} in email) > 0`)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()

export const listAccounts = compileOnce((db, { userId }: { userId: string }) =>
  db.selectFrom('account').selectAll().where('id', '=', userId),
)

/** Gives an account another address, not yet verified. Returns false if another account has it. */
export const changeAddress = async (db: Db, { userId, email }: { userId: string; email: string }): Promise<boolean> =>
  (await db
    .updateTable('account')
    .set({ email, emailVerifiedAt: null })
    .where('id', '=', userId)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('account as other').select('other.id').where('other.email', '=', email))),
    )
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Marks the address as verified. Returns whether this was the first time. */
export const markEmailVerified = async (db: Db, userId: string, now: Date): Promise<boolean> => {
  const first = await db
    .updateTable('account')
    .set({ emailVerifiedAt: now })
    .where('id', '=', userId)
    .where('emailVerifiedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return first !== undefined
}

export const endTrial = (db: Db, userId: string) =>
  db.updateTable('account').set({ trialDays: 0 }).where('id', '=', userId).execute()

/** Returns a user's business type and its last recorded change, and locks both until commit. */
export async function lockUserType(db: Db, userId: string) {
  await lockName(db, `user type ${userId}`)
  return db
    .selectFrom('account')
    .select(['userType', 'userTypeChangedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

export const setUserTypeChangedAt = (db: Db, userId: string, now: Date) =>
  db.updateTable('account').set({ userTypeChangedAt: now }).where('id', '=', userId).execute()

export const saveProfile = (db: Db, userId: string, changes: Partial<Profile>) =>
  db.updateTable('account').set(changes).where('id', '=', userId).execute()

export const completeProfile = (db: Db, userId: string, { name, company, phone, mc, dot, signature }: ProfileDraft) =>
  db
    .updateTable('account')
    .set(({ fn, val }) => ({
      name: fn.coalesce('name', val(name ?? null)),
      company: fn.coalesce('company', val(company ?? null)),
      phone: fn.coalesce('phone', val(phone ?? null)),
      mc: fn.coalesce('mc', val(mc ?? null)),
      dot: fn.coalesce('dot', val(dot ?? null)),
      signature: fn.coalesce('signature', val(signature ?? null)),
    }))
    .where('id', '=', userId)
    .execute()

/** Keeps answers of the onboarding, unless it is complete. */
export const keepAnswers = (db: Db, userId: string, answers: Partial<OnboardingAnswers>) =>
  db.updateTable('account').set(answers).where('id', '=', userId).where('userType', 'is', null).execute()

export const saveUserInfo = (db: Db, userId: string, info: z.output<typeof UserInfoDraft>) =>
  db.updateTable('account').set(info).where('id', '=', userId).execute()

export const saveSellByMinutes = (db: Db, userId: string, sellByMinutes: SellByMinutes) =>
  db.updateTable('account').set({ sellByMinutes }).where('id', '=', userId).execute()

export const saveReplyWording = (db: Db, userId: string, replyWording: string | null) =>
  db
    .updateTable('account')
    .set({ replyWording })
    .where('id', '=', userId)
    .where('replyWording', 'is distinct from', replyWording)
    .execute()
