import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brand } from '@loadping/contract/brand'
import { ExtensionBrowser, type ExtensionDownload } from '@loadping/contract/extension/extension.api'
import { type ExtensionOwner, fillOpenValues } from '@loadping/contract/extension/extension-owner'
import { type AsyncZippable, unzipSync, zip } from 'fflate'
import type { Deps } from '../context.ts'
import { extensionIdOf, signCrx } from './crx.ts'

const builtExtension = join(import.meta.dirname, '../../../extension/dist')

type Owner = Pick<Deps, 'baseUrl' | 'extension'>
/** What browsers install. */
type Package = { version: string; bytes: Buffer; sha256: string }
export type SignedPackage = Package & { id: string }

/** Where browsers ask for the newest version of an extension that no store has. */
export const updatePaths = { chromium: '/extension/updates.xml', firefox: '/extension/updates.json' }

/** Returns the zip for a browser as this installation's own, or undefined if none was built. */
export function readZip(
  owner: Owner,
  browser: ExtensionBrowser,
  folder = builtExtension,
): Promise<Package | undefined> {
  const isSelfHosted = browser === 'firefox' && owner.extension.firefoxId !== undefined
  return fill(owner, folder, browser, isSelfHosted ? `${owner.baseUrl}${updatePaths.firefox}` : undefined)
}

/** Returns the package for Chrome and Edge, signed with the operator's key, with its id; undefined without a key. */
export async function readCrx(owner: Owner, folder = builtExtension): Promise<SignedPackage | undefined> {
  const { signingKey } = owner.extension
  if (signingKey === undefined) return undefined
  const filled = await fill(owner, folder, 'chrome', `${owner.baseUrl}${updatePaths.chromium}`)
  if (!filled) return undefined
  const id = extensionIdOf(signingKey)
  const { version, bytes, sha256 } = filled
  return signedOnce([id, sha256], async () => ({ ...describe(version, signCrx(bytes, signingKey)), id }))
}

/** Returns the package that Mozilla signed for this installation, with its id; undefined if none is set. */
export async function readXpi({ extension: { xpiFile } }: Owner): Promise<SignedPackage | undefined> {
  if (xpiFile === undefined) return undefined
  const { mtimeMs } = await stat(xpiFile)
  return signedOnce([xpiFile, mtimeMs], async () => {
    const bytes = await readFile(xpiFile)
    const manifest = readManifest(unzipSync(bytes, { filter: ({ name }) => name === 'manifest.json' }))
    return { ...describe(manifest.version, bytes), id: manifest.browser_specific_settings?.gecko.id ?? '' }
  })
}

/** Lists the zips that this server offers, with their hashes. */
export async function listDownloads(owner: Owner, folder = builtExtension): Promise<ExtensionDownload[]> {
  const zips = await Promise.all(
    ExtensionBrowser.options.map(async (browser) => ({ browser, found: await readZip(owner, browser, folder) })),
  )
  return zips.flatMap(({ browser, found }) =>
    found
      ? {
          browser,
          path: `/extension/loadping-${browser}.zip`,
          version: found.version,
          bytes: found.bytes.length,
          sha256: found.sha256,
        }
      : [],
  )
}

const describe = (version: string, bytes: Uint8Array): Package => ({
  version,
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), // not a copy
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

type Manifest = { version: string; update_url?: string; browser_specific_settings?: { gecko: GeckoSettings } }
type GeckoSettings = { id: string; update_url?: string }
const readManifest = (files: Record<string, Uint8Array>): Manifest =>
  JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString())

/**
 * Returns a function that makes a package once of the same parts. Making one takes a tenth of a second, and strangers may ask
 * for it at any rate.
 */
function createOnce<Made>() {
  const made = new Map<string, Promise<Made>>()
  return (parts: unknown[], make: () => Promise<Made>): Promise<Made> => {
    const key = JSON.stringify(parts)
    const making = made.get(key) ?? make()
    made.set(key, making)
    making.catch(() => made.delete(key))
    return making
  }
}
const filledOnce = createOnce<Package>()
const signedOnce = createOnce<SignedPackage>()

/** Fills in the owner's values in what was built, again after each build. */
async function fill(owner: Owner, folder: string, browser: ExtensionBrowser, updateUrl: string | undefined) {
  const file = join(folder, `open-${browser}.zip`)
  const built = await stat(file).catch(() => undefined) // none, or just being built again
  if (!built) return undefined
  const values = { origin: owner.baseUrl, name: brand.name, firefoxId: owner.extension.firefoxId ?? brand.firefoxId }
  return filledOnce([file, built.mtimeMs, values, updateUrl], () => makePackage(file, values, updateUrl))
}

async function makePackage(file: string, values: ExtensionOwner, updateUrl: string | undefined): Promise<Package> {
  const files = unzipSync(await readFile(file))
  for (const [path, content] of Object.entries(files))
    if (/\.(js|html|json)$/.test(path))
      files[path] = Buffer.from(fillOpenValues(path, Buffer.from(content).toString(), values))
  const manifest = readManifest(files)
  if (updateUrl !== undefined) files['manifest.json'] = withUpdateUrl(manifest, updateUrl)
  return describe(manifest.version, await zipFiles(files))
}

function withUpdateUrl(manifest: Manifest, updateUrl: string): Buffer<ArrayBuffer> {
  const settings = manifest.browser_specific_settings
  if (settings) settings.gecko.update_url = updateUrl
  else manifest.update_url = updateUrl
  return Buffer.from(JSON.stringify(manifest, null, 2))
}

/** Zips files without the time of now, so that the same build gives the same bytes. */
function zipFiles(files: Record<string, Uint8Array>): Promise<Uint8Array> {
  const timeless = Object.entries(files).map(([path, bytes]) => [path, [bytes, { mtime: new Date(1980, 0, 1) }]])
  return promisify<AsyncZippable, object, Uint8Array>(zip)(Object.fromEntries(timeless), { level: 9 })
}
