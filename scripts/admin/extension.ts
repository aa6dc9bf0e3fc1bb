import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExtensionBrowser } from '../../contract/src/extension/extension.api.ts'
import { readExtensionKey } from '../../server/src/choose-integrations.ts'
import { readCrx, readXpi, readZip, updatePaths } from '../../server/src/extension/packages.service.ts'
import {
  allowVersion,
  listWithdrawnVersions,
  withdrawVersion,
} from '../../server/src/extension/withdrawn-versions.service.ts'
import { writeNewFile } from './new-file.ts'
import type { Action, CommandContext, Word } from './word.ts'

/** Makes what a company needs to install its own extension for all its people. */
export const word: Word = {
  summary: "writes this installation's extension and its policies, makes its key, or takes a version back",
  usage: ['pack FOLDER', 'key FILE', 'off VERSION MESSAGE', 'on VERSION', 'list'],
  read([kind, path, ...extra]) {
    if (kind === 'list' && path === undefined) return { run: showWithdrawn }
    if (path !== undefined && (kind === 'off' || kind === 'on')) return changeVersion(kind, path, extra)
    if (path === undefined || extra.length > 0) return undefined
    if (kind === 'key') return makeKey(path)
    return kind === 'pack' ? { run: (ctx) => pack(ctx, path) } : undefined
  },
}

/** Takes a version back with a message for its users, or allows it again. */
function changeVersion(kind: 'off' | 'on', version: string, [message, ...extra]: string[]): Action | undefined {
  const isMessage = message !== undefined && message.length > 0 && message.length <= 200
  if (extra.length > 0 || !/^\d+(\.\d+){0,3}$/.test(version) || isMessage !== (kind === 'off')) return undefined
  return {
    changes: `extension ${version} ${kind}`,
    async run(ctx) {
      if (message !== undefined) await withdrawVersion(ctx, version, message)
      else await allowVersion(ctx, version)
      return showWithdrawn(ctx)
    },
  }
}

async function showWithdrawn(ctx: CommandContext) {
  const data = await listWithdrawnVersions(ctx)
  const lines = data.map(
    ({ version, message, withdrawnAt }) => `${version}: off since ${withdrawnAt.toISOString()}, ${message}`,
  )
  return { text: lines.join('\n') || 'No version of the extension is off.', data }
}

const makeKey = (file: string): Action => ({
  changes: 'extension key',
  async run() {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 3072,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    // Never over an older key: browsers know it.
    await writeNewFile(file, () => writeFileSync(file, privateKey, { mode: 0o600, flag: 'wx', flush: true }))
    const text = `Made ${file}. Set EXTENSION_KEY_FILE to it, and keep a copy: with another key it is another extension.`
    return { text, data: { file } }
  },
})

async function pack({ config }: CommandContext, folder: string) {
  const owner = { baseUrl: config.baseUrl, extension: readExtensionKey(config.extension) }
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  const write = async (name: string, bytes: Uint8Array | string) => {
    const file = join(folder, name)
    await writeNewFile(file, () => writeFileSync(file, bytes))
    files.push(name)
  }
  for (const browser of ExtensionBrowser.options) {
    const zip = await readZip(owner, browser)
    if (!zip) throw new Error('The extension is not built: node scripts/prepare.mjs --build')
    await write(`loadping-${browser}.zip`, zip.bytes)
  }
  const crx = await readCrx(owner)
  if (crx) {
    await write('loadping.crx', crx.bytes)
    const policy = { installation_mode: 'force_installed', update_url: `${config.baseUrl}${updatePaths.chromium}` }
    await write('chrome-and-edge-policy.json', toJson({ ExtensionSettings: { [crx.id]: policy } }))
  }
  const xpi = await readXpi(owner)
  if (xpi) {
    const policy = { installation_mode: 'force_installed', install_url: `${config.baseUrl}/extension/loadping.xpi` }
    await write('firefox-policies.json', toJson({ policies: { ExtensionSettings: { [xpi.id]: policy } } }))
  }
  return { text: files.map((name) => join(folder, name)).join('\n'), data: { folder, files, id: crx?.id ?? null } }
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
