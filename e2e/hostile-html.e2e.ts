import type { Page } from '@playwright/test'
import { cleanBody } from '../server/src/templates/template-body.ts'
import { hostileHtml } from './hostile-html.ts'
import { call, leaveUnasked, signUp } from './people.ts'
import { expect, test } from './product.ts'

const count = process.env['GOALS'] === 'full' ? 20_000 : 2_000
const perTemplate = 200
const perPaste = 10
/** A user may save 30 templates a minute, and the plan of a new user includes 10. */
const templatesPerUser = 10

test('hostile HTML runs code and sends requests in a page without protection', async ({ browser }) => {
  const page = await browser.newPage()
  const seen = await watch(page)
  await page.route('https://plain.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: hostileHtml(12).join('') }),
  )
  await page.goto('https://plain.example/')

  await expect.poll(() => seen.dialogs).toBeGreaterThan(0)
  await expect.poll(() => seen.requests.length).toBeGreaterThan(0)
  await page.close()
})

test.describe('[G7] hostile HTML', () => {
  test('[W02] [W03] [W10] does nothing in list, editor, preview; cleaned twice is once', async ({
    browser,
    product,
  }) => {
    test.setTimeout(count * 60 + 480_000)
    const inputs = hostileHtml(count)
    for (const input of inputs) {
      const once = cleanBody(input)
      expect(cleanBody(once), input).toBe(once)
      expect(handlersIn(once), input).toEqual([])
    }
    const batches = Array.from({ length: count / perTemplate }, (_, index) =>
      inputs.slice(index * perTemplate, (index + 1) * perTemplate),
    )

    for (let from = 0; from < batches.length; from += templatesPerUser) {
      const context = await browser.newContext({ baseURL: product.address, viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      const seen = await watch(page)
      await signUp(page, product)
      for (const batch of batches.slice(from, from + templatesPerUser)) await tryBatch(page, batch)
      expect({ dialogs: seen.dialogs, requests: seen.requests, hacked: await isHacked(page) }).toEqual({
        dialogs: 0,
        requests: [],
        hacked: false,
      })
      await context.close()
    }
  })
})

/** Lists the tags with an event handler, in HTML whose values are quoted. */
const handlersIn = (html: string): string[] => html.replaceAll(/"[^"]*"/g, '""').match(/<[^>]*\son\w+=[^>]*>/gi) ?? []

/** Saves hostile HTML, opens it from the list, shows it in the editor and the preview, and pastes it. */
async function tryBatch(page: Page, batch: string[]): Promise<void> {
  await page.goto('/legal/terms')
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('loadping.draft.')) localStorage.removeItem(key)
  })
  const id = await save(page, batch.map((input) => cleanBody(input)).join('\n'))
  await page.goto('/emailTemplate')
  await page.getByRole('link', { name: 'Default', exact: true }).click()
  const body = page.getByRole('textbox', { name: 'Message' })
  await expect(body).toBeVisible()
  await expect(page.getByTitle('Message')).toHaveAttribute('sandbox', '')
  expect(page.url()).toContain(id)

  await page.getByRole('button', { name: 'Show the HTML' }).click()
  await page.getByRole('textbox', { name: 'Message (HTML)' }).fill(batch.slice(0, 20).join('\n').slice(0, 9_000))
  const back = page.getByRole('button', { name: 'Back to the editor' })
  if (!(await back.isEnabled())) await page.getByRole('textbox', { name: 'Message (HTML)' }).fill('')
  await back.click()
  await paste(page, batch)
  expect(await body.locator('[id], [name], [class*=fixed], [style*=position], script, iframe, form').count()).toBe(0)
}

async function save(page: Page, template: string): Promise<string> {
  const { body: templates } = await call(page, 'GET', '/templates')
  const { id } = templates[0]
  const draft = { name: 'Default', subject: '', template: withoutBrackets(template), cc: [], labels: [] }
  const saved = await call(page, 'PUT', `/templates/${id}`, draft)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const again = await call(page, 'PUT', `/templates/${id}`, { ...draft, template: saved.body.template })
  expect(again.body.template).toBe(saved.body.template)
  return id
}

/** Brackets would be refused as unknown placeholders. */
const withoutBrackets = (html: string): string => html.replaceAll('\0', ' ').replace(/\{\{|\}\}|\[\[|\]\]/g, ' ')

/** Pastes the inputs, a few at a time. */
const paste = (page: Page, inputs: string[]) =>
  page.getByRole('textbox', { name: 'Message' }).evaluate(
    (field, all) => {
      for (const input of all) {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', input)
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }
    },
    Array.from({ length: inputs.length / perPaste }, (_, index) =>
      inputs.slice(index * perPaste, (index + 1) * perPaste).join('\n'),
    ),
  )

async function watch(page: Page) {
  const seen = { dialogs: 0, requests: [] as string[] }
  page.on('dialog', (dialog) => {
    seen.dialogs++
    void dialog.accept()
  })
  await leaveUnasked(page)
  await page.route(/beacon\.example/, (route) => {
    seen.requests.push(route.request().url())
    return route.abort()
  })
  return seen
}

const isHacked = (page: Page): Promise<boolean> => page.evaluate(() => Reflect.has(window, 'hacked'))
