import type { BrowserContext, Page } from '@playwright/test'
import { askContentScript, type BoardPage, confirmTemplates, loads, openBoard, untilConnected } from './board.ts'
import { hidden, row, stackClones, type Trick, timed } from './board-tricks.ts'
import { call, signUp } from './people.ts'
import { expect, type Product, test } from './product.ts'

let dashboard: Page
let board: BoardPage
let sender: string

test.beforeEach(async ({ withExtension, product }) => {
  dashboard = await withExtension.newPage()
  sender = await signUp(dashboard, product)
  await untilConnected(withExtension, sender)
  await confirmTemplates(withExtension)
  board = await openBoard(withExtension)
  await board.shows(loads.plain, 'Email')
})

test('[X07] a click on a control that is hidden sends nothing and asks, and saves and calls nothing', async ({
  withExtension,
  product,
}) => {
  const outcomes = { ...(await play(withExtension, hidden)), ...(await play(withExtension, timed)) }

  const heldOutside = expect.stringMatching(/^(asks|ignores)$/) // they may return to their row while the mouse is down
  expect(outcomes).toEqual({ ...allAsk(outcomes), 'controls that the page holds outside their row': heldOutside })
  expect(await sentEmails(product)).toEqual([])
  expect((await call(dashboard, 'GET', '/loads')).body.loads).toEqual([]) // a call saves its load, too
})

test('[X07] Cancel closes the question and sends nothing, and the next click asks again', async ({
  withExtension,
  product,
}) => {
  const button = await board.centerOf(loads.plain, 'Email')
  await board.page.evaluate(stackClones, { row, count: 2 })
  await board.page.waitForTimeout(600)
  for (const click of ['first', 'second']) {
    await board.page.mouse.click(button.x, button.y)
    await expect.poll(() => questionsIn(withExtension).length, click).toBe(1)
    const cancel = questionsIn(withExtension)[0]?.getByRole('button', { name: 'Cancel' })
    await cancel?.click()
    await expect.poll(() => questionsIn(withExtension).length, click).toBe(0)
  }

  expect(await board.controls(loads.plain)).toContain('Email')
  expect(await sentEmails(product)).toEqual([])
})

