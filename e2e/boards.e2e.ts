import type { BrowserContext, LaunchOptions, Page } from '@playwright/test'
import { boardsFor } from '../contract/src/account/board-options.ts'
import type { BoardId } from '../contract/src/boards/board-id.ts'
import { equipmentName } from '../contract/src/boards/equipment.ts'
import type { PostedLoad } from '../contract/src/boards/posted-load.ts'
import type { SavedLoad } from '../contract/src/loads/saved-loads.ts'
import { openDemoBoard } from '../extension/src/testing/field-recall.ts'
import type { InboxMessage } from '../server/src/stand-ins/inbox.ts'
import {
  type BoardPage,
  confirmBoards,
  confirmTemplates,
  emailAbout,
  isOpen,
  openBoard,
  untilConnected,
} from './board.ts'
import { call, signUp } from './people.ts'
import { expect, launchWithExtension, type Product, test } from './product.ts'

/** Where a board shows a posting, by its id and its place in the list, and what it shows beside the list. */
type Places = { row: (id: string, place: number) => string; details?: string; carrier?: (id: string) => string }
const places: Record<BoardId, Places> = {
  'dat-one': { row: (id) => `#table-row-${id}`, carrier: (id) => `#truck-row-${id}` },
  truckstop: { row: (id) => `.ag-row[row-id="${id}"]`, carrier: (id) => `.matching-truck[row-id="${id}"]` },
  'loadlink-new': { row: (id) => `.MuiDataGrid-row[data-id="${id}"]`, carrier: (id) => `.match-card[data-id="${id}"]` },
  loadlink: { row: (id) => `#load_${id}`, details: '#LoadDetail' },
  sylectus: { row: (_, place) => `tbody > tr:nth-child(${place})`, details: '.popup-body' },
}
const rowCount = 20

/** A posting with what its board shows of it, and the element with its Email button. */
type Posting = { load: Partial<PostedLoad>; id: string; row: string; email: string; to: string }

let context: BrowserContext
let dashboard: Page
let sender: string

test.describe('a carrier', () => {
  test.beforeAll(({ product, launchOptions }) => start('Carrier', product, launchOptions))
  test.afterAll(() => context.close())

  for (const board of boardsFor.carrier)
    test(`[D11.3] [D11.4] [D12.16] Email on ${board} sends once what its button says, Save saves once`, async ({
      product,
    }) => {
      const [posting, other] = await findPostings(board)
      const page = await openRows(board)

      const { message, price } = await emailOnce(page, posting, product)
      expect(message.subject).toContain(laneOf(posting.load))
      expect(/^Rate: (\S+) all in/m.exec(message.text)?.[1] ?? 'No rate').toBe(price)

      await center(page, other.row)
      await page.click(other.row, 'Save', 2)
      await page.shows(other.row, 'Saved')
      expect(await outcomesOf(other.id)).toEqual([null])

      await setOutcomeByKeys(page, posting)
      await expect.poll(() => outcomesOf(posting.id)).toEqual(['declined'])
      await page.page.close()
    })
})

test.describe('a broker', () => {
  test.beforeAll(({ product, launchOptions }) => start('Broker', product, launchOptions))
  test.afterAll(() => context.close())

  for (const board of boardsFor.broker)
    test(`[3.10] [D11.4] Email on ${board} offers a carrier the own posting, once`, async ({ product }) => {
      const posting = await findOffer(board)
      const page = await openRows(board, '#posted')

      const { message } = await emailOnce(page, posting, product, { verb: 'offering', noun: 'offer' })
      const { equipment = '', fullPartial } = posting.load
      const name = equipmentName(board, equipment)
      expect(message.subject).toContain(laneOf(posting.load))
      expect(message.subject).toContain(name)
      expect(message.text.replaceAll('\n', ' ')).toContain(
        `Equipment: ${name}, ${fullPartial === 'full' ? 'Full' : 'Partial'}.`,
      )
      await page.page.close()
    })
})

async function start(business: 'Carrier' | 'Broker', product: Product, options: LaunchOptions): Promise<void> {
  context = await launchWithExtension(product.extension, product, options)
  dashboard = await context.newPage()
  sender = await signUp(dashboard, product, business)
  await untilConnected(context, sender)
  await confirmTemplates(context)
  await confirmBoards(context)
}

const openRows = (board: BoardId, hash = '') =>
  openBoard(context, `/demo-board/${board}?still&rows=${rowCount}${hash}`, (selector) => selector)

