import type { DataDeps } from '../context.ts'
import * as store from './withdrawn-versions.store.ts'

/** Lists the versions of the extension that are refused, and what their users read. */
export const listWithdrawnVersions = (ctx: DataDeps) => store.listWithdrawn(ctx.db)

/** Refuses a version of the extension with a message, in every process within a second. */
export const withdrawVersion = (ctx: DataDeps, version: string, message: string): Promise<unknown> =>
  store.withdraw(ctx.db, { version, message, withdrawnAt: ctx.now() })

/** Answers a version again. */
export const allowVersion = (ctx: DataDeps, version: string): Promise<unknown> => store.allow(ctx.db, version)
