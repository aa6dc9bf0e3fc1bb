import type { DeletionStep } from '../accounts/deletion-step.ts'
import type { DataDeps } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import * as store from './template-uses.store.ts'

type Use = { userId: string; templateId: string }

/** Counts an accepted email for its template. */
export const recordUse = (ctx: DataDeps, use: Use & { at: Date }): Write => store.useWrite(ctx.db, use)

/** Counts an undelivered email no longer; `lastUsedAt` is the time of the last other one. */
export const removeUse = (ctx: DataDeps, use: Use & { lastUsedAt: Date | undefined }) => store.subtractUse(ctx.db, use)

/** Returns how often these users sent with each template, and when last. */
export async function getUses(ctx: DataDeps, userIds: string[]): Promise<Map<string, store.Uses>> {
  const uses = await store.listUses(ctx.db, { userIds })
  return new Map(uses.map(({ templateId, ...rest }) => [templateId, rest]))
}

export const deleteUses: DeletionStep = ({ db }, { userId }) => store.deleteUsesOf(db, userId)
