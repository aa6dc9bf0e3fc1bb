import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasAccounts } from '../../server/src/accounts/accounts.service.ts'
import type { Config } from '../../server/src/config.ts'
import { readOrCreateSecret } from '../../server/src/db/data-folder.ts'
import { openKeys, type Secrets } from '../../server/src/key-ring/key-ring.service.ts'
import type { Keys } from '../../server/src/keys.ts'
import { settingError } from '../../server/src/startup-error.ts'
import type { CommandContext } from './word.ts'

/** Returns the secrets of the server with these settings; undefined if it has none yet. */
export function findSecrets({ authSecret, otherAuthSecrets: others, dataDir }: Config): Secrets | undefined {
  if (authSecret !== undefined) return { secret: authSecret, others }
  const hasSecret = existsSync(join(dataDir, 'auth.secret'))
  return hasSecret ? { secret: readOrCreateSecret({ path: dataDir }, 'auth'), others } : undefined
}

/** Returns the secrets of the server with these settings. Throws if it has none yet. */
export function secretsOf(config: Config): Secrets {
  const secrets = findSecrets(config)
  if (!secrets) throw settingError('AUTH_SECRET is required: use the settings of the server.')
  return secrets
}

/** Returns the keys of the server with these settings. Throws if they are not those of its database. */
export const keysOf = (ctx: CommandContext): Promise<Keys> =>
  openKeys(ctx, secretsOf(ctx.config), () => hasAccounts(ctx))
