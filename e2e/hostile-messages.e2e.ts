import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { goalSize } from '../server/src/testing/goal-size.ts'
import { askContentScript, loads, sendIfAsked } from './board.ts'
import { call } from './people.ts'
import { expect, launchWithExtension, test } from './product.ts'
import { openCardOf, openSignedInBoard } from './signed-in-board.ts'
import { endWorkers } from './workers.ts'

const forged = goalSize({ full: 10_000, tenth: 1_000, quick: 200 })
const deaths = goalSize({ full: 1_000, tenth: 100, quick: 20 })
const rows = [
  ['DL4821301', 'loads@quillon.example'],
  ['DL4821302', 'dispatch@tarnbrook.example'],
  ['DL4821304', 'kgf@kestrelgap.example'],
  ['DL4821305', 'carrier.desk@oxbownine.example'],
] as const

test(`[G14] ${forged} forgeries send nothing, and over ${deaths} worker deaths each click sends once`, async ({
  withExtension,
  product,
}) => {
  test.setTimeout(900_000 + deaths * 3_000)
  const hostile = await openSignedInBoard(withExtension, product)
  const { dashboard, board, sentEmails } = hostile
  const secrets = await secretsOf(withExtension)
  expect(secrets.length).toBeGreaterThan(1)

  await openCardOf(board, loads.plain) // its row is the one that keys are about
  await board.page.evaluate(forgeKey)
  await board.page.waitForTimeout(1_000) // what follows may close the card
  expect(await board.page.evaluate(forge, forged)).toBe(forged)
  await board.page.waitForTimeout(2_000) // an email that one of them asked for would be accepted, or its question shown
  expect((await call(dashboard, 'GET', '/emails')).body.emails).toEqual([])
  expect(hostile.questions()).toEqual([])

  let ended = 0
  for (const [index, [row]] of rows.entries()) {
    await board.click(row, 'Email')
    while (ended < (deaths * (index + 1)) / rows.length) {
      ended += await endWorkers(withExtension)
      await board.page.waitForTimeout(Math.random() * 400) // some workers live long enough to take the click
    }
  }
  // The page repeats a click until a worker has it, so a reload before that would end it.
  for (const [row] of rows) {
    await sendIfAsked(board, row) // a busy machine may not prove in time that the button is visible
    await expect.poll(async () => (await board.controls(row))[1], { timeout: 30_000 }).toMatch(/^(Undo|Sent)/)
  }
  await board.page.reload()
  for (const [row] of rows) await board.shows(row, 'Sent')

  expect((await sentEmails()).flatMap(({ to }) => to).sort()).toEqual(rows.map(([, to]) => to).sort())
  const readable = await board.page.evaluate(readEverything)
  for (const secret of [...secrets, ...(await secretsOf(withExtension))]) expect(readable).not.toContain(secret)
})

test('[X03] neither another extension nor a frame of a page gets a reply to a forged message', async ({
  product,
  launchOptions,
}) => {
  const other = writeExtension(join(product.extension, '../other'))
  const context = await launchWithExtension(`${product.extension},${other}`, product, launchOptions)
  try {
    await expect.poll(() => context.serviceWorkers().length).toBe(2)
    const { dashboard, board, questions } = await openSignedInBoard(await withOwnFirst(context), product)
    const stranger = context.serviceWorkers().find((worker) => worker.url().endsWith('/stranger.js'))
    const id = await askContentScript(board.page, 'chrome.runtime.id')
    const account = await askContentScript(
      board.page,
      ask('board-state', { board: 'dat-one', marks: '', isInUse: true }),
    )
    expect(account).toMatchObject({ account: { emails: expect.any(Number) } }) // what the extension's own script gets

    const messages = JSON.stringify(everyMessage)
    const replies = await stranger?.evaluate(`(async () => {
      const replies = []
      for (const message of ${messages})
        replies.push(await chrome.runtime.sendMessage('${id}', message).catch(() => 'no reply'))
      const port = chrome.runtime.connect('${id}')
      const isClosed = new Promise((resolve) => port.onDisconnect.addListener(() => resolve('no reply')))
      replies.push(await isClosed)
      return replies
    })()`)
    expect(new Set(replies as string[])).toEqual(new Set(['no reply']))

    expect(await board.page.evaluate(forgeInFrame, everyMessage)).toBe('no API')
    await board.page.waitForTimeout(2_000) // an email that one of them asked for would be accepted, or its question shown
    expect((await call(dashboard, 'GET', '/emails')).body.emails).toEqual([])
    expect(questions()).toEqual([])
  } finally {
    await context.close()
    rmSync(other, { recursive: true })
  }
})

