import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { untilConnected } from './board.ts'
import { signUp } from './people.ts'
import { expect, launchWithExtension, type Product, test } from './product.ts'

const boardUrl = 'https://one.dat.com/search-loads'

test('[D12.4] a changed notice takes the buttons off boards, and shows until the user agrees', async ({
  product,
  launchOptions,
}) => {
  const extension = withGrantedBoards(product)
  const profile = test.info().outputPath('profile')
  let context = await openBrowser(product, () => launchWithExtension(extension, product, launchOptions, profile))
  await agreeTo(await noticeIn(context))
  const email = await signUp(await context.newPage(), product)
  await untilConnected(context, email)
  const board = await openBoardPage(context)
  await expect.poll(() => hasControls(board)).toBe(true)

  await context.serviceWorkers()[0]?.evaluate("chrome.storage.local.set({ 'agreed-disclosure': 0 })")
  await context.close()
  raiseVersion(extension)
  context = await openBrowser(product, () => launchWithExtension(extension, product, launchOptions, profile))
  const notice = await noticeIn(context)
  await expect(notice.getByRole('heading', { name: 'What the extension reads has changed' })).toBeVisible()
  await expect(notice.getByText(/It has access to .*one\.dat\.com.* and \S+ only/)).toBeVisible()
  const waiting = await openBoardPage(context)
  await waiting.waitForTimeout(3000)
  expect(await hasControls(waiting)).toBe(false)

  await agreeTo(notice)
  await waiting.reload()
  await expect.poll(() => hasControls(waiting)).toBe(true)
  await context.close()
})

/** Copies the extension as it is once the user has granted its boards, which needs a dialog of the browser. */
function withGrantedBoards({ extension }: Product): string {
  const folder = `${extension}-granted`
  cpSync(extension, folder, { recursive: true })
  editManifest(folder, ({ host_permissions, optional_host_permissions, ...others }) => ({
    ...others,
    host_permissions: [...host_permissions, ...optional_host_permissions],
  }))
  return folder
}

const raiseVersion = (folder: string): void => editManifest(folder, (manifest) => ({ ...manifest, version: '99.0.0' }))

type Manifest = { version: string; host_permissions: string[]; optional_host_permissions: string[] }

function editManifest(folder: string, edit: (manifest: Manifest) => object): void {
  const path = join(folder, 'manifest.json')
  writeFileSync(path, JSON.stringify(edit(JSON.parse(readFileSync(path, 'utf8')))))
}

/** Starts a browser in which the board's own address shows the demo board. */
async function openBrowser({ askStandIn }: Product, launch: () => Promise<BrowserContext>): Promise<BrowserContext> {
  const context = await launch()
  await context.route('https://one.dat.com/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const isPage = route.request().resourceType() === 'document'
    const response = await askStandIn(isPage ? '/demo-board/dat-one?still' : pathname)
    await route.fulfill({
      contentType: response.headers.get('content-type') ?? '',
      body: Buffer.from(await response.arrayBuffer()),
    })
  })
  return context
}

async function noticeIn(context: BrowserContext): Promise<Page> {
  const find = () => context.pages().find((page) => page.url().endsWith('/notice.html'))
  await expect.poll(() => find() !== undefined).toBe(true)
  return find() as Page
}

async function agreeTo(notice: Page): Promise<void> {
  await notice.getByRole('button', { name: 'Agree and turn on' }).click()
  await expect(notice.getByRole('heading', { name: / are on$/ })).toBeVisible()
}

async function openBoardPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(boardUrl)
  return page
}

/** The first row's cells are the board's; our host is one more element, of no class. */
const hasControls = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('[id^="table-row-"] > div:not([class])') !== null)