test('[X07] clicks on 12 invisible rows ask one question, which sends one email once it is answered', async ({
  withExtension,
  product,
}) => {
  const button = await board.centerOf(loads.plain, 'Email')
  await board.page.evaluate(stackClones, { row, count: 12 })
  await board.page.waitForTimeout(600)
  for (let click = 0; click < 12; click += 1) {
    await board.page.mouse.click(button.x, button.y)
    await board.page.waitForTimeout(120)
  }

  await expect.poll(() => questionsIn(withExtension).length).toBe(1)
  const [question] = questionsIn(withExtension)
  if (!question) throw new Error('No question')
  await expect(question.getByRole('heading')).toHaveText('Send this email?')
  await expect(question.locator('dl')).toContainText('Toloads@quillon.example')
  await expect(question.locator('dl')).toContainText('Ask$2,500')

  const send = question.getByRole('button', { name: 'Send' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(send).toBeDisabled({ timeout: 900 })
  await expect(send).toBeEnabled()
  expect(await sentEmails(product)).toEqual([])
  await question.keyboard.press('Tab')
  await Promise.all([question.waitForEvent('close'), question.keyboard.down('Enter')]) // it closes before the key is up
  await expect.poll(async () => (await sentEmails(product)).length, { timeout: 30_000 }).toBe(1)
})

test('[X06] [X07] on an honest board one click sends, and no script on the page can read a token', async ({
  withExtension,
}) => {
  await playHonest(withExtension)

  for (const area of ['session', 'local']) {
    const denied = expect.stringContaining('Access to storage is not allowed from this context')
    expect(await askContentScript(board.page, `chrome.storage.${area}.get(null).then(JSON.stringify)`)).toEqual(denied)
  }
})

test.describe('in a browser that cannot prove visibility', () => {
  test.use({ boardScriptPrefix: 'delete IntersectionObserverEntry.prototype.isVisible' })

  test('[X07] what an element or a style hides asks, and an honest board does not', async ({ withExtension }) => {
    const known = { ...hidden }
    for (const name of ['a layer of a pseudo-element', 'a layer in the row', 'a shadow']) delete known[name]
    const outcomes = await play(withExtension, known)
    expect(outcomes).toEqual(allAsk(outcomes))

    await board.page.reload()
    await playHonest(withExtension)
  })
})

const allAsk = (outcomes: Record<string, string>) =>
  Object.fromEntries(Object.keys(outcomes).map((name) => [name, 'asks']))

async function play(context: BrowserContext, tricks: Record<string, Trick>): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  const { page } = board
  for (const [name, trick] of Object.entries(tricks)) {
    if (tricks === timed) {
      await page.mouse.move(20, 500)
      await page.reload()
      await board.shows(loads.plain, 'Email')
      await page.waitForTimeout(450)
    }
    const email = await board.centerOf(loads.plain, 'Email')
    const others = [await board.centerOf(loads.plain, 'Save'), await board.centerOf(loads.plain, 'Call')]
    await trick(page, email)
    for (const { x, y } of tricks === timed ? [] : others) await page.mouse.click(x, y)
    if (tricks !== timed) await page.mouse.move(email.x, email.y)
    await page.mouse.down()
    await page.mouse.up()
    outcomes[name] = await outcomeOf(context)
    await page.evaluate(() => {
      for (const trick of document.querySelectorAll('.layer, style')) trick.remove()
    })
  }
  return outcomes
}

/** Returns what the last click led to, and closes the question. */
async function outcomeOf(context: BrowserContext): Promise<string> {
  for (let tries = 0; tries < 30; tries += 1) {
    const question = questionsIn(context)[0]
    await question?.close()
    if (question) return 'asks'
    if ((await board.controls(loads.plain)).some((text) => /^(Sending|Undo|Sent)/.test(text))) return 'sends'
    await board.page.waitForTimeout(50)
  }
  return 'ignores'
}

/** Emails about one load after another, as a fast dispatcher does, next to the board's own overlays. */
async function playHonest(context: BrowserContext): Promise<void> {
  const { page } = board
  const rows = ['DL4821301', 'DL4821302', 'DL4821304', 'DL4821312', 'DL4821308', 'DL4821313'] as const
  const [byKey, jumped, fast, viewed, underToasts, scrolled] = rows
  await board.shows(byKey, 'Email')
  const isFocused = () => page.locator(`#table-row-${byKey}`).evaluate((row) => row.contains(document.activeElement))
  while (!(await isFocused())) await page.keyboard.press('Tab')
  await page.waitForTimeout(800)
  await page.keyboard.press('Enter')

  await board.click(jumped, 'Email')
  await arriveAndClick(fast)
  await arriveAndClick(viewed)

  await page.getByRole('button', { name: 'Accept' }).click()
  await page.waitForTimeout(1500) // the toast's layer stays over the page
  await arriveAndClick(underToasts)

  await page.mouse.wheel(0, 200)
  await page.waitForTimeout(300)
  await arriveAndClick(scrolled)

  for (const load of rows) await board.shows(load, 'Sent')
  expect(questionsIn(context)).toEqual([])
}

/** Moves the pointer to the Email button of a row as a hand does, and clicks 150 ms after it arrived. */
async function arriveAndClick(loadId: string): Promise<void> {
  const { mouse } = board.page
  const { x, y } = await board.centerOf(loadId, 'Email')
  for (let left = 200; left > 5; left *= 0.7) {
    await mouse.move(x - left / 2, y - left)
    await board.page.waitForTimeout(16)
  }
  await mouse.move(x, y)
  await board.page.waitForTimeout(150)
  await mouse.down()
  await mouse.up()
}

const sentEmails = async (product: Product) =>
  (await product.emailsTo('loads@quillon.example')).filter(({ headers }) => headers['reply-to']?.includes(sender))

const questionsIn = (context: BrowserContext): Page[] =>
  context.pages().filter((page) => page.url().endsWith('/confirm.html'))
