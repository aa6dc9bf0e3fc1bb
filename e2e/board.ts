import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { expect } from './product.ts'

type DomNode = {
  backendNodeId: number
  nodeType: number
  nodeName: string
  nodeValue: string
  attributes?: string[]
  children?: DomNode[]
  shadowRoots?: DomNode[]
}

/**
 * The demo board as a user sees it. Scripts cannot reach the controls, so they are read by the debugger and clicked by
 * mouse.
 */
export type BoardPage = {
  page: Page
  /** Returns the texts of a row's controls, from the left. */
  controls: (loadId: string) => Promise<string[]>
  /** Whether a control of a row, or a button that floats over the page, shows this text. */
  has: (loadId: string, text: string) => Promise<boolean>
  /** Waits until a control of a row shows this text. */
  shows: (loadId: string, text: string) => Promise<void>
  /** Clicks the control of a row with this text, once it has been shown long enough for a click to count. */
  click: (loadId: string, text: string, clickCount?: number) => Promise<void>
  /** Returns what the control of a row with this text says that it does. */
  titleOf: (loadId: string, text: string) => Promise<string>
  /** Returns the center of the control of a row with this text. */
  centerOf: (loadId: string, text: string) => Promise<{ x: number; y: number }>
}

export const loads = {
  plain: 'DL4821301',
  noRate: 'DL4821303',
  noEmail: 'DL4821306',
  perMile: 'DL4821310',
  hostile: 'DL4821311',
  vanOrReefer: 'DL4821305',
} as const

/** Opens a demo board; its rows are named as the selector takes them. */
export async function openBoard(
  context: BrowserContext,
  path = '/demo-board/dat-one?still',
  selectorOf = (loadId: string): string => `#table-row-${loadId}`,
): Promise<BoardPage> {
  const page = await context.newPage()
  await page.goto(path)
  return boardOn(page, selectorOf)
}

/** Reads and clicks the controls on a board's page that is open. */
export async function boardOn(page: Page, selectorOf: (loadId: string) => string): Promise<BoardPage> {
  const debug = await page.context().newCDPSession(page)

  const controls = async (loadId: string) => (await partsOf(debug, selectorOf(loadId))).bar.map(textOf)
  const shown = async (loadId: string) => {
    const { bar, floating } = await partsOf(debug, selectorOf(loadId))
    return [...bar, ...floating].map(textOf).map(withoutSeconds)
  }
  const has = async (loadId: string, text: string) => (await shown(loadId)).includes(text)
  const shows = (loadId: string, text: string) => expect.poll(() => shown(loadId), { timeout: 60_000 }).toContain(text)
  async function click(loadId: string, text: string, clickCount = 1): Promise<void> {
    await shows(loadId, text)
    await page.waitForTimeout(500)
    const { x, y } = await centerOf(loadId, text)
    await page.mouse.click(x, y, { clickCount })
  }
  async function partWith(loadId: string, text: string): Promise<DomNode | undefined> {
    const { bar, floating } = await partsOf(debug, selectorOf(loadId))
    return [...bar, ...floating].find((candidate) => withoutSeconds(textOf(candidate)) === text)
  }
  async function titleOf(loadId: string, text: string): Promise<string> {
    const { attributes = [] } = (await partWith(loadId, text)) ?? {}
    return attributes[attributes.indexOf('title') + 1] ?? ''
  }
  async function centerOf(loadId: string, text: string): Promise<{ x: number; y: number }> {
    let center = { x: 0, y: 0 }
    await expect(async () => {
      const part = await partWith(loadId, text)
      const { model } = await debug.send('DOM.getBoxModel', { backendNodeId: part?.backendNodeId ?? 0 })
      const [left = 0, top = 0] = model.border
      center = { x: left + model.width / 2, y: top + model.height / 2 }
    }).toPass({ timeout: 20_000 }) // controls may be drawn anew between the two
    return center
  }
  return { page, controls, has, shows, click, titleOf, centerOf }
}

/** Clicks Email, or what it says on a row by then, and answers the question that may follow. */
export async function emailAbout(board: BoardPage, loadId: string, label = 'Email'): Promise<void> {
  await board.click(loadId, label)
  await sendIfAsked(board, loadId, label)
}

/** Answers the question that follows a click where a busy machine cannot prove in time that the button was visible. */
export async function sendIfAsked(board: BoardPage, loadId: string, label = 'Email'): Promise<void> {
  const findQuestion = () =>
    board.page
      .context()
      .pages()
      .find((each) => each.url().endsWith('/confirm.html'))
  const isTaken = async () =>
    !(await board.controls(loadId)).map(withoutSeconds).includes(label) || (await board.has(loadId, 'Send')) // after the rate
  await expect.poll(async () => findQuestion() !== undefined || (await isTaken()), { timeout: 60_000 }).toBe(true)
  const question = findQuestion()
  if (question) await answer(question, 'Send')
}

