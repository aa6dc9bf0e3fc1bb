import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { SceneName } from '../dashboard/src/help/scene-name.ts'
import { type BoardPage, boardOn, emailAbout } from './board.ts'
import { answerProvider } from './people.ts'

export type Stage = {
  /** A demo carrier on trial, without the extension. */
  carrier: Page
  /** A demo manager of a team. */
  manager: Page
  /** A new user before the last step of the onboarding. */
  newcomer: Page
  /** A browser with the extension, where the demo carrier is signed in. */
  extension: BrowserContext
}

/** Notes which of the words that the help names are on a page. */
export type Look = (where: Page | BoardPage) => Promise<void>

/** What a picture shows: its parts with what is between them, or the right side of that in this width. */
export type Shot = { page: Page; parts: Locator[]; width?: number }

type Scene = (stage: Stage, look: Look) => Promise<Shot>

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
/** So that what fills the page is still legible beside a text. */
const narrow = { width: 1000, height: 1200 }
const rowOf = (id: string): string => `[row-id="${id}"]`

const connect =
  (kind: string, title: string): Scene =>
  async ({ carrier: page }, look) => {
    await page.setViewportSize(narrow)
    await page.goto(`/email/connect/${kind}`)
    await region(page, title).waitFor()
    await look(page)
    return { page, parts: [kind === 'smtp' ? region(page, title).locator('form') : region(page, title)] }
  }

