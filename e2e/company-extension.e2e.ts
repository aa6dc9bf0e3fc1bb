import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './product.ts'

const folder = mkdtempSync(join(tmpdir(), 'company-extension-'))
const key = join(folder, 'extension.pem')

writeFileSync(
  key,
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
)
test.use({ settings: { EXTENSION_KEY_FILE: key } })
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('[D13.23] a company gets its signed extension, where it updates, and the policy that installs it', async ({
  product: { address, data },
}) => {
  const admin = (...args: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, ['scripts/admin.ts', 'extension', ...args, '--json'], {
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: data, BASE_URL: address, EXTENSION_KEY_FILE: key },
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
  const packed = join(folder, 'packed')

  const { id, files } = admin('pack', packed)

  expect(files).toHaveLength(5)
  expect(JSON.parse(readFileSync(join(packed, 'chrome-and-edge-policy.json'), 'utf8'))).toEqual({
    ExtensionSettings: {
      [id]: { installation_mode: 'force_installed', update_url: `${address}/extension/updates.xml` },
    },
  })
  const updates = await (await fetch(`${address}/extension/updates.xml`)).text()
  const served = Buffer.from(await (await fetch(`${address}/extension/loadping.crx`)).arrayBuffer())
  expect(updates).toContain(`<app appid="${id}">`)
  expect(updates).toContain(`codebase="${address}/extension/loadping.crx"`)
  expect(updates).toContain(`hash_sha256="${createHash('sha256').update(served).digest('hex')}"`)
  expect(served.equals(readFileSync(join(packed, 'loadping.crx')))).toBe(true)
  for (const path of ['loadping.xpi', 'updates.json']) // Mozilla has signed none
    expect((await fetch(`${address}/extension/${path}`)).status).toBe(404)
})
