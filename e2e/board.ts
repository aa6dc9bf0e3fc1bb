import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { expect } from './product.ts'

type DomNode = {
  nodeId: number
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
  /** Waits until a control of a row shows this text. */
  shows: (loadId: string, text: string) => Promise<void>
  /** Clicks the control of a row with this text, once it has been shown long enough for a click to count. */
  click: (loadId: string, text: string, clickCount?: number) => Promise<void>
  /** Returns the center of the control of a row with this text. */
  centerOf: (loadId: string, text: string) => Promise<{ x: number; y: number }>
}

export const loads = {
  plain: 'DL4821301',
  noRate: 'DL4821303',
  noEmail: 'DL4821306',
  perMile: 'DL4821310',
  hostile: 'DL4821311',
} as const

export async function openBoard(context: BrowserContext): Promise<BoardPage> {
  const page = await context.newPage()
  await page.goto('/demo-board/dat-one?still')
  const debug = await context.newCDPSession(page)

  const controls = async (loadId: string) => (await partsOf(debug, loadId)).map(textOf)
  const shows = (loadId: string, text: string) =>
    expect.poll(() => controls(loadId), { timeout: 60_000 }).toContain(text)
  async function click(loadId: string, text: string, clickCount = 1): Promise<void> {
    await shows(loadId, text)
    await page.waitForTimeout(500)
    const { x, y } = await centerOf(loadId, text)
    await page.mouse.click(x, y, { clickCount })
  }
  async function centerOf(loadId: string, text: string): Promise<{ x: number; y: number }> {
    await shows(loadId, text)
    const part = (await partsOf(debug, loadId)).find((candidate) => textOf(candidate) === text)
    const { model } = await debug.send('DOM.getBoxModel', { nodeId: part?.nodeId ?? 0 })
    const [left = 0, top = 0] = model.border
    return { x: left + model.width / 2, y: top + model.height / 2 }
  }
  return { page, controls, shows, click, centerOf }
}

/** Waits until the extension has redeemed the dashboard's pairing code for a session. */
export async function untilConnected(context: BrowserContext, email: string): Promise<void> {
  const stored = () =>
    context.serviceWorkers()[0]?.evaluate('chrome.storage.local.get("session").then(({ session }) => session?.email)')
  await expect.poll(stored).toBe(email)
}

/** Returns a row's controls, and the buttons of their open panel. */
async function partsOf(debug: CDPSession, loadId: string): Promise<DomNode[]> {
  const { root } = await debug.send('DOM.getDocument', { depth: -1, pierce: true })
  const row = everyNode(root).find(({ attributes = [] }) => attributes.includes(`table-row-${loadId}`))
  const shadow = (row?.children ?? []).flatMap(({ shadowRoots = [] }) => shadowRoots).flatMap(everyNode)
  const bar = shadow.find(({ attributes = [] }) => attributes.some((value) => value.split(' ')[0] === 'controls'))
  const popup = shadow.find(({ attributes = [] }) => attributes.includes('panel'))
  const opened = popup ? everyNode(popup).filter(({ nodeName }) => nodeName === 'BUTTON') : []
  return [...(bar?.children ?? []), ...opened]
}

const everyNode = (node: DomNode): DomNode[] => [
  node,
  ...[...(node.children ?? []), ...(node.shadowRoots ?? [])].flatMap(everyNode),
]
const textOf = (node: DomNode): string =>
  everyNode(node)
    .filter(({ nodeType }) => nodeType === 3)
    .map(({ nodeValue }) => nodeValue)
    .join('')