/** Each scene of the help: how the running product comes to show what the help talks about. */
export const scenes: Record<SceneName, Scene> = {
  async install({ carrier: page }, look) {
    await page.goto('/extension')
    await page.getByRole('link', { name: /^Download for/ }).waitFor()
    await look(page)
    return { page, parts: [region(page, 'Install')] }
  },
  async pin({ newcomer: page }, look) {
    await page.getByText(/^Pin /).last().waitFor()
    await look(page)
    const button = page.getByRole('button', { name: 'Got it' })
    return { page, parts: [page.getByRole('dialog').locator('div.rounded-md').filter({ has: button }).first()] }
  },
  async popup({ extension }, look) {
    const page = await openExtensionPage(extension, 'popup.html')
    await page
      .getByRole('button', { name: /^Turn on/ })
      .first()
      .waitFor()
    await look(page)
    const opened = extension.waitForEvent('page')
    await page
      .getByRole('button', { name: /^Turn on/ })
      .first()
      .click()
    const notice = await opened
    await notice.getByRole('button', { name: 'Agree and turn on' }).waitFor()
    await look(notice)
    const popup = await openExtensionPage(extension, 'popup.html')
    await popup
      .getByRole('button', { name: /^Turn on/ })
      .first()
      .waitFor()
    return { page: popup, parts: [popup.locator('body')] }
  },
  async notice({ extension }, look) {
    const page = await openExtensionPage(extension, 'notice.html?board=dat-one')
    await page.setViewportSize({ width: 760, height: 900 })
    await page.getByRole('button', { name: 'Agree and turn on' }).waitFor()
    await look(page)
    return { page, parts: [page.getByRole('heading', { level: 1 }), page.locator('.points > div').nth(2)] }
  },
  'connect-google': connect('google', 'Gmail or Google Workspace'),
  'connect-outlook': connect('outlook', 'Outlook or Microsoft 365'),
  'connect-smtp': connect('smtp', 'Other email (SMTP)'),
  async mailboxes({ carrier: page }, look) {
    await page.goto('/email/connect/google')
    await page.getByRole('button', { name: 'Connect Google' }).click()
    await answerProvider(page, 'maria@redbud.example')
    await page.getByText('can send, cannot read your mail').waitFor()
    await look(page)
    return { page, parts: [region(page, 'Mailboxes').getByRole('listitem').first()] }
  },
  async editor({ carrier: page }, look) {
    await page.goto('/emailTemplate')
    await page.getByRole('link', { name: 'New template' }).first().waitFor()
    await look(page)
    await page.getByRole('link', { name: 'Default', exact: true }).click()
    await region(page, 'Live preview').waitFor()
    await look(page)
    await page.setViewportSize(narrow)
    return { page, parts: [page.getByLabel('Template name'), page.getByRole('textbox', { name: 'Message' })] }
  },
  async 'broker-reads'({ carrier: page }, look) {
    await page.goto('/emailTemplateEditor')
    await page.getByRole('textbox', { name: 'Subject' }).fill('Truck in {{origin}}')
    await page.getByRole('textbox', { name: 'Message' }).fill('Hi, MC {{mc}}. We have a {{truck}} for {{origin}}.')
    await page.getByRole('button', { name: /^Fix/ }).first().waitFor()
    await look(page)
    return { page, parts: [region(page, 'Broker reads')] }
  },
  async standard({ carrier: page }, look) {
    await page.goto('/emailTemplate')
    await page.getByRole('link', { name: 'Default', exact: true }).waitFor()
    await look(page)
    await page.getByRole('link', { name: 'Default', exact: true }).click()
    await page.getByText('Standard for equipment').waitFor()
    await look(page)
    const change = page.getByRole('button', { name: 'Change standard for equipment' })
    return { page, parts: [change.locator('xpath=..')] }
  },
  async 'rate-formula'({ carrier: page }, look) {
    await page.goto('/emailTemplate')
    await page.getByRole('link', { name: 'Default', exact: true }).click()
    await region(page, 'Rate formula').waitFor()
    await look(page)
    return { page, parts: [region(page, 'Rate formula')] }
  },
  async row({ extension }, look) {
    const board = await openPracticeBoard(extension)
    await look(board)
    await emailAbout(board, 'practice-1')
    await board.shows('practice-1', 'Undo')
    await look(board)
    await board.shows('practice-1', 'Sent')
    await look(board)
    const { page } = await openPracticeBoard(extension) // without the card, which stays after a click
    return { page, parts: ['practice-1', 'practice-5'].map((id) => page.locator(rowOf(id))), width: 680 }
  },
  async card({ extension }, look) {
    const { page, ...board } = await openPracticeBoard(extension)
    const { x, y } = await board.centerOf('practice-2', 'Email')
    await page.mouse.move(x, y)
    await board.shows('practice-2', 'Edit')
    await look({ page, ...board })
    return { page, parts: [page.locator(rowOf('practice-2')), page.locator(rowOf('practice-8'))], width: 780 }
  },
  async 'sent-email'({ carrier: page }, look) {
    await page.setViewportSize({ width: 1000, height: 660 })
    await page.goto('/email?group=sent')
    await page.getByRole('button', { name: / to / }).first().click()
    await page.getByText('Values used').waitFor()
    await look(page)
    const dialog = page.getByRole('dialog')
    return { page, parts: [dialog.getByRole('heading'), dialog.getByRole('button', { name: 'Done' })] }
  },
  async trucks({ manager: page }, look) {
    await page.setViewportSize({ width: 1180, height: 900 })
    await page.goto('/trucks')
    await page.getByRole('row').nth(6).waitFor()
    await look(page)
    return { page, parts: [0, 6].map((index) => page.getByRole('row').nth(index)) }
  },
  async handover({ manager: page }, look) {
    await page.setViewportSize(narrow)
    await page.goto('/trucks/handover')
    const open = page.getByRole('list', { name: /^Open of / }).first() // how many there are depends on the hour
    await open.waitFor()
    await look(page)
    return { page, parts: [page.getByRole('heading', { level: 1 }), open] }
  },
  async look({ carrier: page }, look) {
    await page.setViewportSize(narrow)
    await page.goto('/settings/look')
    await region(page, 'How you look to a broker').waitFor()
    await look(page)
    const list = region(page, 'How you look to a broker')
    return { page, parts: [list.getByRole('heading'), ...[0, 5].map((index) => list.getByRole('listitem').nth(index))] }
  },
  async plan({ carrier: page }, look) {
    await page.setViewportSize(narrow)
    await page.goto('/')
    await page.getByText('emails left').waitFor()
    await look(page)
    const cards = ['Pro trial', 'Free plan'].map((kind) => page.getByText(kind).locator('xpath=ancestor::section[1]'))
    return { page, parts: cards }
  },
  async invite({ carrier, manager: page }, look) {
    await carrier.goto('/my-team')
    await carrier.getByRole('button', { name: 'Create organization' }).waitFor()
    await look(carrier)
    await page.setViewportSize(narrow)
    await page.goto('/my-team')
    await page.getByText('Priya Nair').first().waitFor()
    await look(page)
    return { page, parts: [page.getByRole('heading', { level: 1 }), page.getByRole('row').nth(2)] }
  },
  async share({ manager: page }, look) {
    await page.goto('/emailTemplate')
    const actions = page.getByRole('button', { name: 'Actions for Second message' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await look(page)
    return { page, parts: [actions, page.getByRole('menu')] }
  },
  async export({ carrier: page }, look) {
    await page.setViewportSize(narrow)
    await page.goto('/settings/export')
    await region(page, 'Export my data').getByRole('button').waitFor()
    await look(page)
    return { page, parts: [region(page, 'Export my data')] }
  },
}

async function openExtensionPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 368, height: 600 })
  await page.goto(new URL(`/${path}`, context.serviceWorkers()[0]?.url()).href)
  return page
}

async function openPracticeBoard(context: BrowserContext): Promise<BoardPage> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/practice-board')
  const board = await boardOn(page, rowOf)
  await board.shows('practice-2', 'Email')
  return board
}
