import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sharedTempFolder } from '../../server/src/testing/spawned-product.ts'
import { runHere } from './run-here.ts'

const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const DATA_DIR = join(folder, 'never-made')

test.each([
  [],
  ['grant'],
  ['grant', 'maria@redbud.example'],
  ['grant', 'maria@redbud.example', 'gold'],
  ['grant', 'maria', 'business'],
  ['grant', 'maria@redbud.example', 'business', '--seats', '2'],
  ['grant', 'maria@redbud.example', 'business', '--seats', 'ten'],
  ['grant', 'maria@redbud.example', 'business', '--seats', '10001'],
  ['grant', 'maria@redbud.example', 'pro', '--seats', '5'],
  ['grant', 'maria@redbud.example', 'business', 'now'],
  ['revoke', 'maria@redbud.example', 'business'],
  ['show', 'maria@redbud.example', '--all'],
  ['sell', 'maria@redbud.example'],
])('[D8.4] an invalid command prints its usage, and Business needs 3 seats: %s %s %s %s %s', async (...args) => {
  const { status, stderr, stdout } = await runHere(['plan', ...args], { DATA_DIR })

  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^(Usage: npm run admin -- plan|--seats must be)/)
})

test.each([
  ['billing', ['status'], 'billing status EMAIL'],
  ['switch', ['sends'], 'switch sends off|on'],
  ['switch', ['all', 'off'], 'switch sends off|on'],
  ['switch', ['sends', 'stop'], 'switch sends off|on'],
  ['switch', ['writes', 'off', 'now'], 'switch sends off|on'],
  ['suppress', [], 'suppress add|remove|show EMAIL [--scope inquiry|product]'],
  ['suppress', ['add'], 'suppress add|remove|show EMAIL [--scope inquiry|product]'],
  ['suppress', ['add', 'maria'], 'suppress add|remove|show EMAIL [--scope inquiry|product]'],
  ['suppress', ['ban', 'maria@redbud.example'], 'suppress add|remove|show EMAIL [--scope inquiry|product]'],
  ['suppress', ['add', 'a@b.test', '--scope', 'all'], 'suppress add|remove|show EMAIL [--scope inquiry|product]'],
])('an invalid command changes nothing and prints its usage: %s %j', async (word, args, usage) => {
  const { status, stdout, stderr } = await runHere([word, ...args], { DATA_DIR })

  expect([status, stdout, stderr.split('\n')[0]]).toEqual([2, '', `Usage: npm run admin -- ${usage}`])
  if (word === 'suppress') expect(stderr).toBe(`Usage: npm run admin -- ${usage}\n`) // and nothing else
})

const message = 'Version 9.1.0 shows wrong prices. Install 9.1.1.'

test.each([
  ['off', '9.1.0'],
  ['off', '9.x', message],
  ['off', '9.1.0', 'x'.repeat(201)],
  ['on', '9.1.0', message],
])('a command about a version that is wrong changes nothing and prints its usage: %s %s', async (...args) => {
  const { status, stderr } = await runHere(['extension', ...args], { DATA_DIR })

  expect([status, stderr]).toEqual([2, expect.stringContaining('off VERSION MESSAGE')])
})

test('the command refuses a file that is no JSON, names an unknown board or has a long selector', async () => {
  const file = join(folder, 'settings.json')
  const long = JSON.stringify([{ id: 'dat-one', selectors: { rate: 'x'.repeat(201) } }])

  for (const [content, reason] of [
    ['{', /JSON/],
    ['[{ "id": "other" }]', /id/],
    [long, /selectors/],
  ] as const) {
    writeFileSync(file, content)
    expect(await runHere(['boards', file], { DATA_DIR })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(reason),
    })
  }
})
