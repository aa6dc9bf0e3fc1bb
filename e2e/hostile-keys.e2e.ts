import type { Page } from '@playwright/test'
import type { SavedLoad } from '../contract/src/loads/saved-loads.ts'
import { type BoardPage, isOpen, loads } from './board.ts'
import {
  coverAll,
  coverTricks,
  listenFirst,
  makeKeys,
  typeBeforeControls,
  typeIntoDialog,
  typingTricks,
} from './key-tricks.ts'
import { call } from './people.ts'
import { expect, test } from './product.ts'
import { openCardOf, openSignedInBoard, type SignedInBoard } from './signed-in-board.ts'

const honest = [
  ['s', 'Saved'],
  ['e', 'Sent'],
  ['c', 'Called'], // last, because the browser then asks whether to open the telephone
] as const
const rows = [
  'DL4821302',
  'DL4821304',
  'DL4821305',
  'DL4821307',
  'DL4821308',
  'DL4821309',
  'DL4821310',
  'DL4821312',
  'DL4821313',
  'DL4821314',
]

let dashboard: Page
let board: BoardPage
let sentEmails: SignedInBoard['sentEmails']
let questions: SignedInBoard['questions']

test.beforeEach(async ({ withExtension, product }) => {
  await withExtension.addInitScript(listenFirst)
  ;({ dashboard, board, sentEmails, questions } = await openSignedInBoard(withExtension, product))
})

test('[X07] keys on a card do nothing while the user types, or something covers it', async () => {
  await openCard(loads.noRate)
  await board.page.evaluate(makeKeys)
  const outcomes: Record<string, string> = { 'keys that the page makes': await outcomeOf(loads.noRate) }
  for (const [index, [name, trick]] of Object.entries({ ...typingTricks, ...coverTricks }).entries()) {
    const row = rows[index] ?? ''
    if (name in typingTricks) await trick(board.page)
    await openCard(row)
    if (name in coverTricks) await trick(board.page)
    await board.page.keyboard.press('e')
    outcomes[name] = await outcomeOf(row)
    await endTrick()
  }

  for (const outcome of Object.values(outcomes))
    expect(['nothing', 'asks'], JSON.stringify(outcomes)).toContain(outcome)
  expect(await savedLoads()).toEqual([])
  expect(await sentEmails()).toEqual([])

  for (const [key, shown] of honest) {
    await openCard(loads.plain)
    await board.page.keyboard.press(key)
    await board.shows(loads.plain, shown)
  }
  expect(await savedLoads()).toEqual([loads.plain])
  expect(await sentEmails()).toHaveLength(1)
})

test('[X07] an Enter that the page leads to a control sends nothing before the user is asked', async () => {
  const { page } = board
  const { keyboard } = page
  await page.mouse.move(20, 500)
  await keyboard.press('j')
  await expect.poll(focusedRow).toBe(loads.plain)
  await page.evaluate(typeIntoDialog)
  await page.waitForTimeout(350)
  await keyboard.type('Dallas', { delay: 20 })
  await keyboard.press('Enter')
  const outcomes = [await outcomeOf(loads.plain)]
  await endTrick()

  await page.evaluate(typeBeforeControls, loads.noRate)
  await keyboard.press('Tab')
  expect(await focusedRow()).toBe(loads.noRate)
  await keyboard.press('Enter')
  outcomes.push(await outcomeOf(loads.noRate))

  expect(outcomes).toEqual(['asks', 'asks'])
  expect(await sentEmails()).toEqual([])
})

test('[X06] [X07] a menu that something covers sets no outcome, and a page finds no text of it', async () => {
  const { page } = board
  await openCard(loads.plain)
  await page.keyboard.press('e')
  await board.shows(loads.plain, 'Sent')
  for (const keys of [['d'], ['b', 'Enter']]) {
    await openMenu()
    for (const key of keys.slice(0, -1)) await page.keyboard.press(key)
    await page.evaluate(coverAll, { leavesAtKey: true })
    await page.waitForTimeout(350)
    await page.keyboard.press(keys.at(-1) ?? '')
    await expect.poll(isMenuOpen).toBe(false)
    await endTrick()
  }
  expect(await outcomesOfLoads()).toEqual([null])

  await openMenu()
  await page.keyboard.press('b')
  await page.waitForTimeout(350)
  expect(await page.evaluate(findTexts, ['2500', 'Booked at'])).toEqual([])
  expect(await page.evaluate(readTexts)).not.toMatch(/2500|Booked at|Undo|Report this row/)
  await page.keyboard.press('Escape')

  await openMenu()
  expect(await page.evaluate(findTexts, ['Report this row', 'Declined', 'Save', 'Sent'])).toEqual([])
  expect(await page.evaluate(findTexts, ['Quillon Logistics'])).toEqual(['Quillon Logistics'])
  await page.waitForTimeout(350) // a key counts once its choice was in view for 300 ms
  await page.keyboard.press('d')
  await expect.poll(outcomesOfLoads).toEqual(['declined'])
})

async function openMenu(): Promise<void> {
  await board.page.keyboard.press('Escape') // a row to which a menu returned the focus keeps its card open
  await openCard(loads.plain)
  await board.page.keyboard.press('m')
  await expect.poll(isMenuOpen, { intervals: [100] }).toBe(true)
}

const openCard = (row: string) => openCardOf(board, row)

const isMenuOpen = () => isOpen(board.page, 'panel')

const focusedRow = () => board.page.evaluate(() => document.activeElement?.parentElement?.id.replace('table-row-', ''))

async function outcomeOf(row: string): Promise<string> {
  for (let tries = 0; tries < 8; tries += 1) {
    const [question] = questions()
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

/** Runs in the page: returns which texts the browser finds for it. */
const findTexts = (texts: string[]) =>
  texts.filter((text) => 'find' in window && typeof window.find === 'function' && window.find(text, true, false, true))

/** Runs in the page: returns all texts that a page can select, copy or print. */
function readTexts(): string {
  const selection = window.getSelection()
  selection?.selectAllChildren(document.documentElement)
  const texts = [document.documentElement.innerText, document.documentElement.outerHTML, String(selection)]
  selection?.removeAllRanges()
  return texts.join('\n')
}

const listLoads = async (): Promise<SavedLoad[]> => (await call(dashboard, 'GET', '/loads')).body.loads
const savedLoads = async () => (await listLoads()).map(({ facts }) => facts.boardLoadId)
const outcomesOfLoads = async () => (await listLoads()).map(({ outcome }) => outcome?.kind ?? null)
