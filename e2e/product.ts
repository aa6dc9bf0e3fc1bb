import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, test as base, chromium, expect, type LaunchOptions } from '@playwright/test'
import { findSecrets } from '../scripts/secret-scan.ts'
import type { InboxMessage } from '../server/src/stand-ins/inbox.ts'
import { freePort, type SpawnedProduct, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { unpackExtension } from '../server/src/testing/unpack-extension.ts'
import { openStandIns } from './stand-ins.ts'
import { keepDialogClosed } from './without-extension.ts'

export type Product = {
  address: string
  /** Its data folder, for operator commands. */
  data: string
  /** The folder of the unpacked extension, as it is offered at this address. */
  extension: string
  /** Asks a stand-in, as a program does. */
  askStandIn: (path: string) => Promise<Response>
  /** Returns the address of a stand-in that the start prints, which lets a browser in. */
  devLink: (path: string) => string
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
      const env = { LOG_LEVEL: 'info', ...settings, DATA_DIR: data, PORT: String(await freePort()) }
      let running = await spawnProduct(env)
      const outputs = [running.output]
      await use({
        address: running.address,
        data,
        extension: await unpackExtension(folder, running.address),
        askStandIn: (path) => askStandIn(running, path),
        devLink: (path) => running.devLink(path),
        emailsTo: (email) => readInbox(running, email),
        async kill() {
          running.child.kill('SIGKILL')
          await running.ended
        },
        async restart() {
          running = await spawnProduct(env)
          outputs.push(running.output)
        },
      })
      running.child.kill('SIGTERM')
      await running.ended
      expect(outputs.flatMap((output) => findSecrets(output()))).toEqual([]) // the printed link of the stand-ins is none
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  browser: [
    ({ browser, product }, use) => use(keepDialogClosed(browser, (context) => openStandIns(context, product))),
    { scope: 'worker' },
  ],
  baseURL: ({ product }, use) => use(product.address),
  async withExtension({ product, boardScriptPrefix, launchOptions, locale, timezoneId }, use) {
    const extension = boardScriptPrefix ? patchExtension(product, boardScriptPrefix) : product.extension
    const context = await launchWithExtension(extension, product, {
      ...launchOptions,
      ...(locale && { locale }),
      ...(timezoneId && { timezoneId }),
    })
    await use(context)
    await context.close()
  },
})

export { expect }

type PersistentOptions = LaunchOptions & { locale?: string; timezoneId?: string }

/** Starts a browser with an unpacked extension installed, in a new profile or in that of a folder. */
export async function launchWithExtension(
  extension: string,
  product: Product,
  options: PersistentOptions,
  profile = '',
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    baseURL: product.address,
    headless: false, // the flag below is the headless mode that runs extensions
    args: ['--headless=new', `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
    viewport: { width: 1440, height: 900 },
  })
  await openStandIns(context, product)
  if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker')
  return context
}

/** Copies the extension, with code before its script on load boards. */
function patchExtension({ extension }: Product, prefix: string): string {
  const folder = `${extension}-patched`
  cpSync(extension, folder, { recursive: true })
  const script = join(folder, 'load-board.js')
  writeFileSync(script, `${prefix};\n${readFileSync(join(extension, 'load-board.js'), 'utf8')}`)
  return folder
}

const askStandIn = ({ address, devHeaders }: SpawnedProduct, path: string): Promise<Response> =>
  fetch(address + path, { headers: devHeaders() })

async function readInbox(product: SpawnedProduct, email: string): Promise<InboxMessage[]> {
  const all: InboxMessage[] = await (await askStandIn(product, '/dev/inbox.json')).json()
  return all.filter(({ to }) => to.includes(email))
}
