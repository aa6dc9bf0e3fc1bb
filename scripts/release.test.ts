import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { extensionReleases } from '../contract/src/extension/extension-versions.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('package.json'))

test('one version names server, dashboard and extension, the newest that the server answers', () => {
  for (const workspace of ['contract', 'server', 'dashboard', 'extension'])
    expect(JSON.parse(read(`${workspace}/package.json`)).version, workspace).toBe(version)
  expect(extensionReleases[0]).toBe(version)
})

test('the changelog begins with this version and its day', () => {
  const [newest = ''] = read('CHANGELOG.md').match(/^## .*$/m) ?? []

  expect(newest).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`))
})

test('[C04] at most 60 packages are depended on directly by what runs', () => {
  const direct = ['.', 'contract', 'server', 'dashboard', 'extension'].flatMap((workspace) =>
    Object.keys(JSON.parse(read(`${workspace}/package.json`)).dependencies ?? {}),
  )

  expect(new Set(direct.filter((name) => !name.startsWith('@loadping/'))).size).toBeLessThanOrEqual(60)
})
