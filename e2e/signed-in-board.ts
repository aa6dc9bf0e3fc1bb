import type { BrowserContext, Page } from '@playwright/test'
import type { InboxMessage } from '../server/src/stand-ins/inbox.ts'
import { type BoardPage, confirmTemplates, isOpen, loads, openBoard, untilConnected } from './board.ts'
import { signUp } from './people.ts'
import { expect, type Product } from './product.ts'

/** A board that a test makes hostile, and what the user who works on it has sent. */
export type SignedInBoard = {
  dashboard: Page
  board: BoardPage
  sender: string
  /** Returns the emails that left, to whatever address. */
  sentEmails: () => Promise<InboxMessage[]>
  /** Returns the windows of the extension that ask before they send. */
  questions: () => Page[]
}

/** Opens the demo board for a new user whose templates are confirmed, so that one click sends. */
export async function openSignedInBoard(context: BrowserContext, product: Product): Promise<SignedInBoard> {
  const dashboard = await context.newPage()
  const sender = await signUp(dashboard, product)
  await untilConnected(context, sender)
  await confirmTemplates(context)
  const board = await openBoard(context)
  await board.shows(loads.plain, 'Email')

  async function sentEmails(): Promise<InboxMessage[]> {
    const all: InboxMessage[] = await (await product.askStandIn('/dev/inbox.json')).json()
    return all.filter(({ headers }) => headers['reply-to']?.includes(sender))
  }
  const questions = () => context.pages().filter((page) => page.url().endsWith('/confirm.html'))
  return { dashboard, board, sender, sentEmails, questions }
}

/** Opens the card of a row as a user does, and waits until a key on it counts. */
export async function openCardOf(board: BoardPage, row: string): Promise<void> {
  const { page } = board
  const isCardOpen = () => isOpen(page, 'card')
  await page.bringToFront()
  await expect
    .poll(async () => {
      await page.mouse.move(20, 500, { steps: 2 })
      return isCardOpen()
    })
    .toBe(false)
  const isSaved = (await board.controls(row)).includes('Saved')
  const { x, y } = await board.centerOf(row, isSaved ? 'Saved' : 'Save')
  await page.mouse.move(x, y, { steps: 3 })
  await expect.poll(isCardOpen, { intervals: [100] }).toBe(true)
  await page.waitForTimeout(700)
}
