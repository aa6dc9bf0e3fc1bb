import { readFileSync } from 'node:fs'
import { BoardSettings } from '../../contract/src/boards/board-settings.ts'
import { getBoardSettings, setBoardSettings } from '../../server/src/extension/board-settings.service.ts'
import type { Word } from './word.ts'

/** Replaces the settings of the load boards for every extension, within seconds where one is in use. */
export const word: Word = {
  summary: 'replaces or shows the settings of the load boards',
  usage: ['SETTINGS.json', ''],
  read([file, ...extra]) {
    if (extra.length > 0) return undefined
    const boards = file === undefined ? undefined : readSettings(file)
    return {
      ...(boards && { changes: 'boards' }),
      async run(ctx) {
        if (boards) await setBoardSettings(ctx, boards)
        const data = await getBoardSettings(ctx)
        return { text: JSON.stringify(data, null, 2), data }
      },
    }
  },
}

function readSettings(path: string) {
  try {
    return BoardSettings.shape.boards.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new Error(`${path} has no valid settings: ${error instanceof Error ? error.message : error}`)
  }
}
