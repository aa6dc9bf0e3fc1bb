import { brand } from '@loadping/contract/brand'
import { Problem } from '@loadping/contract/wire/problem'
import type { DataDeps, Deps } from '../context.ts'
import * as store from './suspension.store.ts'

/** Suspends an account: no session of it is valid and nothing of it is sent. Returns false if it was suspended. */
export const suspendAccount = ({ db, now }: DataDeps, userId: string): Promise<boolean> =>
  store.suspend(db, userId, now())

/** Ends a suspension. What waits and is within its sell-by is sent. Returns false without one. */
export const resumeAccount = ({ db }: DataDeps, userId: string): Promise<boolean> => store.resume(db, userId)

/** Whether an account may be used: it exists, was not deleted by its owner, and is not suspended. */
export const isActive = async (ctx: Pick<Deps, 'db'>, userId: string): Promise<boolean> =>
  (await findActive(ctx, [userId])).has(userId)

/** Finds which of these accounts may be used. */
export const findActive = async ({ db }: Pick<Deps, 'db'>, userIds: string[]): Promise<Set<string>> =>
  new Set((await store.listActive(db, { userIds })).map(({ id }) => id))

export const isSuspended = ({ db }: Pick<Deps, 'db'>, userId: string): Promise<boolean> => store.isSuspended(db, userId)

/** What a suspended person gets who signs in. */
export const suspended = (): Problem =>
  new Problem(
    'suspended',
    `You can't sign in and nothing of yours is sent. Ask ${brand.supportAddress} about it. Nothing was deleted.`,
  )
