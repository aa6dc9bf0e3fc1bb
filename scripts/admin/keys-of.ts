import type { Config } from '../../server/src/config.ts'
import { readOrCreateSecret } from '../../server/src/db/data-folder.ts'
import { createKeys, type Keys } from '../../server/src/keys.ts'

/** Returns the keys of the server with these settings. */
export const keysOf = ({ authSecret, dataDir }: Pick<Config, 'authSecret' | 'dataDir'>): Keys =>
  createKeys(authSecret ?? readOrCreateSecret({ path: dataDir }, 'auth'))
