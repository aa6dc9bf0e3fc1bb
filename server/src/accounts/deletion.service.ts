import { keepDays } from '@loadping/contract/account-deletion/account-deletion'
import { formatFullDate } from '@loadping/contract/format/instants'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import type { DataDeps, Deps } from '../context.ts'
import { getAccount } from './accounts.service.ts'
import * as store from './deletion.store.ts'
import type { DeletionStep } from './deletion-step.ts'
import { suspended } from './suspension.service.ts'

/** Returns when an account is deleted for good that is deleted now. */
export const nextDeletion = ({ now }: Pick<Deps, 'now'>): Date => new Date(now().getTime() + keepDays * 86_400_000)

/** Sets when an account is deleted for good. From then on no session of it is valid. Returns undefined if it was set. */
export async function scheduleDeletion(ctx: DataDeps, userId: string): Promise<Date | undefined> {
  const deletesAt = nextDeletion(ctx)
  return (await store.setDeletion(ctx.db, userId, deletesAt)) ? deletesAt : undefined
}

const KeepToken = z.object({ userId: z.uuid(), deletesAt: z.iso.datetime(), expiresAt: z.number() })
const tokenContext = 'keep account'
const tokenMs = 30 * 60_000

/**
 * Returns what a sign-in gets to an account that is suspended, or that its owner deleted, within the week with a token
 * that keeps it; undefined for others.
 */
export async function findRefusal(ctx: Deps, userId: string): Promise<Problem | undefined> {
  const { deletesAt, suspendedAt } = await getAccount(ctx, userId)
  if (suspendedAt) return suspended()
  if (!deletesAt) return undefined
  if (deletesAt <= ctx.now())
    return new Problem('being-deleted', 'Your account is being deleted. In a few minutes you can sign up again.')
  const token = { userId, deletesAt: deletesAt.toISOString(), expiresAt: ctx.now().getTime() + tokenMs }
  return new Problem(
    'being-deleted',
    `Your account will be deleted on ${formatFullDate(deletesAt)}.`,
    {},
    { deletesAt: token.deletesAt, keepToken: ctx.keys.encrypt(JSON.stringify(token), tokenContext) },
  )
}

/**
 * Takes a deletion back. Returns the user; undefined if the token expired, that deletion has begun, or the user is suspended.
 */
export async function takeBackDeletion(
  ctx: Deps,
  token: string,
): Promise<{ userId: string; email: string } | undefined> {
  const kept = readToken(ctx, token)
  const now = ctx.now()
  if (!kept || kept.expiresAt <= now.getTime()) return undefined
  const deletesAt = new Date(kept.deletesAt)
  if (deletesAt <= now) return undefined
  const account = await store.clearDeletion(ctx.db, { userId: kept.userId, deletesAt })
  return account && { userId: kept.userId, email: account.email }
}

function readToken(ctx: Deps, token: string): z.infer<typeof KeepToken> | undefined {
  try {
    return KeepToken.parse(JSON.parse(ctx.keys.decrypt(token, tokenContext)))
  } catch {
    return undefined // forged, or made for something else
  }
}

/** Returns when an account is deleted, null for never; undefined once it is gone. */
export const findDeletion = (ctx: Pick<Deps, 'db'>, userId: string) => store.findDeletion(ctx.db, userId)

/** Whether the owner of an account deleted it, also if it is gone already. */
export async function isDeleted(ctx: Pick<Deps, 'db'>, userId: string): Promise<boolean> {
  const account = await store.findDeletion(ctx.db, userId)
  return account === undefined || account.deletesAt !== null
}

/** Longer than clocks of machines differ: a deletion never begins while another machine may still take it back. */
const marginMs = 10 * 60_000

/** Repeats, in the transaction of a restore, the deletions of accounts with these hashes. Returns how many there are. */
export const repeatDeletions = store.repeatDeletions

/** Lists some users, but none of these, whose accounts are to be deleted for good now. */
export const listDueDeletions = (ctx: Pick<Deps, 'db' | 'now'>, butNot: string[]) =>
  store.listDeletions(ctx.db, { until: new Date(ctx.now().getTime() - marginMs), butNot, limit: 20 })

/** Deletes the account itself, after everything else of its user. */
export const removeAccount: DeletionStep = ({ db }, { userId }) => store.removeAccount(db, userId)
