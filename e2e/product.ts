import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, test as base, chromium, expect, type LaunchOptions } from '@playwright/test'
import type { InboxMessage } from '../server/src/stand-ins/inbox.ts'
import { freePort, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { keepDialogClosed } from './without-extension.ts'

export type Product = {
  address: string
  /** Its data folder, for operator commands. */
  data: string
  /** The folder of the unpacked extension, built for this address. */
  extension: string
  /** Returns all emails to one address, newest first. */
  emailsTo: (email: string) => Promise<InboxMessage[]>
  /** Kills the server. */
  kill: () => Promise<void>
  /** Starts the server again, with the same data folder and port. */
  restart: () => Promise<void>
}

type Options = {
  /** Code that runs before the extension's script on load boards. */
  boardScriptPrefix: string
}
type WorkerOptions = {
  /** The product's own settings, as environment variables. */
  settings: Record<string, string>
}
type WorkerFixtures = { product: Product }
type Fixtures = {
  /** A browser with the extension installed. */
  withExtension: BrowserContext
}

/** The real product as a process with its own data folder, one per worker. */
export const test = base.extend<Fixtures & Options, WorkerFixtures & WorkerOptions>({
  boardScriptPrefix: ['', { option: true }],
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ settings }, use) => {
      const folder = sharedTempFolder()
      const data = join(folder, 'data')
      const env = { ...settings, DATA_DIR: data, PORT: String(await freePort()) }
      let running = await spawnProduct(env)
      await use({
        address: running.address,
        data,
        extension: buildExtension(folder, running.address),
        emailsTo: (email) => readInbox(running.address, email),
        async kill() {
          running.child.kill('SIGKILL')
          await running.ended
        },
        async restart() {
          running = await spawnProduct(env)
        },
      })
      running.child.kill('SIGTERM')
      await running.ended
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  browser: [({ browser }, use) => use(keepDialogClosed(browser)), { scope: 'worker' }],
  baseURL: ({ product }, use) => use(product.address),
  async withExtension({ product, boardScriptPrefix, launchOptions, locale, timezoneId }, use) {
    const extension = boardScriptPrefix ? patchExtension(product, boardScriptPrefix) : product.extension
    const context = await launchWithExtension(extension, {
      ...launchOptions,
      baseURL: product.address,
      ...(locale && { locale }),
      ...(timezoneId && { timezoneId }),
    })
    await use(context)
    await context.close()
  },
})

export { expect }

type PersistentOptions = LaunchOptions & { baseURL: string; locale?: string; timezoneId?: string }

/** Starts a browser with an unpacked extension installed, in a new profile or in that of a folder. */
export async function launchWithExtension(
  extension: string,
  options: PersistentOptions,
  profile = '',
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    headless: false, // the flag below is the headless mode that runs extensions
    args: ['--headless=new', `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
    viewport: { width: 1440, height: 900 },
  })
  if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker')
  return context
}

function buildExtension(folder: string, address: string): string {
  const workspaceRoot = join(import.meta.dirname, '../extension')
  execFileSync(process.execPath, ['build.ts', folder], {
    cwd: workspaceRoot,
    env: { ...process.env, LOADPING_ORIGIN: address },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(folder, 'dist/chrome')
}

/** Copies the extension, with code before its script on load boards. */
function patchExtension({ extension }: Product, prefix: string): string {
  const folder = `${extension}-patched`
  cpSync(extension, folder, { recursive: true })
  const script = join(folder, 'load-board.js')
  writeFileSync(script, `${prefix};\n${readFileSync(join(extension, 'load-board.js'), 'utf8')}`)
  return folder
}

async function readInbox(address: string, email: string): Promise<InboxMessage[]> {
  const response = await fetch(`${address}/dev/inbox.json`)
  const all: InboxMessage[] = await response.json()
  return all.filter(({ to }) => to.includes(email))
}
