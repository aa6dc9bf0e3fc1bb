import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { processesOf, sharedTempFolder, spawnedEnv, spawnProduct, withoutDemo } from '../testing/spawned-product.ts'
import { testApp } from '../testing/test-app.ts'
import { findReasons, isSuppressed, listSuppressions, suppress, unsuppress } from './suppression.service.ts'

const { deps, clock } = await testApp()
const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an address is suppressed for one kind of email, however it is written, until removed', async () => {
  await suppress(deps, 'Maria@Redbud.example', 'product', 'unsubscribed')

  expect(await isSuppressed(deps, ' maria@redbud.EXAMPLE', 'product')).toBe(true)
  expect(await isSuppressed(deps, 'maria@redbud.example', 'inquiry')).toBe(false)
  expect(await isSuppressed(deps, 'maria@redbud.example.net', 'product')).toBe(false)

  await unsuppress(deps, 'MARIA@redbud.example', 'product')
  expect(await isSuppressed(deps, 'maria@redbud.example', 'product')).toBe(false)
})

test('of many addresses the suppressed ones are found with their reasons, as they were given', async () => {
  await suppress(deps, 'a@redbud.example', 'inquiry', 'bounced')
  await suppress(deps, 'b@redbud.example', 'product', 'complained')

  const reasons = await findReasons(deps, ['A@redbud.example', 'b@redbud.example', 'c@redbud.example'])

  expect([...reasons]).toEqual([['A@redbud.example', 'bounced']])
  expect([...(await findReasons(deps, []))]).toEqual([])
})

test('the first reason and time stay, however often it happens', async () => {
  const since = clock.now
  await suppress(deps, 'd@redbud.example', 'inquiry', 'complained')
  clock.advance(86_400_000)
  await suppress(deps, 'd@redbud.example', 'inquiry', 'bounced')

  expect(await listSuppressions(deps, 'd@redbud.example')).toEqual([{ scope: 'inquiry', reason: 'complained', since }])
})

test('an objection counts more than an earlier bounce', async () => {
  await suppress(deps, 'e@redbud.example', 'inquiry', 'bounced')
  clock.advance(86_400_000)
  await suppress(deps, 'e@redbud.example', 'inquiry', 'complained')

  const objection = { scope: 'inquiry', reason: 'complained', since: clock.now }
  expect(await listSuppressions(deps, 'e@redbud.example')).toEqual([objection])
})

const script = join(import.meta.dirname, '../../../scripts/admin.ts')
const run = (data: string, ...args: string[]) =>
  spawnSync(process.execPath, [script, 'suppress', ...args], { encoding: 'utf8', env: spawnedEnv({ DATA_DIR: data }) })

test('one command suppresses, unsuppresses and shows, beside a running server and without one', async () => {
  const data = withoutDemo(join(folder, 'suppress'))
  const product = await spawnProduct({ DATA_DIR: data })
  const added = run(data, 'add', 'Maria@redbud.example', '--scope', 'inquiry')
  product.child.kill('SIGTERM')
  await product.ended

  const shown = run(data, 'show', 'maria@redbud.example')
  const both = run(data, 'add', 'maria@redbud.example')
  const removed = run(data, 'remove', 'maria@redbud.example')

  const since = String.raw`unsubscribed since \d{4}-\d\d-\d\dT[\d:.]+Z`
  expect(added.stdout).toMatch(
    new RegExp(`^maria@redbud.example, inquiry: ${since}\nmaria@redbud.example, product: allowed\n$`),
  )
  expect(shown.stdout).toBe(added.stdout)
  expect(both.stdout).toMatch(
    new RegExp(`^maria@redbud.example, inquiry: ${since}\nmaria@redbud.example, product: ${since}\n$`),
  )
  expect(removed.stdout).toBe('maria@redbud.example, inquiry: allowed\nmaria@redbud.example, product: allowed\n')
  expect(processesOf(data)).toEqual([])
})

test.each([
  [[]],
  [['add']],
  [['add', 'maria']],
  [['ban', 'maria@redbud.example']],
  [['add', 'maria@redbud.example', '--scope', 'all']],
])('an invalid command prints its usage: %s', (args) => {
  const { status, stderr } = run(join(folder, 'unused'), ...args)

  expect([status, stderr]).toEqual([
    2,
    'Usage: npm run admin -- suppress add|remove|show EMAIL [--scope inquiry|product]\n',
  ])
})
