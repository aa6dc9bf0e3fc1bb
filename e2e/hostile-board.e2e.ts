import type { Page } from '@playwright/test'
import { answer, askContentScript, type BoardPage, loads } from './board.ts'
import { hidden, onTop, row, stackClones, type Trick, timed } from './board-tricks.ts'
import { call } from './people.ts'
import { expect, test } from './product.ts'
import { openSignedInBoard, type SignedInBoard } from './signed-in-board.ts'

let dashboard: Page
let board: BoardPage
let sentEmails: SignedInBoard['sentEmails']
let questions: SignedInBoard['questions']

test.beforeEach(async ({ withExtension, product }) => {
  ;({ dashboard, board, sentEmails, questions } = await openSignedInBoard(withExtension, product))
})

test('[X07] a click on a control that is hidden sends nothing and asks, and saves and calls nothing', async () => {
  const outcomes = { ...(await play(hidden)), ...(await play(timed)) }

  const others = await play(onTop)
  for (const [name, outcome] of Object.entries(others)) expect(['asks', 'ignores'], name).toContain(outcome)
  const asksOrIgnores = expect.stringMatching(/^(asks|ignores)$/) // they may return to their row while the mouse is down
  expect(outcomes).toEqual({ ...allAsk(outcomes), [heldOutside]: asksOrIgnores })
  expect(await sentEmails()).toEqual([])
  expect((await call(dashboard, 'GET', '/loads')).body.loads).toEqual([]) // a call saves its load, too
})

test('[X07] Cancel closes the question and sends nothing, and the next click asks again', async () => {
  const button = await board.centerOf(loads.plain, 'Email')
  await board.page.evaluate(stackClones, { row, count: 2 })
  await board.page.waitForTimeout(600)
  for (const click of ['first', 'second']) {
    await board.page.mouse.click(button.x, button.y)
    await expect.poll(() => questions().length, click).toBe(1)
    const [question] = questions()
    if (question) await answer(question, 'Cancel')
    expect(questions(), click).toEqual([])
  }

  expect(await board.controls(loads.plain)).toContain('Email')
  expect(await sentEmails()).toEqual([])
})

test('[X07] clicks on 12 invisible rows ask one question, which sends one email once it is answered', async () => {
  const button = await board.centerOf(loads.plain, 'Email')
  await board.page.evaluate(stackClones, { row, count: 12 })
  await board.page.waitForTimeout(600)
  for (let click = 0; click < 12; click += 1) {
    await board.page.mouse.click(button.x, button.y)
    await board.page.waitForTimeout(120)
  }

  await expect.poll(() => questions().length).toBe(1)
  const [question] = questions()
  if (!question) throw new Error('No question')
  await expect(question.getByRole('heading')).toHaveText('Send this email?')
  await expect(question.locator('dl')).toContainText('Toloads@quillon.example')
  await expect(question.locator('dl')).toContainText('Ask$2,500')

  const send = question.getByRole('button', { name: 'Send' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(send).toBeDisabled({ timeout: 900 })
  await expect(send).toBeEnabled()
  expect(await sentEmails()).toEqual([])
  await question.keyboard.press('Tab')
  await Promise.all([question.waitForEvent('close'), question.keyboard.down('Enter')]) // it closes before the key is up
  await expect.poll(async () => (await sentEmails()).length, { timeout: 30_000 }).toBe(1)
})

test('[X06] [X07] on an honest board one click sends, and no script on the page can read a token', async () => {
  await playHonest()

  for (const area of ['session', 'local']) {
    const denied = expect.stringContaining('Access to storage is not allowed from this context')
    expect(await askContentScript(board.page, `chrome.storage.${area}.get(null).then(JSON.stringify)`)).toEqual(denied)
  }
})

test.describe('in a browser that cannot prove visibility', () => {
  test.use({ boardScriptPrefix: 'delete IntersectionObserverEntry.prototype.isVisible' })

  test('[X07] what an element or a style hides asks, and an honest board does not', async () => {
    const known = { ...hidden }
    for (const name of ['a layer of a pseudo-element', 'a layer in the row', 'a shadow', 'the outline of a layer'])
      delete known[name]
    const outcomes = await play(known)
    expect(outcomes).toEqual(allAsk(outcomes))

    await board.page.reload()
    await playHonest()
  })
})

const heldOutside = 'controls that the page holds outside their row'

const allAsk = (outcomes: Record<string, string>) =>
  Object.fromEntries(Object.keys(outcomes).map((name) => [name, 'asks']))

/** Plays each trick. A failure names the trick that it is of. */
async function play(tricks: Record<string, Trick>): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  for (const [name, trick] of Object.entries(tricks))
    outcomes[name] = await playOne(trick, {
      isTimed: tricks === timed || tricks === onTop,
      mayIgnore: tricks === onTop || name === heldOutside,
    }).catch((cause: unknown) => {
      throw new Error(`The trick “${name}” could not be played: ${String(cause)}`, { cause })
    })
  return outcomes
}

async function playOne(
  trick: Trick,
  { isTimed, mayIgnore }: { isTimed: boolean; mayIgnore: boolean },
): Promise<string> {
  const { page } = board
  if (isTimed) {
    await page.mouse.move(20, 500)
    await page.reload()
    await board.shows(loads.plain, 'Email')
    await page.waitForTimeout(450)
  }
  const email = await board.centerOf(loads.plain, 'Email')
  const others = [await board.centerOf(loads.plain, 'Save'), await board.centerOf(loads.plain, 'Call')]
  await trick(page, email)
  expect(questions()).toEqual([])
  for (const { x, y } of isTimed ? [] : others) await page.mouse.click(x, y)
  if (!isTimed) await page.mouse.move(email.x, email.y)
  await Promise.all([page.mouse.down(), page.mouse.up()]) // on a busy machine, one after the other is a long press
  const outcome = await outcomeOf(mayIgnore)
  await page.evaluate(() => {
    for (const trick of document.querySelectorAll('.layer, style')) trick.remove()
  })
  return outcome
}

/** Returns what the last click led to, and closes the question. One that must come may take long on a busy machine. */
async function outcomeOf(mayIgnore: boolean): Promise<string> {
  for (let tries = 0; tries < (mayIgnore ? 30 : 600); tries += 1) {
    const question = questions()[0]
    await question?.close()
    if (question) return 'asks'
    if ((await board.controls(loads.plain)).some((text) => /^(Sending|Undo|Sent)/.test(text)))
      throw new Error('It sent an email.')
    await board.page.waitForTimeout(50)
  }
  return 'ignores'
}

/** Emails about one load after another, as a fast dispatcher does, next to the board's own overlays. */
async function playHonest(): Promise<void> {
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
  expect(questions()).toEqual([])
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