const everyMessage = [
  { kind: 'board-state', board: 'dat-one', marks: '', isInUse: true },
  { kind: 'popup-state' },
  { kind: 'question' },
  { kind: 'confirm-send' },
  { kind: 'get-row-question' },
  { kind: 'answer-row-question', isYes: true },
  { kind: 'pairing-code', code: 'x' },
  { kind: 'logged-out' },
  { kind: 'undo-inquiry', boardLoadId: loads.plain },
  { kind: 'open-dashboard', page: 'home' },
]

const ask = (kind: string, more: object): string => `chrome.runtime.sendMessage(${JSON.stringify({ kind, ...more })})`

/** Waits until the product's own worker is the first, as one extension's alone would be. */
async function withOwnFirst(context: BrowserContext): Promise<BrowserContext> {
  const isOwn = (url: string) => url.endsWith('/background.js')
  const workers = context.serviceWorkers()
  const own = workers.find((worker) => isOwn(worker.url()))
  context.serviceWorkers = () => (own ? [own, ...workers.filter((worker) => worker !== own)] : workers)
  return context
}

/** Writes an extension that may talk to others. */
function writeExtension(folder: string): string {
  mkdirSync(folder)
  const background = { service_worker: 'stranger.js' }
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ manifest_version: 3, name: 'Stranger', version: '1', background }),
  )
  writeFileSync(join(folder, 'stranger.js'), 'chrome.runtime.onInstalled.addListener(() => undefined)')
  return folder
}

/** Returns the tokens that the extension holds now. */
async function secretsOf(context: BrowserContext): Promise<string[]> {
  const stored = async () => {
    const [worker] = context.serviceWorkers()
    const found = await worker?.evaluate(`(async () => {
      const { session } = await chrome.storage.local.get('session')
      const { accessToken } = await chrome.storage.session.get('accessToken')
      return [session?.refreshToken, session?.lastAccessToken, accessToken].filter(Boolean)
    })()`)
    return found as string[]
  }
  await expect.poll(() => stored().catch(() => [])).not.toEqual([])
  return stored()
}

/** Runs in the page: presses the key that sends from an open card. */
const forgeKey = () => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true, composed: true }))
}

/** Runs in the page: posts messages and dispatches events of its own on everything, and returns how many. */
function forge(count: number): number {
  const received: unknown[] = []
  Object.assign(window, { received })
  window.addEventListener('message', ({ data }) => received.push(data))
  const { runtime } = { runtime: undefined, ...(window as { chrome?: { runtime?: { sendMessage?: unknown } } }).chrome }
  const hosts = [...document.querySelectorAll('.floating, [id^=table-row-] > div')]
  const targets: EventTarget[] = [window, document, document.body, ...hosts]
  const kinds = ['send-inquiry', 'confirm-send', 'board-state', 'popup-state', 'pairing-code', 'logged-out']
  const events = ['click', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'dblclick', 'submit', 'drop', 'toggle']
  const keys = ['Enter', ' ', 'e', 'm', 's', 'c', 'd', 'b', 'Escape']
  for (let index = 0; index < count; index += 1) {
    const target = targets[index % targets.length] ?? window
    const init = { bubbles: true, composed: true, detail: 1, clientX: index % 1440, clientY: index % 900 }
    const message = { kind: kinds[index % kinds.length], id: index, inquiry: { templateId: 'x' }, code: 'x' }
    const way = index % 4
    if (way === 0) window.postMessage(message, '*')
    else if (way === 1) target.dispatchEvent(new MouseEvent(events[index % events.length] ?? '', init))
    else if (way === 2)
      target.dispatchEvent(new KeyboardEvent('keydown', { key: keys[index % keys.length] ?? '', ...init }))
    else if (runtime && typeof runtime.sendMessage === 'function') runtime.sendMessage('any', message)
    else target.dispatchEvent(new CustomEvent('message', { detail: message, bubbles: true, composed: true }))
  }
  return count
}

/** Runs in the page: asks the extension from a frame, as far as a frame can. */
function forgeInFrame(messages: unknown[]): string {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const inner = frame.contentWindow as (Window & { chrome?: { runtime?: { sendMessage?: unknown } } }) | null
  for (const message of messages) inner?.parent.postMessage(message, '*')
  return inner?.chrome?.runtime?.sendMessage === undefined ? 'no API' : 'API'
}

/** Runs in the page: returns what it can read of itself, its storage and its requests, and what it was sent. */
function readEverything(): string {
  const own = Object.entries(window).map(([name, value]) => `${name}: ${typeof value === 'string' ? value : ''}`)
  const requests = performance.getEntries().map(({ name }) => name)
  const stored = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie]
  const received = 'received' in window ? JSON.stringify(window.received) : ''
  return [document.documentElement.outerHTML, document.referrer, received, ...own, ...requests, ...stored].join('\n')
}
