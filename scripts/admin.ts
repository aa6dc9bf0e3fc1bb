import { createInterface } from 'node:readline/promises'
import { nameInstallation } from '../contract/src/brand.ts'
import { readConfig } from '../server/src/config.ts'
import { createDb, createPool } from '../server/src/db/db.ts'
import { openForCommand } from '../server/src/db/open-database.ts'
import { requireKey } from '../server/src/key-ring/key-ring.service.ts'
import { createLog } from '../server/src/log.ts'
import { logSecurityEvent } from '../server/src/security-events.ts'
import { exitCodeOf } from '../server/src/startup-error.ts'
import { findSecrets } from './admin/keys-of.ts'
import type { Action, Answer, Word } from './admin/word.ts'

// npm run admin -- WORD …: all administration. Works whether or not LoadPing is running, unless a word says otherwise.
// Exit codes: 0 done, 1 it failed or found a problem, 2 the command is wrong, 78 a setting is wrong.

/** The words in the order in which the help lists them. */
const words: Record<string, () => Promise<{ word: Word }>> = {
  doctor: () => import('./admin/doctor.ts'),
  user: () => import('./admin/user.ts'),
  reviewer: () => import('./admin/reviewer.ts'),
  plan: () => import('./admin/plan.ts'),
  billing: () => import('./admin/billing.ts'),
  switch: () => import('./admin/switch.ts'),
  queue: () => import('./admin/queue.ts'),
  relay: () => import('./admin/relay.ts'),
  suppress: () => import('./admin/suppress.ts'),
  boards: () => import('./admin/boards.ts'),
  extension: () => import('./admin/extension.ts'),
  'test-email': () => import('./admin/test-email.ts'),
  backup: () => import('./admin/backup.ts'),
  restore: () => import('./admin/restore.ts'),
  keys: () => import('./admin/keys.ts'),
  migrate: () => import('./admin/migrate.ts'),
  'copy-database': () => import('./admin/copy-database.ts'),
  'check-analytics': () => import('./admin/check-analytics.ts'),
  demo: () => import('./admin/demo.ts'),
}

const isOption = (text: string): boolean => ['--json', '--yes', '--help'].includes(text)
const given = process.argv.slice(2)
const options = new Set(given.filter(isOption))
const [name = '', ...args] = given.filter((text) => !isOption(text))

const load = Object.entries(words).find(([known]) => known === name)?.[1]
if (!load) await helpOfAll()
else await runWord((await load()).word)

async function helpOfAll(): Promise<void> {
  const listed = await Promise.all(
    Object.entries(words).map(async ([known, read]) => `  ${known.padEnd(16)} ${(await read()).word.summary}`),
  )
  const help = [
    'Usage: npm run admin -- WORD …',
    ...listed,
    '--help after a word says how to use it. --json prints data, --yes answers the question before what cannot be undone.',
  ].join('\n')
  if (name === '' || options.has('--help')) return console.log(help)
  exitWith(`There is no word ${name}.\n${help}`, 2)
}

async function runWord(word: Word): Promise<void> {
  const usage = word.usage.map((line, index) =>
    `${index === 0 ? 'Usage:' : '      '} npm run admin -- ${name} ${line}`.trimEnd(),
  )
  if (options.has('--help')) return console.log([`${word.summary}.`, ...usage].join('\n'))
  const action = readAction(word) ?? exitWith(usage.join('\n'), 2)
  if (action.question !== undefined && !options.has('--yes') && !(await isConfirmed(action.question)))
    exitWith('Nothing was changed.', 1)
  try {
    const { text, data, isProblem } = await runOnDatabase(word, action)
    console.log(options.has('--json') ? JSON.stringify(data, null, 2) : text)
    if (isProblem) process.exitCode = 1
  } catch (error) {
    exitWith(error instanceof Error ? error.message : String(error), exitCodeOf(error) === 78 ? 78 : 1)
  }
}

function readAction(word: Word): Action | undefined {
  try {
    return word.read(args)
  } catch (error) {
    // Unknown options have a code of Node's; other errors say which argument is wrong.
    return error instanceof Error && !('code' in error) ? exitWith(error.message, 2) : undefined
  }
}

/** Asks at a terminal; without one the answer is no. */
async function isConfirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) exitWith(`${question} Add --yes to do it.`, 1)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type yes: `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

async function runOnDatabase({ database = 'existing' }: Word, action: Action): Promise<Answer> {
  const read = readConfig(process.env)
  if ('bad' in read) exitWith(read.bad.map((setting) => `${setting.name} ${setting.reason}.`).join('\n'), 78)
  const { config } = read
  nameInstallation(config.installation)
  const {
    connection,
    name: databaseName,
    close,
    explain,
  } = await openForCommand(config, database, async (client) => {
    const secrets = findSecrets(config)
    if (secrets) await requireKey(client, secrets)
  })
  console.error(`Database: ${databaseName}`)
  const pool = createPool({ ...connection, application_name: 'loadping admin' })
  const log = createLog(config)
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

/** Ends the process with an exit code and text on standard error. */
function exitWith(text: string, code: 1 | 2 | 78): never {
  console.error(text)
  process.exit(code)
}