/** Waits until the extension has redeemed the dashboard's pairing code for a session. */
export async function untilConnected(context: BrowserContext, email: string): Promise<void> {
  const stored = () =>
    context.serviceWorkers()[0]?.evaluate('chrome.storage.local.get("session").then(({ session }) => session?.email)')
  await expect.poll(stored).toBe(email)
}

/** Takes a row of each untried board as confirmed, so that their rows get controls. */
export async function confirmBoards(context: BrowserContext): Promise<void> {
  const boards = JSON.stringify(['loadlink-new', 'loadlink'])
  await context.serviceWorkers()[0]?.evaluate(`chrome.storage.local.set({ 'confirmed-boards': ${boards} })`)
}

/** Takes the user's templates, at least so many, as confirmed, also after some changes, so that one click sends. */
export async function confirmTemplates(context: BrowserContext, count = 1): Promise<void> {
  const confirm = () =>
    context.serviceWorkers()[0]?.evaluate(`(async () => {
      const { 'page-state': known } = await chrome.storage.session.get('page-state')
      const { session } = await chrome.storage.local.get('session')
      const keys = (known?.account.templates ?? []).flatMap(({ id }) =>
        [1, 2, 3, 4].map((version) => [session.userId, id, version].join(' ')))
      await chrome.storage.local.set({ 'confirmed-templates': keys })
      return keys.length
    })()`)
  await expect.poll(confirm).toBeGreaterThanOrEqual(count)
}

/** Clicks a button of the question and waits until its window is closed, which may be before the click returns. */
export async function answer(question: Page, name: 'Send' | 'Cancel', clickCount = 1): Promise<void> {
  const closed = question.waitForEvent('close')
  const clicked = question.getByRole('button', { name }).click({ clickCount })
  await clicked.catch((error) => {
    if (!question.isClosed()) throw error
  })
  await closed
}

/** Runs code where the extension's own script on the board runs, and returns its result or error. */
export async function askContentScript(page: Page, expression: string): Promise<unknown> {
  const debug = await page.context().newCDPSession(page)
  const contexts: { id: number; origin: string }[] = []
  debug.on('Runtime.executionContextCreated', (created) => contexts.push(created.context))
  await debug.send('Runtime.enable')
  const own = contexts.find(({ origin }) => origin.startsWith('chrome-extension://'))
  if (!own) throw new Error('The board has no script of the extension')
  const code = `(async () => ${expression})().catch(String)`
  const { result } = await debug.send('Runtime.evaluate', {
    expression: code,
    contextId: own.id,
    awaitPromise: true,
    returnByValue: true,
  })
  await debug.detach()
  return result.value
}

/** Whether the card of a row, or its menu, is open. */
export async function isOpen(page: Page, part: 'card' | 'panel'): Promise<boolean> {
  const root = 'chrome.dom.openOrClosedShadowRoot(host)'
  const hosts = "[...document.querySelectorAll('.floating')]"
  return (
    (await askContentScript(page, `${hosts}.some((host) => ${root}.querySelector('.${part}:popover-open'))`)) === true
  )
}

/** Undo counts its seconds down. */
const withoutSeconds = (label: string): string => label.replace(/^(Undo) \d$/, '$1')

type Parts = { bar: DomNode[]; floating: DomNode[] }

/** Returns a row's controls, and the buttons of what floats over the page. Reads anew while the page changes. */
async function partsOf(debug: CDPSession, selector: string): Promise<Parts> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readParts(debug, selector)
    } catch (error) {
      if (tries === 20) throw error
      await sleep(50)
    }
  }
}

async function readParts(debug: CDPSession, selector: string): Promise<Parts> {
  const { root } = await debug.send('DOM.getDocument', { depth: 0 })
  const selectors = [selector, '[class=floating]']
  const [row = [], host = []] = await Promise.all(selectors.map((each) => nodesOf(debug, root.nodeId, each)))
  const shadow = row.flatMap(({ shadowRoots = [] }) => shadowRoots).flatMap(everyNode)
  const bar = shadow.find(({ attributes = [] }) => attributes.some((value) => value.split(' ')[0] === 'controls'))
  const floating = host.filter(({ nodeName }) => ['BUTTON', 'STRONG'].includes(nodeName))
  return { bar: bar?.children ?? [], floating }
}

/** Returns all nodes of the first element that a selector finds, none if there is none. */
async function nodesOf(debug: CDPSession, root: number, selector: string): Promise<DomNode[]> {
  const { nodeId } = await debug.send('DOM.querySelector', { nodeId: root, selector })
  if (nodeId === 0) return []
  return everyNode((await debug.send('DOM.describeNode', { nodeId, depth: -1, pierce: true })).node)
}

const everyNode = (node: DomNode): DomNode[] => [
  node,
  ...[...(node.children ?? []), ...(node.shadowRoots ?? [])].flatMap(everyNode),
]
/** Returns what a node shows: its own texts, and those that style draws. */
const textOf = (node: DomNode): string =>
  everyNode(node)
    .map(({ nodeType, nodeValue, attributes = [] }) =>
      nodeType === 3 ? nodeValue : (attributes[attributes.indexOf('data-text') + 1 || attributes.length] ?? ''),
    )
    .join('')
