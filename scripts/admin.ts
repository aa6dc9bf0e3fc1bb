import { createInterface } from 'node:readline/promises'
import { createLog } from '../server/src/log.ts'
import { runCommand } from './admin/run-command.ts'

// npm run admin -- WORD …: all administration. Works whether or not LoadPing is running, unless a word says otherwise.

/** Asks at the terminal. */
async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type yes: `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

const exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  print: console.log,
  note: console.error,
  confirm: process.stdin.isTTY ? confirm : undefined,
  createLog,
})
process.exit(exitCode) // without waiting for connections that are kept, such as to a mail server
