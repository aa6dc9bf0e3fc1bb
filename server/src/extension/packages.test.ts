import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameInstallation } from '@loadping/contract/brand'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, afterEach, expect, test } from 'vitest'
import { listDownloads, readCrx, readXpi, readZip } from './packages.service.ts'

const folder = mkdtempSync(join(tmpdir(), 'packages-'))
const none = { signingKey: undefined, firefoxId: undefined, xpiFile: undefined }
const owner = { baseUrl: 'https://dispatch.freight.test:8443', extension: none }
const text = (value: string) => new TextEncoder().encode(value)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Writes the zips of a build. */
function build(version: string) {
  const files = { 'popup.js': text('title(`About %NAME%`)+"%NAME%"'), 'popup.html': text('<h1 title="%NAME%"></h1>') }
  const common = { version, name: '%NAME%', host_permissions: ['%ORIGIN%/*'] }
  const gecko = { id: '%FIREFOX_ID%' }
  const firefox = { ...common, host_permissions: ['%ORIGIN_WITHOUT_PORT%/*'], browser_specific_settings: { gecko } }
  const zipped = (manifest: object) => zipSync({ ...files, 'manifest.json': text(JSON.stringify(manifest)) })
  writeFileSync(join(folder, 'open-chrome.zip'), zipped(common))
  writeFileSync(join(folder, 'open-firefox.zip'), zipped(firefox))
}

function filesIn(zip: Uint8Array | undefined) {
  const files = unzipSync(zip ?? new Uint8Array())
  const read = (path: string) => new TextDecoder().decode(files[path])
  return { script: read('popup.js'), page: read('popup.html'), manifest: JSON.parse(read('manifest.json')) }
}

afterEach(() => nameInstallation({ name: 'LoadPing' }))
afterAll(() => rmSync(folder, { recursive: true }))

test('[X12] each download is listed with the SHA-256 of its bytes; one that is not built is not', async () => {
  build('1.4.2')

  const downloads = await listDownloads(owner, folder)

  expect(downloads.map(({ browser, version }) => [browser, version])).toEqual([
    ['chrome', '1.4.2'],
    ['firefox', '1.4.2'],
  ])
  const zip = (await readZip(owner, 'firefox', folder))?.bytes ?? new Uint8Array()
  const path = '/extension/loadping-firefox.zip'
  expect(downloads[1]).toMatchObject({ path, bytes: zip.length, sha256: sha256(zip) })
})

test('[D13.19] the downloads have the own name, address and Firefox id, without a build', async () => {
  build('1.4.2')
  const name = "Ma & Pa's <Freight>"
  nameInstallation({ name })
  const own = { ...owner, extension: { ...none, firefoxId: 'ping@freight.test' } }

  const chrome = filesIn((await readZip(own, 'chrome', folder))?.bytes)
  const firefox = filesIn((await readZip(own, 'firefox', folder))?.bytes)

  expect(chrome.manifest).toEqual({ version: '1.4.2', name, host_permissions: [`${owner.baseUrl}/*`] })
  expect(new Function('title', `return ${chrome.script}`)((title: string) => title)).toBe(`About ${name}${name}`)
  expect(chrome.page).toBe('<h1 title="Ma &#38; Pa&#39;s &#60;Freight&#62;"></h1>')
  expect(firefox.manifest).toMatchObject({
    host_permissions: ['https://dispatch.freight.test/*'],
    browser_specific_settings: {
      gecko: { id: 'ping@freight.test', update_url: `${owner.baseUrl}/extension/updates.json` },
    },
  })
})

test('[X12] the same build gives the same bytes at any time, and a new build is offered at once', async () => {
  build('1.4.2')
  const first = await readZip(owner, 'chrome', folder)
  const other = await readZip({ ...owner, baseUrl: 'https://other.test' }, 'chrome', folder)
  expect(other?.sha256).not.toBe(first?.sha256)

  build('1.5.0')

  expect(filesIn(first?.bytes).manifest.browser_specific_settings).toBeUndefined()
  expect((await readZip(owner, 'chrome', folder))?.version).toBe('1.5.0')
  build('1.4.2')
  expect((await readZip(owner, 'chrome', folder))?.sha256).toBe(first?.sha256)
})

test('the package for Chrome and Edge is signed with the own key and names where to update', async () => {
  build('1.4.2')
  expect(await readCrx(owner, folder)).toBeUndefined()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

  const crx = await readCrx({ ...owner, extension: { ...none, signingKey: privateKey } }, folder)

  const bytes = Buffer.from(crx?.bytes ?? [])
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from('Cr24\x03\0\0\0', 'latin1'))
  const end = 12 + bytes.readUInt32LE(8)
  const idBytes = createHash('sha256').update(publicKey).digest().subarray(0, 16)
  const signedData = Buffer.concat([Buffer.from([0x0a, 16]), idBytes])
  const signature = bytes.subarray(end - signedData.length - 4 - 256, end - signedData.length - 4)
  const signed = [Buffer.from('CRX3 SignedData\0'), Buffer.from([signedData.length, 0, 0, 0]), signedData]
  const isValid = (...parts: Buffer[]) =>
    verify('sha256', Buffer.concat(parts), { key: publicKey, format: 'der', type: 'spki' }, signature)
  expect(isValid(...signed, bytes.subarray(end))).toBe(true)
  expect(isValid(...signed, bytes.subarray(end + 1))).toBe(false)
  expect(crx?.id).toBe(
    idBytes.toString('hex').replaceAll(/./g, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)] ?? ''),
  )
  expect(filesIn(bytes.subarray(end)).manifest.update_url).toBe(`${owner.baseUrl}/extension/updates.xml`)
  const again = await readCrx({ ...owner, extension: { ...none, signingKey: privateKey } }, folder)
  expect(again?.bytes).toBe(crx?.bytes) // however often strangers ask for it
})

test("Mozilla's signed package is offered as it is, with its own id and version", async () => {
  build('1.4.2')
  const own = { ...owner, extension: { ...none, firefoxId: 'ping@freight.test' } }
  const signed = (await readZip(own, 'firefox', folder))?.bytes ?? new Uint8Array()
  const xpiFile = join(folder, 'signed.xpi')
  writeFileSync(xpiFile, signed)

  expect(await readXpi(own)).toBeUndefined()
  const found = await readXpi({ ...own, extension: { ...own.extension, xpiFile } })

  expect(found).toEqual({
    bytes: Buffer.from(signed),
    id: 'ping@freight.test',
    sha256: sha256(signed),
    version: '1.4.2',
  })
  expect((await readXpi({ ...own, extension: { ...own.extension, xpiFile } }))?.bytes).toBe(found?.bytes)
})
