import type { DataDeps } from '../context.ts'
import * as store from './kill-switches.store.ts'

export type { SwitchName } from './kill-switches.store.ts'

/** Whether the operator turned something off: `sends` is all email but sign-in emails, `writes` all changes. */
export const isOff = async (ctx: DataDeps, name: store.SwitchName): Promise<boolean> =>
  (await store.findSwitchOff(ctx.db, name)) !== undefined

/** Turns something off or on for every process. */
export const setSwitch = (ctx: DataDeps, name: store.SwitchName, isOff: boolean): Promise<unknown> =>
  isOff ? store.turnOff(ctx.db, name, ctx.now()) : store.turnOn(ctx.db, name)

/** Lists what is off, and since when. */
export const listSwitchesOff = (ctx: DataDeps) => store.listSwitchesOff(ctx.db)

/** Whether emails wait: sends are off, or writes are, and sends with them. */
export const isSendingPaused = async (ctx: DataDeps): Promise<boolean> => (await listSwitchesOff(ctx)).length > 0
