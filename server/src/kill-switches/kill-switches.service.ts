import type { DataDeps } from '../context.ts'
import * as store from './kill-switches.store.ts'

export type { SwitchName as Stoppable } from './kill-switches.store.ts'

/** Whether the operator has stopped something: `sends` is all mail that leaves, `writes` all changes. */
export const isOff = async (ctx: DataDeps, what: store.SwitchName): Promise<boolean> =>
  (await store.findStopped(ctx.db, what)) !== undefined

/** Stops something for every process of the product, or lets it go on. */
export const setSwitch = (ctx: DataDeps, what: store.SwitchName, isOff: boolean): Promise<unknown> =>
  isOff ? store.addStopped(ctx.db, what, ctx.now()) : store.removeStopped(ctx.db, what)

/** What is stopped, and since when. */
export const listStopped = (ctx: DataDeps) => store.listStopped(ctx.db)

/** Whether mail waits: the operator has stopped it, or all changes and mail with them. */
export const isSendingPaused = async (ctx: DataDeps): Promise<boolean> => (await listStopped(ctx)).length > 0
