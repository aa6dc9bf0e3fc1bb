import type { Page } from '@playwright/test'
import { answer, type BoardPage, emailAbout, loads } from './board.ts'
import { expect, test } from './product.ts'
import { openSignedInBoard, type SignedInBoard } from './signed-in-board.ts'

let board: BoardPage
let hostile: SignedInBoard

test.beforeEach(async ({ withExtension, product }) => {
  hostile = await openSignedInBoard(withExtension, product)
  board = hostile.board
})

const ownPages = ['popup', 'confirm', 'notice', 'row-question']

test('[X07] a page opens no page of the extension, and a board in its frame has no controls', async ({
  withExtension,
}) => {
  const origin = `chrome-extension://${new URL(withExtension.serviceWorkers()[0]?.url() ?? '').host}`
  await board.page.evaluate(openEverywhere, { urls: ownPages.map((name) => `${origin}/${name}.html`) })
  await withExtension.route('**/demo-board/dat-one?still&framed', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { 'content-type': 'text/html' } }) // the product forbids frames
  })
  await board.page.evaluate(frameBoard)
  await board.page.waitForTimeout(2_000)

  const opened = withExtension.pages().flatMap((page) => page.frames().map((frame) => frame.url()))
  expect(opened.filter((url) => url.startsWith(origin))).toEqual([])
  const frame = board.page.frames().find((each) => each.url().endsWith('&framed'))
  await expect(frame?.locator(`#table-row-${loads.plain}`) ?? board.page.locator('none')).toBeVisible()
  expect(await frame?.evaluate(countHosts)).toBe(0)
  expect(await board.page.evaluate(countHosts)).toBeGreaterThan(5)
  expect(await hostile.sentEmails()).toEqual([])
})

test('[D12.4] [X07] whatever a page does while the first send is asked, what was asked is sent once', async ({
  withExtension,
}) => {
  await withExtension.serviceWorkers()[0]?.evaluate("chrome.storage.local.set({ 'confirmed-templates': [] })")
  const asked = withExtension.waitForEvent('page')
  await board.click(loads.plain, 'Email')
  const question = await asked
  await expect(question.locator('dl')).toContainText('loads@quillon.example')

  await board.page.evaluate(changeRow, loads.plain)
  await board.page.evaluate(pressEverything)
  await board.page.bringToFront()
  const { x, y } = await board.centerOf(loads.noRate, 'Email')
  await board.page.mouse.click(x, y)
  await question.bringToFront()
  await expect(question.getByRole('button', { name: 'Send' })).toBeEnabled()
  expect(hostile.questions()).toHaveLength(1)
  expect(await hostile.sentEmails()).toEqual([])
  await answer(question, 'Send', 2)

  await expect.poll(async () => (await hostile.sentEmails()).length, { timeout: 30_000 }).toBe(1)
  await board.page.waitForTimeout(1_000)
  expect((await hostile.sentEmails()).map(({ to }) => to)).toEqual([['loads@quillon.example']])
})

test('[X07] a page neither undoes an email by its own events, nor takes the undo from the user', async () => {
  const button = await board.centerOf(loads.plain, 'Email')
  await board.page.mouse.move(button.x - 500, button.y + 200)
  await board.page.mouse.down() // what is dragged onto a button is no click on it
  await board.page.mouse.move(button.x, button.y, { steps: 5 })
  await board.page.waitForTimeout(450)
  await board.page.mouse.up()
  expect(await board.controls(loads.plain)).toContain('Email')

  await emailAbout(board, loads.plain)
  await board.shows(loads.plain, 'Undo')
  await board.page.evaluate(pressEverything)
  await board.shows(loads.plain, 'Sent')
  expect(await hostile.sentEmails()).toHaveLength(1)

  await emailAbout(board, loads.perMile)
  await board.shows(loads.perMile, 'Undo')
  await board.page.evaluate(() => {
    for (const host of document.querySelectorAll('.floating')) host.remove()
  })
  await expect.poll(() => board.page.evaluate(() => document.querySelectorAll('.floating').length)).toBe(1)
  const { x, y } = await board.centerOf(loads.perMile, 'Undo')
  await board.page.mouse.click(x, y)
  await board.shows(loads.perMile, 'Email')
  await board.page.waitForTimeout(6_000)
  expect(await hostile.sentEmails()).toHaveLength(1)
})

