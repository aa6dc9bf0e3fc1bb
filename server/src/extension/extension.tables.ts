import type { BoardId } from '@loadping/contract/boards/board-id'
import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import type { BoardHealth } from '@loadping/contract/extension/board-health'
import type { Generated, JSONColumnType } from 'kysely'

/** Column types; `extension.sql` and `withdrawn-versions.sql` are the source of truth. */
export type ExtensionTables = {
  usedPairingCode: { id: string; expiresAt: Date }
  boardSettings: { id: Generated<number>; version: number; boards: JSONColumnType<BoardSetting[]>; changedAt: Date }
  boardHealth: { userId: string; board: BoardId; health: JSONColumnType<BoardHealth> }
  boardReport: {
    id: string
    userId: string
    board: BoardId
    version: string
    structure: string
    fields: string[]
    createdAt: Date
  }
  withdrawnVersion: { version: string; message: string; withdrawnAt: Date }
}
