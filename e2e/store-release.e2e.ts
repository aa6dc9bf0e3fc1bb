import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { sharedTempFolder } from '../server/src/testing/spawned-product.ts'
import { textsInZip } from '../server/src/testing/unpack-extension.ts'
import { copyCheckout } from './checkout-copy.ts'

const folder = sharedTempFolder()
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))
test.setTimeout(600_000)

const packages = ['store-chrome.zip', 'store-edge.zip', 'store-firefox.zip']
const owner = {
  LOADPING_ORIGIN: 'https://app.freight.test',
  EXTENSION_FIREFOX_ID: 'ping@freight.test',
  PRODUCT_NAME: "Ma & Pa's Freight",
}
const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Writes what is uploaded to the stores, from a commit of a copy of this checkout. */
function release(): string {
  const checkout = join(folder, 'loadping')
  copyCheckout(checkout)
  const commit = ['git init -q', 'git add -A', 'git -c user.name=a -c user.email=a@b.test commit -q -m release']
  execFileSync('bash', ['-ec', [...commit, `'${process.execPath}' scripts/store-release.ts ../stores`].join('\n')], {
    cwd: checkout,
    env: { ...process.env, ...owner },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(folder, 'stores')
}

/** Follows the README of the source to the letter, with the machine's own Node. Returns where the packages are. */
function buildAgain(source: string, at: string, umask: string, env: Record<string, string>): string {
  const place = join(folder, at)
  mkdirSync(place, { recursive: true })
  execFileSync('tar', ['-xzf', source, '-C', place])
  const [name = ''] = readdirSync(place)
  const readme = readFileSync(join(place, name, 'README.md'), 'utf8')
  const [, steps = ''] = /```sh\n(.*?)```/s.exec(readme) ?? []
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  const own = Object.entries(process.env).filter(([key]) => !/^(npm_|NODE_|LOADPING|PRODUCT_NAME)/.test(key))
  execFileSync('bash', ['-ec', `umask ${umask}\n${steps}`], {
    cwd: join(place, name),
    env: { ...Object.fromEntries(own), PATH: path.join(delimiter), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(readdirSync(join(place, name))).not.toContain('.git')
  return join(place, name, 'extension/dist')
}

test("[C07] [X12] the source builds the stores' packages again, byte for byte, by its README", () => {
  const stores = release()
  const source = join(stores, 'source.tar.gz')
  const sums = packages.map((name) => sumOf(join(stores, name)))

  const one = buildAgain(source, 'reviewer', '022', { TZ: 'UTC', LANG: 'C' })
  const other = buildAgain(source, 'a longer path/über', '077', { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8' })

  expect(packages.map((name) => sumOf(join(one, name)))).toEqual(sums)
  expect(packages.map((name) => sumOf(join(other, name)))).toEqual(sums)
  const texts = textsInZip(readFileSync(join(stores, 'store-firefox.zip')))
  const manifest = JSON.parse(texts.find((text) => text.includes('"manifest_version"')) ?? '{}')
  expect(manifest).toMatchObject({ name: owner.PRODUCT_NAME, host_permissions: ['https://app.freight.test/*'] })
  expect(manifest.browser_specific_settings.gecko.id).toBe('ping@freight.test')
  expect(manifest.browser_specific_settings.gecko).not.toHaveProperty('update_url') // Mozilla refuses it in its store
})
