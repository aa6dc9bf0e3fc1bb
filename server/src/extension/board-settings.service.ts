import type { BoardSetting, BoardSettings } from '@loadping/contract/boards/board-settings'
import type { DataDeps } from '../context.ts'
import * as store from './board-settings.store.ts'

/** Returns what the operator set for the load boards. */
export const getBoardSettings = async (ctx: DataDeps): Promise<BoardSettings> =>
  (await store.findSettings(ctx.db)) ?? { version: 0, boards: [] }

/** Replaces what the operator set. */
export const setBoardSettings = (ctx: DataDeps, boards: BoardSetting[]): Promise<unknown> =>
  store.replaceSettings(ctx.db, boards, ctx.now())
