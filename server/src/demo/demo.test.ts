import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { TokenPair } from '@loadping/contract/sign-in/sign-in'
import { afterAll, expect, test } from 'vitest'
import { databaseUrlOf } from '../testing/database-url.ts'
import { type SpawnedProduct, sharedTempFolder, spawnedEnv, spawnProduct } from '../testing/spawned-product.ts'
import { emptyDb } from '../testing/test-database.ts'
import { demoAccounts, demoTeam } from './demo-accounts.ts'

const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = (name: string) => join(folder, name)

test('[D1.7] the demo is only in the embedded database, marked as demo, and one command removes it', async () => {
  const data = dataDir('demo')
  const own = await spawnProduct({ DATA_DIR: data })
  const me = await demoUser(own)
  own.child.kill('SIGTERM')
  await own.ended
  const removed = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../scripts/admin.ts'), 'demo', 'remove', '--yes'],
    {
      encoding: 'utf8',
      env: spawnedEnv({ DATA_DIR: data }),
    },
  )

  const again = await spawnProduct({ DATA_DIR: data })
  const afterRemoval = await openDemoSignIn(again)
  again.child.kill('SIGTERM')
  await again.ended

  const { connection, pool } = await emptyDb()
  const foreign = await spawnProduct({
    DATA_DIR: dataDir('no-demo'),
    DATABASE_URL: databaseUrlOf(connection),
  })
  const { rows } = await pool.query('select count(*) from account')
  const signIn = await openDemoSignIn(foreign)
  foreign.child.kill('SIGTERM')
  await foreign.ended

  expect(me).toMatchObject({ email: 'maria@redbud.example', isDemo: true, billingPlan: 'TRIAL' })
  expect(afterRemoval.status).toBe(404)
  expect(again.output()).not.toContain('carrier-trial')
  expect(removed.stdout).toBe(`Removed ${demoAccounts.length + demoTeam.members.length} demo account(s).\n`)
  expect(rows[0]).toEqual({ count: 0 })
  expect(signIn.status).toBe(404)
})

const openDemoSignIn = ({ address, devHeaders }: SpawnedProduct) =>
  fetch(`${address}/dev/sign-in/carrier-trial`, { redirect: 'manual', headers: devHeaders() })

/** Signs in with the demo sign-in URL, as a user would. */
async function demoUser(product: SpawnedProduct): Promise<unknown> {
  const { address } = product
  const { headers } = await openDemoSignIn(product)
  const { searchParams } = new URL(headers.get('location') ?? '')
  const proof = { email: searchParams.get('email'), token: searchParams.get('token') }
  const pair = await fetch(`${address}/auth/verifyLink`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  })
  const { accessToken } = TokenPair.parse(await pair.json())
  return (await fetch(`${address}/users/me`, { headers: { authorization: `Bearer ${accessToken}` } })).json()
}
