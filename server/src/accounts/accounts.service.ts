import { randomUUIDv7 } from 'node:crypto'
import type { OnboardingAnswers, Profile, ProfileDraft, UserInfoDraft } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import type { SellByMinutes } from '@loadping/contract/emails/sell-by'
import { formatTime } from '@loadping/contract/format/instants'
import { formatDay, newYorkDay } from '@loadping/contract/format/new-york-days'
import { Problem } from '@loadping/contract/wire/problem'
import type * as z from 'zod/mini'
import type { DataDeps, Deps } from '../context.ts'
import { isNear } from '../period.ts'
import * as store from './accounts.store.ts'

/** Returns the account of an address, created if it is new. */
export async function ensureAccount(ctx: Deps, email: string): Promise<{ id: string; isNew: boolean }> {
  const created = await store.addAccount(ctx.db, { id: randomUUIDv7(), email, createdAt: ctx.now() })
  const { id } = created ?? (await store.getAccountByEmail(ctx.db, email))
  return { id, isNew: created !== undefined }
}

export async function getAccount(ctx: Deps, userId: string) {
  const [account] = await store.listAccounts(ctx.db, { userId })
  if (!account) throw new Error(`No account ${userId}`)
  return account
}

/** Returns the account of an address, as an administrator sees it. */
export const findAccount = ({ db }: DataDeps, email: string) => store.findAccount(db, email)

/** Returns up to `limit` accounts whose address contains a text, the newest first. */
export const findAccounts = ({ db }: DataDeps, filter: { text: string; limit: number }) =>
  store.findAccounts(db, { ...filter, text: filter.text.toLowerCase() })

/** Gives an account another address, which its owner proves at the next sign-in. Throws if another account has it. */
export async function changeAddress(ctx: DataDeps, change: { userId: string; email: string }): Promise<void> {
  if (!(await store.changeAddress(ctx.db, change)))
    throw new Problem('already-exists', `Another account has the address ${change.email}.`)
}

/** Whether anybody has an account. */
export const hasAccounts = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  (await store.findAccounts(db, { text: '', limit: 1 })).length > 0

/** Records that the user proved to own the address. Returns whether this was the first time. */
export const markEmailVerified = (ctx: Deps, userId: string): Promise<boolean> =>
  store.markEmailVerified(ctx.db, userId, ctx.now())

/** Gives an account no trial. */
export const endTrial = (ctx: Deps, userId: string) => store.endTrial(ctx.db, userId)

/** Keeps how a user words replies; null: as the product does. */
export const saveReplyWording = (ctx: Deps, userId: string, wording: string | null) =>
  store.saveReplyWording(ctx.db, userId, wording)

export const saveSellByMinutes = (ctx: Deps, userId: string, sellByMinutes: SellByMinutes) =>
  store.saveSellByMinutes(ctx.db, userId, sellByMinutes)

/** Keeps answers of the onboarding, unless it is complete. */
export async function keepAnswers(ctx: Deps, userId: string, answers: OnboardingAnswers): Promise<void> {
  const given = Object.entries(answers).filter(([, value]) => value !== undefined)
  if (given.length > 0) await store.keepAnswers(ctx.db, userId, Object.fromEntries(given))
}

export const saveUserInfo = (ctx: Deps, userId: string, info: z.output<typeof UserInfoDraft>) =>
  store.saveUserInfo(ctx.db, userId, info)

export async function getProfile(ctx: Deps, userId: string): Promise<Profile> {
  const { name, company, phone, mc, dot, registeredEmail, signature } = await getAccount(ctx, userId)
  return { name, company, phone, mc, dot, registeredEmail, signature }
}

/** Saves the values that the draft has; empty ones are removed. */
export async function saveProfile(ctx: Deps, userId: string, draft: ProfileDraft): Promise<Profile> {
  const changes = Object.entries(draft).map(([field, value]) => [field, value || null])
  if (changes.length > 0) await store.saveProfile(ctx.db, userId, Object.fromEntries(changes))
  return getProfile(ctx, userId)
}

/** Saves the values that the profile lacks. */
export async function completeProfile(ctx: Deps, userId: string, values: ProfileDraft): Promise<void> {
  if (Object.keys(values).length > 0) await store.completeProfile(ctx.db, userId, values)
}

const daysBetweenTypeChanges = 30

/**
 * Records a change of business type after the first email, and rejects another within 30 days, because the types have
 * different limits. Needs a transaction.
 */
export async function recordUserTypeChange(
  ctx: Deps,
  { userId, userType, hasSentEmail }: { userId: string; userType: UserType; hasSentEmail: boolean },
): Promise<void> {
  const current = await store.lockUserType(ctx.db, userId)
  if (userType === (current.userType ?? 'carrier')) return // null has the limits of a carrier

  const { userTypeChangedAt: last } = current
  const pauseMs = daysBetweenTypeChanges * 86_400_000
  const allowedFrom = last && new Date(last.getTime() + pauseMs)
  if (last && allowedFrom && isNear(last, ctx.now(), pauseMs))
    throw new Problem(
      'not-allowed',
      `You can change your business type once in ${daysBetweenTypeChanges} days, again from ${formatFrom(allowedFrom)}.`,
    )
  if (hasSentEmail) await store.setUserTypeChangedAt(ctx.db, userId, ctx.now())
}

/** `Tue, Dec 22, 2:41 PM (New York time)`. */
const formatFrom = (instant: Date): string =>
  `${formatDay(newYorkDay(instant))}, ${formatTime(instant)} (New York time)`
