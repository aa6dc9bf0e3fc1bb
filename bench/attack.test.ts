import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAttackers } from './attack.ts'

const root = join(import.meta.dirname, '..')

test('each attacker of SECURITY.md has tests, whose files exist', () => {
  const attackers = readAttackers(readFileSync(join(root, 'SECURITY.md'), 'utf8'))

  expect(attackers.length).toBeGreaterThanOrEqual(10)
  for (const { name, paths } of attackers) {
    expect(paths.length, name).toBeGreaterThan(0)
    expect(
      paths.filter((path) => !existsSync(join(root, path))),
      name,
    ).toEqual([])
  }
})
