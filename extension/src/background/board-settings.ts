import { BoardSettings } from '@loadping/contract/boards/board-settings'
import type { Client } from '@loadping/contract/client'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'

const Kept = z.object({ settings: BoardSettings, readAt: z.int() })
const maxAgeMs = 5 * 60_000

export type BoardSettingsDeps = {
  persistentArea: StorageArea
  extension: Pick<Client['extension'], 'getBoardSettings'>
  now: () => Date
}

/** Keeps what the operator set for the boards, also while the server is unreachable or answers something else. */
export function createBoardSettings({ persistentArea, extension, now }: BoardSettingsDeps) {
  const kept = createStoredValue(persistentArea, 'board-settings', z.nullable(Kept), null)
  let loading: Promise<BoardSettings> | undefined

  /** Returns the settings, at most five minutes old if the server can be asked. */
  async function read(canAsk: boolean): Promise<BoardSettings> {
    const last = await kept.read()
    const known = last?.settings ?? { version: 0, boards: [] }
    if (!canAsk || (last && Math.abs(now().getTime() - last.readAt) < maxAgeMs)) return known
    loading ??= load(known).finally(() => {
      loading = undefined
    })
    return loading
  }

  async function load(known: BoardSettings): Promise<BoardSettings> {
    const settings = await extension.getBoardSettings().catch(() => known)
    await kept.change(() => ({ settings, readAt: now().getTime() })).catch(() => undefined) // a full disk hides no row
    return settings
  }

  return { read }
}
