import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ExtensionBrowser, type ExtensionDownload } from '@loadping/contract/extension/extension.api'

/** Lists the zips in the folder of the built extension, with the hash of what is served now. */
export async function listDownloads(folder: string): Promise<ExtensionDownload[]> {
  const found = await Promise.all(ExtensionBrowser.options.map((browser) => findDownload(folder, browser)))
  return found.filter((download) => download !== undefined)
}

async function findDownload(folder: string, browser: ExtensionBrowser): Promise<ExtensionDownload | undefined> {
  const name = `loadping-${browser}.zip`
  try {
    const [zip, manifest] = await Promise.all([
      readFile(join(folder, name)),
      readFile(join(folder, browser, 'manifest.json'), 'utf8'),
    ])
    const { version }: { version: string } = JSON.parse(manifest)
    const sha256 = createHash('sha256').update(zip).digest('hex')
    return { browser, path: `/extension/${name}`, version, bytes: zip.length, sha256 }
  } catch {
    return undefined // not built, or just being built again
  }
}
