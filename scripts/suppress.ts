import { parseArgs } from 'node:util'
import { EmailAddress } from '../contract/src/format/email-address.ts'
import { readOrCreateSecret } from '../server/src/db/data-folder.ts'
import { createKeys } from '../server/src/keys.ts'
import { listSuppressions, type Scope, suppress, unsuppress } from '../server/src/suppression/suppression.service.ts'
import { exitWith, runOperatorCommand } from './operator-command.ts'

// npm run suppress -- add | remove | show: manages suppressed addresses. Works whether or not LoadPing is running.
const usage = `Usage: npm run suppress -- add|remove|show EMAIL [--scope inquiry|product]`
const everyScope = ['inquiry', 'product'] as const

function parseArguments(): { command: string; email: string; scopes: readonly Scope[] } {
  try {
    const { positionals, values } = parseArgs({ options: { scope: { type: 'string' } }, allowPositionals: true })
    const [command = '', address, extra] = positionals
    const scopes = everyScope.filter((scope) => values.scope === undefined || values.scope === scope)
    if (!['add', 'remove', 'show'].includes(command) || extra !== undefined || scopes.length === 0) exitWith(usage, 2)
    return { command, email: EmailAddress.parse(address), scopes }
  } catch {
    exitWith(usage, 2) // an unknown option, or no address
  }
}

const { command, email, scopes } = parseArguments()

await runOperatorCommand(async (data, config) => {
  const ctx = { ...data, keys: createKeys(config.authSecret ?? readOrCreateSecret({ path: config.dataDir }, 'auth')) }
  for (const scope of scopes) {
    if (command === 'add') await suppress(ctx, email, scope, 'unsubscribed')
    if (command === 'remove') await unsuppress(ctx, email, scope)
  }
  const suppressed = new Map((await listSuppressions(ctx, email)).map(({ scope, ...row }) => [scope, row]))
  const describe = (scope: Scope): string => {
    const row = suppressed.get(scope)
    return `${email}, ${scope}: ${row ? `${row.reason} since ${row.since.toISOString()}` : 'allowed'}`
  }
  return everyScope.map(describe).join('\n')
})
