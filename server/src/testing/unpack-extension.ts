import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { readZip } from '../extension/packages.service.ts'

const ownerAt = (baseUrl: string) => ({
  baseUrl,
  extension: { signingKey: undefined, firefoxId: undefined, xpiFile: undefined },
})

/** Writes the built extension as a product at this address offers it, and returns the folder of Chrome's. */
export async function unpackExtension(folder: string, baseUrl: string): Promise<string> {
  const firefox = await readZip(ownerAt(baseUrl), 'firefox')
  if (!firefox) throw new Error('The extension is not built: node scripts/prepare.mjs --build')
  const unpacked = await unpackChrome(join(folder, 'chrome'), baseUrl)
  writeFileSync(join(folder, 'loadping-firefox.zip'), firefox.bytes)
  return unpacked
}

/** Writes Chrome's of the built extensions in a folder, by default of this version, as a product at this address offers it. */
export async function unpackChrome(unpacked: string, baseUrl: string, built?: string): Promise<string> {
  const chrome = await readZip(ownerAt(baseUrl), 'chrome', built)
  if (!chrome) throw new Error(`No extension is built in ${built ?? 'extension/dist'}.`)
  for (const [path, bytes] of Object.entries(unzipSync(chrome.bytes))) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true })
    writeFileSync(join(unpacked, path), bytes)
  }
  return unpacked
}

/** Returns the contents of the files in a zip, each byte as a character. */
export const textsInZip = (zip: Uint8Array): string[] =>
  Object.values(unzipSync(zip)).map((bytes) => Buffer.from(bytes).toString('latin1'))