test('[X07] rows of 1 MB and of 10,000 cells slow no other row, and a report of one stays small', async ({
  withExtension,
}) => {
  const { page } = board
  await page.evaluate(growRow, { row: loads.noRate, text: 1_000_000, cells: 0 })
  await page.evaluate(growRow, { row: loads.noEmail, text: 100, cells: 10_000 })
  await expect.poll(() => movesWithin(1_000, loads.plain), { timeout: 30_000 }).toBe(false) // one that just moved asks

  await board.click(loads.plain, 'Email')
  expect(await page.evaluate(longestPause)).toBeLessThan(1_000)
  await confirmIfAsked()
  await board.shows(loads.plain, 'Sent')
  expect(await hostile.sentEmails()).toHaveLength(1)

  const asked = withExtension.waitForEvent('page')
  await openMenuByKeys(page, loads.noEmail)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const question = await asked
  await expect(question.getByRole('heading', { level: 1 })).toHaveText('Report this row?')
  expect((await question.locator('pre').innerText()).length).toBeLessThanOrEqual(20_000)
  await question.getByRole('button', { name: 'Send report' }).click()
  await expect(question.getByRole('status')).toHaveText('Thank you. The report was sent.')
})

/** Waits until the click was taken; confirms it where so large a page could not prove in time that its button was visible. */
async function confirmIfAsked(): Promise<void> {
  const isTaken = async () => !(await board.controls(loads.plain)).includes('Email')
  await expect.poll(async () => hostile.questions().length > 0 || (await isTaken())).toBe(true)
  for (const question of hostile.questions()) await answer(question, 'Send')
}

/** Whether the board, which is laid out anew, moves a row's controls within this time. */
async function movesWithin(ms: number, row: string): Promise<boolean> {
  const before = await board.centerOf(row, 'Email')
  await board.page.waitForTimeout(ms)
  const after = await board.centerOf(row, 'Email')
  return before.x !== after.x || before.y !== after.y
}

/** Opens the card of a row by the pointer, and its menu by M. */
async function openMenuByKeys(page: Page, row: string): Promise<void> {
  const { x, y } = await board.centerOf(row, 'Save')
  await page.mouse.move(x, y, { steps: 3 })
  await page.waitForTimeout(1_200)
  await page.keyboard.press('m')
  await page.waitForTimeout(400)
}

/** Runs in the page: opens addresses in windows and in frames. */
function openEverywhere({ urls }: { urls: string[] }): void {
  for (const url of urls) {
    window.open(url)
    const opened = window.open('about:blank', '', 'popup,width=200,height=200')
    if (opened) opened.location.href = url
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.src = url
    fetch(url).catch(() => undefined)
  }
}

/** Runs in the page: shows the board in a frame over itself. */
function frameBoard(): void {
  const frame = document.body.appendChild(document.createElement('iframe'))
  frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 60%; opacity: .5'
  frame.src = '/demo-board/dat-one?still&framed'
}

/** Runs in the page: counts the rows that have controls. */
const countHosts = () => document.querySelectorAll('[id^=table-row-] > div[style*="position: absolute"]').length

/** Runs in the page: lets a row show another address, price and lane. */
function changeRow(row: string): void {
  const element = document.getElementById(`table-row-${row}`)
  for (const link of element?.querySelectorAll('a') ?? []) link.setAttribute('href', 'mailto:thief@evil.example')
  const walker = document.createTreeWalker(element ?? document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode())
    walker.currentNode.nodeValue = (walker.currentNode.nodeValue ?? '')
      .replace(/[\w.]+@[\w.]+/, 'thief@evil.example')
      .replace(/\$[\d,]+/, '$9')
      .replace('Joliet', 'Nowhere')
}

/** Runs in the page: makes clicks and keys of its own on everything, and takes the focus. */
function pressEverything(): void {
  const targets = [
    window,
    document,
    ...document.querySelectorAll('html, body, .floating, [id^=table-row-], [id^=table-row-] > *'),
  ]
  for (const target of targets) {
    for (const name of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'dragend', 'drop'])
      target.dispatchEvent(new MouseEvent(name, { bubbles: true, composed: true, detail: 1 }))
    for (const key of ['Enter', ' ', 'e', 'c', 's', 'm', 'd', 'Escape'])
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
    if (target instanceof HTMLElement) target.focus()
  }
  window.dispatchEvent(new Event('beforeprint'))
  window.dispatchEvent(new Event('afterprint'))
  for (const kind of ['send-inquiry', 'confirm-send', 'undo-inquiry']) window.postMessage({ kind }, '*')
  window.focus()
}

/** Runs in the page: gives a row much text, or many cells. */
function growRow({ row, text, cells }: { row: string; text: number; cells: number }): void {
  const element = document.getElementById(`table-row-${row}`)
  const cell = element?.querySelector('.cell') ?? element
  cell?.append('x'.repeat(text))
  const many = Array.from({ length: cells }, (_, index) => {
    const one = document.createElement('span')
    one.textContent = `cell ${index}`
    return one
  })
  cell?.append(...many)
}

/** Runs in the page: returns the longest time between two frames of half a second. */
async function longestPause(): Promise<number> {
  let last = performance.now()
  let longest = 0
  const end = last + 500
  while (last < end) {
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    longest = Math.max(longest, now - last)
    last = now
  }
  return longest
}
