import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { readZip } from '../extension/packages.service.ts'

/** Writes the built extension as a product at this address offers it, and returns the folder of Chrome's. */
export async function unpackExtension(folder: string, baseUrl: string): Promise<string> {
  const owner = { baseUrl, extension: { signingKey: undefined, firefoxId: undefined, xpiFile: undefined } }
  const [chrome, firefox] = await Promise.all([readZip(owner, 'chrome'), readZip(owner, 'firefox')])
  if (!chrome || !firefox) throw new Error('The extension is not built: node scripts/prepare.mjs --build')
  const unpacked = join(folder, 'chrome')
  for (const [path, bytes] of Object.entries(unzipSync(chrome.bytes))) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true })
    writeFileSync(join(unpacked, path), bytes)
  }
  writeFileSync(join(folder, 'loadping-firefox.zip'), firefox.bytes)
  return unpacked
}

/** Returns the contents of the files in a zip, each byte as a character. */
export const textsInZip = (zip: Uint8Array): string[] =>
  Object.values(unzipSync(zip)).map((bytes) => Buffer.from(bytes).toString('latin1'))
