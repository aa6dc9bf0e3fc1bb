import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { brand } from '../contract/src/brand.ts'
import { freePort } from '../server/src/testing/spawned-product.ts'

export const firefoxPath = '/usr/bin/firefox-esr'

/** The address of the extension's pages in Firefox, which the profile fixes. */
const extensionUuid = '11111111-2222-4333-8444-555555555555'
export const extensionPage = (page: string): string => `moz-extension://${extensionUuid}/${page}`

/** How long an answer of Firefox may take. */
const replyMs = 60_000

type Reply = { id?: number; type: string; message?: string; result: Record<string, unknown> }
type Tree = { contexts: { context: string; url: string }[] }

/** Sends all requests of the browser through a proxy, also those to this machine. */
const proxySettings = ({ hostname, port }: URL) => ({
  'network.proxy.type': 1,
  'network.proxy.http': hostname,
  'network.proxy.http_port': Number(port),
  'network.proxy.ssl': hostname,
  'network.proxy.ssl_port': Number(port),
  'network.proxy.no_proxies_on': '',
  'network.proxy.allow_hijacking_localhost': true,
})

type FirefoxOptions = { proxy?: string; downloads?: string }

/** A Firefox with the extension installed from its zip, driven by WebDriver BiDi, which Playwright does not support. */
export async function openFirefox(zip: string, { proxy, downloads }: FirefoxOptions = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const settings = {
    'extensions.webextensions.uuids': JSON.stringify({ [brand.firefoxId]: extensionUuid }),
    ...(proxy && proxySettings(new URL(proxy))),
    ...(downloads && { 'browser.download.folderList': 2, 'browser.download.dir': downloads }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const port = await freePort()
  const remote = [`--remote-debugging-port=${port}`, '--remote-allow-system-access'] // for the extension's pages
  const args = ['--headless', '--no-remote', '--profile', profile, ...remote]
  const child = spawn(firefoxPath, args, {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilListening(child)
  const { send, close } = await connect(`ws://127.0.0.1:${port}/session`)
  await send('session.new', { capabilities: {} })
  await send('webExtension.install', { extensionData: { type: 'archivePath', path: zip } })
  const created = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
  const viewport = { width: 1440, height: 900 } // as in Chromium
  await send('browsingContext.setViewport', { context: created.context, viewport })

  const open = (url: string) => send('browsingContext.navigate', { context: created.context, url, wait: 'complete' })
  async function evaluate(expression: string, context = created.context): Promise<unknown> {
    const { result } = await send<{ result?: { value?: unknown } }>('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
    })
    return result?.value
  }
  async function clickAt(x: number, y: number, context = created.context): Promise<void> {
    const actions = [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    const pointer = { type: 'pointer', id: 'mouse', actions }
    await send('input.performActions', { context, actions: [pointer] })
  }
  /** Returns the page of the extension that is open in a window of its own. */
  async function findWindow(page: string): Promise<string | undefined> {
    const { contexts } = await send<Tree>('browsingContext.getTree', {})
    return contexts.find(({ url }) => url === extensionPage(page))?.context
  }
  async function quit(): Promise<void> {
    close()
    const hasExited = child.exitCode !== null || child.signalCode !== null
    if (!hasExited) await new Promise((resolve) => child.once('exit', resolve).kill('SIGKILL'))
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { open, evaluate, clickAt, findWindow, quit }
}

export type Firefox = Awaited<ReturnType<typeof openFirefox>>

/** Signs the carrier of the demo in, and waits until the extension is connected. */
export async function signInCarrier(firefox: Firefox, product: { devLink: (path: string) => string }): Promise<void> {
  await firefox.open(product.devLink('/dev/sign-in/carrier-trial'))
  const button = `[...document.querySelectorAll('button')].find(({ textContent }) => /^Continue as/.test(textContent))`
  await expect.poll(() => firefox.evaluate(`${button} !== undefined`)).toBe(true)
  await firefox.evaluate(`${button}.click()`)
  await expect.poll(() => firefox.evaluate('document.body.textContent')).toContain('Extension connected')
}

async function untilListening({ stderr }: ChildProcess): Promise<void> {
  let log = ''
  stderr?.on('data', (text) => {
    log += text
  })
  await expect.poll(() => log, { timeout: 60_000 }).toContain('WebDriver BiDi listening')
}

async function connect(address: string) {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.onmessage = ({ data }) => {
    const reply: Reply = JSON.parse(String(data))
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  }
  let last = 0
  async function send<T>(method: string, params: object): Promise<T> {
    last += 1
    const id = last
    const reply = await new Promise<Reply>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no reply`)), replyMs)
      waiting.set(id, (received) => {
        clearTimeout(timer)
        resolve(received)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
    if (reply.type === 'error') throw new Error(`${method}: ${reply.message}`)
    return reply.result as T // the protocol defines each method's result
  }
  return { send, close: () => socket.close() }
}
