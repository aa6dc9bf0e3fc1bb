import { BoardSettings } from '@loadping/contract/boards/board-settings'
import { createStoredValue, type StorageArea } from '../stored-value.ts'

/** Keeps what the operator set for the boards, also for those who are signed out, or cannot reach the server. */
export function createBoardSettings(persistentArea: StorageArea) {
  const kept = createStoredValue(persistentArea, 'board-settings', BoardSettings, { version: 0, boards: [] })
  return {
    read: kept.read,
    /** A full disk hides no row. */
    keep: (settings: BoardSettings): Promise<unknown> => kept.change(() => settings).catch(() => undefined),
  }
}
