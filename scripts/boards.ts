import { readFileSync } from 'node:fs'
import { BoardSettings } from '../contract/src/boards/board-settings.ts'
import { getBoardSettings, setBoardSettings } from '../server/src/extension/board-settings.service.ts'
import { exitWith, runOperatorCommand } from './operator-command.ts'

// npm run boards -- settings.json: replaces the settings of the load boards for every extension, within seconds where one is
// in use. Works while LoadPing is running.
const usage = `Usage: npm run boards -- settings.json
       npm run boards`

const [file, extra] = process.argv.slice(2)
if (extra !== undefined) exitWith(usage, 2)
const boards = file === undefined ? undefined : readSettings(file)

await runOperatorCommand(async (ctx) => {
  if (boards) await setBoardSettings(ctx, boards)
  return JSON.stringify(await getBoardSettings(ctx), null, 2)
})

function readSettings(path: string) {
  try {
    return BoardSettings.shape.boards.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    return exitWith(`${path} has no valid settings: ${error instanceof Error ? error.message : error}`, 1)
  }
}
