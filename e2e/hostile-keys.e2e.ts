import type { BrowserContext, Page } from '@playwright/test'
import type { InboxMessage } from '../server/src/stand-ins/inbox.ts'
import { askContentScript, type BoardPage, confirmTemplates, loads, openBoard, untilConnected } from './board.ts'
import { coverTricks, listenFirst, makeKeys, typingTricks } from './key-tricks.ts'
import { call, signUp } from './people.ts'
import { expect, type Product, test } from './product.ts'

const honest = [
  ['s', 'Saved'],
  ['e', 'Sent'],
  ['c', 'Called'], // last, because the browser then asks whether to open the telephone
] as const
const rows = [
  ...['DL4821302', 'DL4821304', 'DL4821305', 'DL4821307', 'DL4821308', 'DL4821309', 'DL4821310', 'DL4821312'],
  ...['DL4821313', 'DL4821314'],
]

let dashboard: Page
let board: BoardPage
let sender: string

test.beforeEach(async ({ withExtension, product }) => {
  dashboard = await withExtension.newPage()
  sender = await signUp(dashboard, product)
  await untilConnected(withExtension, sender)
  await confirmTemplates(withExtension)
  await withExtension.addInitScript(listenFirst)
  board = await openBoard(withExtension)
  await board.shows(loads.plain, 'Email')
})

test('[X07] keys on a card do nothing while the user types, or something covers it', async ({
  withExtension,
  product,
}) => {
  await openCard(loads.noRate)
  await board.page.evaluate(makeKeys)
  const outcomes: Record<string, string> = { 'keys that the page makes': await outcomeOf(withExtension, loads.noRate) }
  for (const [index, [name, trick]] of Object.entries({ ...typingTricks, ...coverTricks }).entries()) {
    const row = rows[index] ?? ''
    if (name in typingTricks) await trick(board.page)
    await openCard(row)
    if (name in coverTricks) await trick(board.page)
    await board.page.keyboard.press('e')
    outcomes[name] = await outcomeOf(withExtension, row)
    await endTrick()
  }

  for (const outcome of Object.values(outcomes))
    expect(['nothing', 'asks'], JSON.stringify(outcomes)).toContain(outcome)
  expect(await savedLoads()).toEqual([])
  expect(await sentEmails(product)).toEqual([])

  for (const [key, shown] of honest) {
    await openCard(loads.plain)
    await board.page.keyboard.press(key)
    await board.shows(loads.plain, shown)
  }
  expect(await savedLoads()).toEqual([loads.plain])
  expect(await sentEmails(product)).toHaveLength(1)
})

/** Opens the card of a row as a user does, and waits until a key on it counts. */
async function openCard(row: string): Promise<void> {
  const { page } = board
  await page.bringToFront()
  await page.mouse.move(20, 500, { steps: 2 })
  await expect.poll(isCardOpen).toBe(false)
  const { x, y } = await board.centerOf(row, 'Save').catch(() => board.centerOf(row, 'Saved'))
  await page.mouse.move(x, y, { steps: 3 })
  await expect.poll(isCardOpen, { intervals: [100] }).toBe(true)
  await page.waitForTimeout(700)
}

const isCardOpen = async () =>
  (await askContentScript(
    board.page,
    `[...document.querySelectorAll('.floating')].some((host) => chrome.dom.openOrClosedShadowRoot(host).querySelector('.card:popover-open'))`,
  )) === true

async function outcomeOf(context: BrowserContext, row: string): Promise<string> {
  for (let tries = 0; tries < 8; tries += 1) {
    const question = context.pages().find((page) => page.url().endsWith('/confirm.html'))
    await question?.close()
    if (question) return 'asks'
    const shown = await board.controls(row)
    const done = shown.find((text) => /^(Sending|Undo|Sent|Saved|Called)/.test(text))
    if (done) return done
    await board.page.waitForTimeout(50)
  }
  return 'nothing'
}

async function endTrick(): Promise<void> {
  await board.page.evaluate(async () => {
    for (const trick of document.querySelectorAll('.trick')) trick.remove()
    if (document.fullscreenElement) await document.exitFullscreen()
    if ('endTrick' in window && typeof window.endTrick === 'function') window.endTrick()
  })
}

const savedLoads = async (): Promise<string[]> => {
  const { body } = await call(dashboard, 'GET', '/loads')
  return body.loads.map(({ facts }: { facts: { boardLoadId: string } }) => facts.boardLoadId)
}

const sentEmails = async ({ address }: Product): Promise<InboxMessage[]> => {
  const all: InboxMessage[] = await (await fetch(`${address}/dev/inbox.json`)).json()
  return all.filter(({ headers }) => headers['reply-to']?.includes(sender))
}
