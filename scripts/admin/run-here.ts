import { createLog } from '../../server/src/log.ts'
import { runCommand } from './run-command.ts'

/** Runs a command in the process of a test, with these settings and no others, where nobody can answer a question. */
export async function runHere(args: string[], env: { DATA_DIR: string } & Record<string, string>) {
  const stdout: string[] = []
  const stderr: string[] = []
  const status = await runCommand(args, {
    env,
    print: (text) => stdout.push(`${text}\n`),
    note: (text) => stderr.push(`${text}\n`),
    confirm: undefined,
    createLog: (config) => createLog(config, { write: (line) => stderr.push(line) }),
  })
  return { status, stdout: stdout.join(''), stderr: stderr.join('') }
}
