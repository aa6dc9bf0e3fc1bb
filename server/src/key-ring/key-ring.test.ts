import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createKeys } from '../keys.ts'
import { databaseUrlOf } from '../testing/database-url.ts'
import { sharedTempFolder, spawnRefused } from '../testing/spawned-product.ts'
import { emptyDb } from '../testing/test-database.ts'

const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('[D13.22] [P09] a start with another key exits with 78 and a line that says so, and changes nothing', async () => {
  const { pool, connection } = await emptyDb()
  const encrypted = createKeys('of-the-database-'.repeat(3)).encrypt('a key of hashes', 'hash key')
  await pool.query('insert into hash_key (encrypted) values ($1)', [encrypted])
  await pool.query('delete from migration where name = (select max(name) from migration)') // as of an older version
  const migrations = async () => (await pool.query('select * from migration order by name')).rows
  const before = await migrations()

  const { code, output } = await spawnRefused({
    DATABASE_URL: databaseUrlOf(connection),
    DATA_DIR: join(folder, 'data'),
    AUTH_SECRET: 'of-somebody-else-'.repeat(3),
  })

  expect(code).toBe(78)
  expect(output).toMatch(/^AUTH_SECRET is not the one of this database: it has key .{6}, .* Nothing was changed\.$/m)
  expect(await migrations()).toEqual(before)
  expect((await pool.query('select encrypted from hash_key')).rows).toEqual([{ encrypted }])
})
