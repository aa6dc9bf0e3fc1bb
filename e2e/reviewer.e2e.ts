import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { InboxMessage } from '../server/src/stand-ins/inbox.ts'
import { boardOn, sendIfAsked } from './board.ts'
import { expect, type Product, test } from './product.ts'

const root = join(import.meta.dirname, '..')
/** `npm run reviewer-pictures` keeps a picture of each step. */
const pictures = process.env['REVIEWER_PICTURES'] === 'write' ? join(root, 'release/reviewer-pictures') : undefined

test('[D13.6] the eight steps for reviewers are done as their text says, and reach nobody', async ({
  withExtension,
  product,
}) => {
  const reviewer = createReviewer(product)
  const steps = readSteps({ ADDRESS: product.address, EMAIL: reviewer.email, CODE: reviewer.code })
  expect(steps).toHaveLength(8)
  if (pictures) rmSync(pictures, { recursive: true, force: true })

  const page = await withExtension.newPage()
  for (const [index, step] of steps.entries())
    await test.step(step, async () => {
      await doStep(withExtension, page, step)
      if (!pictures) return
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: join(pictures, `step-${index + 1}.png`) })
    })

  // The product of other stories: only what is from or to the reviewer counts.
  const inbox: InboxMessage[] = await (await product.askStandIn('/dev/inbox.json')).json()
  expect(inbox.filter((message) => JSON.stringify(message).includes(reviewer.email))).toEqual([])
})

function createReviewer(product: Product): { email: string; code: string } {
  const args = ['scripts/admin.ts', 'reviewer', 'create', '--email', 'reviewer@store.example', '--json']
  const printed = execFileSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: product.data, BASE_URL: product.address },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return JSON.parse(printed)
}

/** Returns the numbered steps of the notes, each in one line, with what stands for their words in capitals. */
function readSteps(values: Record<string, string>): string[] {
  const text = readFileSync(join(root, 'docs/stores/reviewer-notes.md'), 'utf8')
  const [, notes = ''] = text.split('## The steps')
  return [...notes.matchAll(/^\d\. ([\s\S]*?)(?=^\d\. |$(?![\s\S]))/gm)].map(([, step = '']) =>
    step
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replaceAll(/\b(ADDRESS|EMAIL|CODE)\b/g, (name) => values[name] ?? name),
  )
}

/** What a step may say, in the words of the notes. */
const phrases = new RegExp(
  [
    /Open `(?<address>[^`]+)`/,
    /Type `(?<text>[^`]+)` into \*\*(?<field>[^*]+)\*\*/,
    /On the row of \*\*(?<row>[^*]+)\*\*, click the extension's button \*\*(?<control>[^*]+)\*\*/,
    /the row says \*\*(?<says>[^*]+)\*\*/,
    /Click the email \*\*(?<email>[^*]+)\*\*/,
    /(?<icon>Click the extension's icon)/,
    /Click (?<buttons>\*\*[^*]+\*\*(?:, \*\*[^*]+\*\*)*)/,
    /You see \*\*(?<seen>[^*]+)\*\*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

async function doStep(context: BrowserContext, page: Page, step: string): Promise<void> {
  let row = ''
  for (const { groups = {} } of step.matchAll(phrases)) {
    if (groups['address']) await page.goto(groups['address'])
    if (groups['text'] && groups['field'])
      await page.getByRole('textbox', { name: groups['field'] }).first().fill(groups['text'])
    if (groups['row'] && groups['control']) {
      row = await rowIdOf(page, groups['row'])
      const board = await boardOn(page, (id) => `[row-id="${id}"]`)
      await board.click(row, groups['control'])
      if (groups['control'] === 'Email') await sendIfAsked(board, row)
    }
    if (groups['says']) await (await boardOn(page, (id) => `[row-id="${id}"]`)).shows(row, groups['says'])
    if (groups['email']) await page.getByRole('button', { name: groups['email'] }).first().click()
    if (groups['icon']) await page.goto(new URL('/popup.html', context.serviceWorkers()[0]?.url()).href)
    for (const [, name = ''] of (groups['buttons'] ?? '').matchAll(/\*\*([^*]+)\*\*/g))
      await page.getByRole('button', { name, exact: true }).click()
    if (groups['seen']) await expect(page.getByText(groups['seen']).first()).toBeVisible()
  }
}

/** Returns the id of the row of the practice board about loads from a place. */
async function rowIdOf(page: Page, place: string): Promise<string> {
  const row = page.locator('[row-id]').filter({ hasText: place }).first()
  return (await row.getAttribute('row-id')) ?? ''
}
