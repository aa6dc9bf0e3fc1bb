import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { extensionReleases } from '../contract/src/extension/extension-versions.ts'
import { signRelease } from './sign-release.ts'
import { listDirect } from './third-party.ts'

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
  expect(listDirect().length).toBeLessThanOrEqual(60)
})

test('[C09] the command of the page Install accepts a signed list of hashes, and no changed one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signed-'))
  const [command = ''] = read('docs/operations/install.md').match(/^openssl pkeyutl -verify .*$/m) ?? []
  const verify = () => execFileSync('bash', ['-ec', command], { cwd: folder, stdio: 'pipe' }).toString()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const hashes = `${'a'.repeat(64)}  loadping.tar.gz\n`
  try {
    writeFileSync(join(folder, 'loadping-release.pem'), publicKey)
    writeFileSync(join(folder, 'SHA256SUMS'), hashes)
    writeFileSync(join(folder, 'SHA256SUMS.sig'), signRelease(hashes, privateKey))
    expect(verify()).toContain('Verified Successfully')

    writeFileSync(join(folder, 'SHA256SUMS'), hashes.replace('a', 'b'))
    expect(verify).toThrow()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('[C09] a key of another kind signs no release', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

  expect(() => signRelease('', privateKey)).toThrow('RELEASE_KEY_FILE')
})
