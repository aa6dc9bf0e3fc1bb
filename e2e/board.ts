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

/** The demo board, seen and pressed as a person does: our controls are closed to scripts, so they are read over the debugger and pressed by the mouse. */
export type BoardPage = {
  page: Page
  /** What our controls say on a row, part by part from the left. */
  controls: (loadId: string) => Promise<string[]>
  /** Waits until a part of a row says this. */
  says: (loadId: string, text: string) => Promise<void>
  /** Presses what a row offers by this name, once it has stood still for as long as a click needs to count. */
  press: (loadId: string, text: string, presses?: number) => Promise<void>
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
  const says = (loadId: string, text: string) =>
    expect.poll(() => controls(loadId), { timeout: 15_000 }).toContain(text)
  async function press(loadId: string, text: string, presses = 1): Promise<void> {
    await says(loadId, text)
    await page.waitForTimeout(400)
    const part = (await partsOf(debug, loadId)).find((candidate) => textOf(candidate) === text)
    const { model } = await debug.send('DOM.getBoxModel', { nodeId: part?.nodeId ?? 0 })
    const [left = 0, top = 0] = model.border
    await page.mouse.click(left + model.width / 2, top + model.height / 2, { clickCount: presses })
  }
  return { page, controls, says, press }
}

/** Waits until the extension has traded the dashboard's code for a session of its own. */
export async function untilConnected(context: BrowserContext, email: string): Promise<void> {
  const stored = () =>
    context.serviceWorkers()[0]?.evaluate('chrome.storage.local.get("session").then(({ session }) => session?.email)')
  await expect.poll(stored).toBe(email)
}

/** The parts of a row's controls, and the buttons of what they have opened. */
async function partsOf(debug: CDPSession, loadId: string): Promise<DomNode[]> {
  const { root } = await debug.send('DOM.getDocument', { depth: -1, pierce: true })
  const row = everyNode(root).find(({ attributes = [] }) => attributes.includes(`table-row-${loadId}`))
  const shadow = (row?.children ?? []).flatMap(({ shadowRoots = [] }) => shadowRoots).flatMap(everyNode)
  const bar = shadow.find(({ attributes = [] }) => attributes.some((value) => value.split(' ')[0] === 'controls'))
  const popup = shadow.find(({ attributes = [] }) => attributes.includes('popover'))
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
