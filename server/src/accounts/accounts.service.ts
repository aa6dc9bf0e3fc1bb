import { randomUUID } from 'node:crypto'
import type { UserInfoDraft } from '@loadping/contract/account'
import type * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import * as store from './accounts.store.ts'

/** Returns the account of an address, created if it is new. */
export async function ensureAccount(ctx: Deps, email: string): Promise<{ id: string; isNew: boolean }> {
  const created = await store.addAccount(ctx.db, { id: randomUUID(), email, createdAt: ctx.now() })
  const { id } = created ?? (await store.getAccountByEmail(ctx.db, email))
  return { id, isNew: created !== undefined }
}

export const getAccount = (ctx: Deps, userId: string) => store.getAccount(ctx.db, userId)

/** Records that the user proved to own the address. Returns whether this was the first time. */
export const markEmailVerified = (ctx: Deps, userId: string): Promise<boolean> =>
  store.markEmailVerified(ctx.db, userId, ctx.now())

export const saveUserInfo = (ctx: Deps, userId: string, info: z.output<typeof UserInfoDraft>) =>
  store.saveUserInfo(ctx.db, userId, info)
