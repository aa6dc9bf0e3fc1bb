import { parseArgs } from 'node:util'
import { EmailAddress } from '../../contract/src/format/email-address.ts'
import { listSuppressions, type Scope, suppress, unsuppress } from '../../server/src/suppression/suppression.service.ts'
import { keysOf } from './keys-of.ts'
import type { Word } from './word.ts'

const everyScope = ['inquiry', 'product'] as const

/** Manages addresses that get no email. */
export const word: Word = {
  summary: 'stops or allows emails to an address, or shows it',
  usage: ['add|remove|show EMAIL [--scope inquiry|product]'],
  read(args) {
    const { positionals, values } = parseArgs({ args, options: { scope: { type: 'string' } }, allowPositionals: true })
    const [command = '', address, ...extra] = positionals
    const { data: email } = EmailAddress.safeParse(address)
    const scopes = everyScope.filter((scope) => values.scope === undefined || values.scope === scope)
    const isKnown = ['add', 'remove', 'show'].includes(command) && extra.length === 0 && scopes.length > 0
    if (!isKnown || email === undefined) return undefined
    return {
      ...(command !== 'show' && { changes: `suppress ${command}` }),
      async run(data) {
        const ctx = { ...data, keys: await keysOf(data) }
        for (const scope of scopes) {
          if (command === 'add') await suppress(ctx, email, scope, 'unsubscribed')
          if (command === 'remove') await unsuppress(ctx, email, scope)
        }
        const suppressed = new Map((await listSuppressions(ctx, email)).map(({ scope, ...row }) => [scope, row]))
        const describe = (scope: Scope): string => {
          const row = suppressed.get(scope)
          return `${email}, ${scope}: ${row ? `${row.reason} since ${row.since.toISOString()}` : 'allowed'}`
        }
        return { text: everyScope.map(describe).join('\n'), data: Object.fromEntries(suppressed) }
      },
    }
  },
}
