import { nameInstallation } from '../../contract/src/brand.ts'
import { type Config, readConfig } from '../../server/src/config.ts'
import type { Deps } from '../../server/src/context.ts'
import { createDb, createPool } from '../../server/src/db/db.ts'
import { openForCommand } from '../../server/src/db/open-database.ts'
import { requireKey } from '../../server/src/key-ring/key-ring.service.ts'
import { logSecurityEvent } from '../../server/src/security-events.ts'
import { exitCodeOf } from '../../server/src/startup-error.ts'
import { findSecrets } from './keys-of.ts'
import type { Action, Answer, Word } from './word.ts'

/** Where a command reads its settings, and where what it says goes. */
export type Terminal = {
  env: Record<string, string | undefined>
  /** Prints a result. */
  print: (text: string) => void
  /** Says what is beside the result: which database it is, or why there is no result. */
  note: (text: string) => void
  /** Asks for a yes; undefined where nobody could answer. */
  confirm: ((question: string) => Promise<boolean>) | undefined
  createLog: (config: Config) => Deps['log']
}

/** The words in the order in which the help lists them. */
const words: Record<string, () => Promise<{ word: Word }>> = {
  doctor: () => import('./doctor.ts'),
  user: () => import('./user.ts'),
  reviewer: () => import('./reviewer.ts'),
  plan: () => import('./plan.ts'),
  billing: () => import('./billing.ts'),
  switch: () => import('./switch.ts'),
  queue: () => import('./queue.ts'),
  relay: () => import('./relay.ts'),
  suppress: () => import('./suppress.ts'),
  boards: () => import('./boards.ts'),
  extension: () => import('./extension.ts'),
  'test-email': () => import('./test-email.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  keys: () => import('./keys.ts'),
  migrate: () => import('./migrate.ts'),
  'copy-database': () => import('./copy-database.ts'),
  compact: () => import('./compact.ts'),
  'check-analytics': () => import('./check-analytics.ts'),
  demo: () => import('./demo.ts'),
}

const isOption = (text: string): boolean => ['--json', '--yes', '--help'].includes(text)

/** Runs `npm run admin -- …given` and returns its exit code: 0 done, 1 failed or found a problem, 2 wrong use, 78 wrong setting. */
export async function runCommand(given: string[], terminal: Terminal): Promise<number> {
  const options = new Set(given.filter(isOption))
  const [name = '', ...args] = given.filter((text) => !isOption(text))
  try {
    const load = Object.entries(words).find(([known]) => known === name)?.[1]
    if (load) return await runWord({ name, word: (await load()).word, args, options }, terminal)
    const help = await helpOfAll()
    if (name !== '' && !options.has('--help')) throw refusal(`There is no word ${name}.\n${help}`, 2)
    terminal.print(help)
    return 0
  } catch (error) {
    terminal.note(error instanceof Error ? error.message : String(error))
    return exitCodeOf(error)
  }
}

/** An error that ends a command with an exit code. */
const refusal = (message: string, exitCode: 1 | 2 | 78): Error => Object.assign(new Error(message), { exitCode })

async function helpOfAll(): Promise<string> {
  const listed = await Promise.all(
    Object.entries(words).map(async ([known, read]) => `  ${known.padEnd(16)} ${(await read()).word.summary}`),
  )
  return [
    'Usage: npm run admin -- WORD …',
    ...listed,
    '--help after a word says how to use it. --json prints data, --yes answers the question before what cannot be undone.',
  ].join('\n')
}

type Given = { name: string; word: Word; args: string[]; options: Set<string> }

async function runWord({ name, word, args, options }: Given, terminal: Terminal): Promise<number> {
  const usage = word.usage
    .map((line, index) => `${index === 0 ? 'Usage:' : '      '} npm run admin -- ${name} ${line}`.trimEnd())
    .join('\n')
  if (options.has('--help')) {
    terminal.print(`${word.summary}.\n${usage}`)
    return 0
  }
  const action = readAction(word, args)
  if (!action) throw refusal(usage, 2)
  if (action.question !== undefined && !options.has('--yes')) await requireYes(action.question, terminal)
  const { text, data, isProblem = false } = await runOnDatabase(word, action, terminal)
  terminal.print(options.has('--json') ? JSON.stringify(data, null, 2) : text)
  return isProblem ? 1 : 0
}

function readAction(word: Word, args: string[]): Action | undefined {
  try {
    return word.read(args)
  } catch (error) {
    // Unknown options have a code of Node's; other errors say which argument is wrong.
    if (error instanceof Error && !('code' in error)) throw refusal(error.message, 2)
    return undefined
  }
}

async function requireYes(question: string, { confirm }: Terminal): Promise<void> {
  if (!confirm) throw refusal(`${question} Add --yes to do it.`, 1)
  if (!(await confirm(question))) throw refusal('Nothing was changed.', 1)
}

async function runOnDatabase({ database = 'existing' }: Word, action: Action, terminal: Terminal): Promise<Answer> {
  const read = readConfig(terminal.env)
  if ('bad' in read) throw refusal(read.bad.map((setting) => `${setting.name} ${setting.reason}.`).join('\n'), 78)
  const { config } = read
  nameInstallation(config.installation)
  const { connection, name, close, explain } = await openForCommand(config, database, async (client) => {
    const secrets = findSecrets(config)
    if (secrets) await requireKey(client, secrets)
  })
  terminal.note(`Database: ${name}`)
  const pool = createPool({ ...connection, application_name: 'loadping admin' })
  const log = terminal.createLog(config)
  try {
    const answer = await action.run({ db: createDb(pool), now: () => new Date(), config, connection, log })
    if (action.changes !== undefined) logSecurityEvent({ log }, 'administered', { command: action.changes })
    return answer
  } catch (error) {
    throw await explain(error)
  } finally {
    await pool.end()
    await close()
  }
}