/** Returns two postings of a board: one to email about, with a rate where the board shows any, and one to save. */
async function findPostings(board: BoardId): Promise<[Posting, Posting]> {
  const { layout, freight } = await openDemoBoard(board)
  const { row, details } = places[board]
  const postings = Array.from({ length: rowCount }, freight.posting).map((posting, index): Posting => {
    const load = layout.truth?.(posting) ?? posting
    const selector = row(posting.id, index + 1)
    return { load, id: posting.id, row: selector, email: details ?? selector, to: load.contactEmail ?? '' }
  })
  const posting = postings.find(({ load, to }) => to && load.rate?.basis === 'flat')
  const other = postings.find((each) => each !== posting)
  if (!posting || !other) throw new Error(`No postings on ${board}`)
  return [posting, other]
}

/** Returns the first carrier beside the first posting of the broker's own, which is the one that is chosen. */
async function findOffer(board: BoardId): Promise<Posting> {
  const { freight } = await openDemoBoard(board)
  const [own, ...others] = Array.from({ length: rowCount + 6 }, freight.posting).slice(rowCount)
  freight.pick(5)
  const { id, contactEmail: to } = freight.carrier()
  const row = places[board].carrier?.(id)
  if (!own || others.length === 0 || !row) throw new Error(`No offer on ${board}`)
  return { load: own, id: `${own.id}-${id}`, row, email: row, to }
}

/** Clicks the Email button, and returns the one email that it sent with the price that was shown. */
async function emailOnce(
  board: BoardPage,
  { row, email, to }: Posting,
  product: Product,
  { verb, noun } = { verb: 'asking', noun: 'ask' },
): Promise<{ message: InboxMessage; price: string }> {
  await board.page.bringToFront()
  await center(board, row)
  if (email !== row) await board.page.locator(row).locator('td').nth(4).click()
  await board.shows(email, 'Email')
  const price = (await board.controls(email)).find((text) => /^(\$[\d,]+|No rate)$/.test(text)) ?? ''
  const title = await board.titleOf(email, 'Email')
  const isPriced = title.endsWith(`ing ${price}`)
  expect(title).toBe(`Email ${to} with “Default”, ${isPriced ? `${verb} ${price}` : `with no ${noun}`}`)

  await emailAbout(board, email)
  await board.shows(email, 'Sent')
  const messages = (await product.emailsTo(to)).filter(isOwn)
  const [message] = messages
  expect(messages).toHaveLength(1)
  if (!message) throw new Error('No email')
  return { message, price }
}

/** Opens the card of a row by J, its menu by M, and sets Declined by D. */
async function setOutcomeByKeys({ page, shows }: BoardPage, { row }: Posting): Promise<void> {
  await page.evaluate("history.scrollRestoration = 'manual'") // so that J begins at the first row
  await page.reload()
  await shows(row, 'Sent')
  const isFocused = () => page.locator(row).evaluate((element) => element.contains(document.activeElement))
  for (let presses = 0; presses < 2 * rowCount && !(await isFocused()); presses += 1) await page.keyboard.press('j')
  await expect.poll(() => isOpen(page, 'card'), { intervals: [100] }).toBe(true)
  const openMenu = async () => {
    await page.keyboard.press('m') // it does nothing while the card of the row is still loading
    return isOpen(page, 'panel')
  }
  await expect.poll(openMenu, { intervals: [typingMs] }).toBe(true)
  await page.waitForTimeout(350) // a key counts once its choice was in view for 300 ms
  await page.keyboard.press('d')
}

/** How long after a typed letter, which a key without an effect is, no key is a shortcut. */
const typingMs = 1100

const center = ({ page }: BoardPage, row: string) =>
  page.locator(row).evaluate((element) => element.scrollIntoView({ block: 'center' }))

const isOwn = ({ headers }: InboxMessage): boolean => headers['reply-to']?.includes(sender) ?? false

const laneOf = ({ origin, dest }: Partial<PostedLoad>): string =>
  `${origin?.city}, ${origin?.state} to ${dest?.city}, ${dest?.state}`

/** Returns the outcome of each load that was saved from a posting. */
async function outcomesOf(boardLoadId: string): Promise<(string | null)[]> {
  const { body } = await call(dashboard, 'GET', '/loads')
  const loads: SavedLoad[] = body.loads
  return loads.filter(({ facts }) => facts.boardLoadId === boardLoadId).map(({ outcome }) => outcome?.kind ?? null)
}
