import { expect as expectValue, type Page } from '@playwright/test'
import { pastedEmails } from './pasted-emails.ts'
import { call, leaveUnasked, signUp } from './people.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'serial' })

/** What the editor's library keeps on its element. */
type EditorField = HTMLElement & {
  editor?: {
    commands: { insertContentAt: (at: number, content: object) => void; focus: (where: 'end') => void }
    view: {
      state: {
        doc: {
          textContent: string
          content: { size: number }
          descendants: (visit: (node: { isText: boolean }, position: number) => void) => void
        }
        tr: { insertText: (text: string, at: number) => object; delete: (from: number, to: number) => object }
      }
      dispatch: (transaction: object) => void
    }
  }
}

let page: Page
test.beforeAll(async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.address, viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  await leaveUnasked(page)
  await signUp(page, product)
})
test.afterAll(() => page.context().close())

const message = () => page.getByRole('textbox', { name: 'Message' })
const draft = { name: 'Default', subject: 'Truck', template: '<p>Hi</p>', cc: [], labels: [] }

/** Opens the Default template with this body, and without unsaved text of an earlier test. */
async function openWith(template: string): Promise<string> {
  await page.goto('/legal/terms')
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('loadping.draft.')) localStorage.removeItem(key)
  })
  const { body } = await call(page, 'GET', '/templates')
  await call(page, 'PUT', `/templates/${body[0].id}`, { ...draft, template })
  await page.goto(`/emailTemplateEditor/${body[0].id}`)
  await expect(message()).toBeVisible()
  return body[0].id
}

async function save(): Promise<string> {
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Update Success').last()).toBeVisible()
  const { body } = await call(page, 'GET', '/templates')
  return body[0].template
}

const paste = (data: Record<string, string>) =>
  message().evaluate((field, entries) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(entries)) clipboardData.setData(type, text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)

test('[D4.6] typing {{, Enter and the arrows write chips; the stored text is plain {{name}}', async () => {
  await openWith('<p>Hi</p>')
  await message().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(', from {{ori')
  await expect(page.getByRole('option', { name: /origin/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' to {{dest}} by {{')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await page.keyboard.type('avail}}')

  await expect(message().locator('[data-placeholder]')).toHaveText(['{{origin}}', '{{dest}}', '{{avail}}'])
  expectValue(await save()).toBe('<p>Hi, from {{origin}} to {{dest}} by {{avail}}</p>')
})

test('[D4.6] pasted text with {{name}} becomes chips, tables stay, and undo takes the paste back', async () => {
  await openWith('<p>Hi</p>')
  await message().click()
  await page.keyboard.press('Control+End')
  await paste({ 'text/html': '<table><tr><td style="padding:4px">{{rate}}</td><td>MC {{mc}}</td></tr></table>' })
  await expect(message().locator('td [data-placeholder]')).toHaveText(['{{rate}}', '{{mc}}'])
  expectValue(await save()).toContain('<td style="padding:4px">{{rate}}</td>\n<td>MC {{mc}}</td>')

  await message().click()
  await page.keyboard.press('Control+z')
  await expect(message().locator('table')).toHaveCount(0)
})

test('the toolbar is one Tab stop, and Optional wraps each selected paragraph', async () => {
  await openWith('<p>We ask {{rate}}.</p><p>Ref {{ref}}</p>')
  await message().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused()
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('ArrowRight')
    if (await page.getByRole('button', { name: 'Optional' }).evaluate((button) => button === document.activeElement))
      break
  }
  await page.keyboard.press('Enter')

  await expect(message()).toBeFocused()
  await expect(message().locator('.optional-text').first()).toBeVisible()
  expectValue(await save()).toBe('<p>[[We ask {{rate}}.]]</p>\n<p>[[Ref {{ref}}]]</p>')
})

test('[5.4] a reload in the middle of a word loses nothing, and Discard goes back to the saved text', async () => {
  await openWith('<p>Hi</p>')
  await message().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' wor')
  await page.reload()

  await expect(message()).toHaveText('Hi wor')
  await expect(page.getByText(/were kept on this device/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect(message()).toHaveText('Hi')
  await page.reload()
  await expect(message()).toHaveText('Hi')
})

test('two tabs that edit one template are asked which text to keep', async () => {
  await openWith('<p>Hi</p>')
  const other = await page.context().newPage()
  await leaveUnasked(other)
  await other.goto(page.url())
  await other.getByRole('textbox', { name: 'Message' }).fill('From the other tab')
  await other.keyboard.press('Control+s')
  await expect(other.getByText('Update Success')).toBeVisible()
  await other.close()

  await message().fill('From this tab')
  await page.keyboard.press('Control+s')
  const question = page.getByRole('dialog', { name: 'Saved somewhere else' })
  await expect(question.getByText('From the other tab')).toBeVisible()
  await expect(question.getByText('From this tab')).toBeVisible()
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Update Success').last()).toBeVisible()
  const { body } = await call(page, 'GET', '/templates')
  expectValue(body[0].template).toBe('<p>From this tab</p>')
})

test('1 MB of pasted HTML is refused with a reason, and the editor stays usable', async () => {
  await openWith('<p>Hi</p>')
  await message().click()
  await paste({ 'text/html': '<p style="color:red">Is it open?</p>'.repeat(28_000) })
  await expect(page.getByText('Nothing was pasted. At most 200,000 characters.')).toBeVisible()
  await paste({ 'text/html': '<b>x</b>'.repeat(3_000) })
  await expect(page.getByText('Nothing was pasted. At most 2,000 tags.')).toBeVisible()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  await expect(message()).toHaveText('Hi!')
})

test('pasted emails keep the style of 95 % of their words, and saving again changes nothing', async ({ browser }) => {
  await openWith('')
  for (const { html } of pastedEmails) {
    await startParagraph()
    await paste({ 'text/html': html })
  }
  const saved = await save()
  await page.reload()
  await expect(message()).toBeVisible()
  await writeAgain()
  expectValue(await save()).toBe(saved)

  const plain = await browser.newPage()
  const before: string[] = []
  for (const { html } of pastedEmails) before.push(...(await readWords(plain, html)))
  const after = await readWords(plain, saved)
  await plain.close()
  const sameStyle = before.filter((word, index) => after[index] === word).length / before.length
  console.log(JSON.stringify({ name: 'pasted emails', emails: pastedEmails.length, words: before.length, sameStyle }))
  expectValue(sameStyle).toBeGreaterThanOrEqual(0.95)
})

/** Puts the cursor into an empty paragraph at the end. */
const startParagraph = () =>
  message().evaluate((field: EditorField) => {
    const { editor } = field
    if (!editor) throw new Error('No editor')
    if (editor.view.state.doc.textContent)
      editor.commands.insertContentAt(editor.view.state.doc.content.size, { type: 'paragraph' })
    editor.commands.focus('end')
  })

/** Makes the editor write its whole document again, without a change. */
const writeAgain = () =>
  message().evaluate((field: EditorField) => {
    const view = field.editor?.view
    if (!view) throw new Error('No editor')
    let at = 1
    view.state.doc.descendants((node, position) => {
      if (node.isText) at = position
    })
    view.dispatch(view.state.tr.insertText('x', at))
    view.dispatch(view.state.tr.delete(at, at + 1))
  })

/** Lists each word of an email with the style that a reader sees. */
async function readWords(plain: Page, html: string): Promise<string[]> {
  await plain.setContent(html)
  return plain.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const words: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (!parentElement) continue
      const { color, fontFamily, fontSize, fontWeight, fontStyle, textAlign } = getComputedStyle(parentElement)
      const lines: string[] = []
      let background = ''
      for (let at: Element | null = parentElement; at && at !== document.body; at = at.parentElement) {
        const { textDecorationLine, backgroundColor } = getComputedStyle(at)
        if (textDecorationLine !== 'none') lines.push(textDecorationLine)
        if (backgroundColor !== 'rgba(0, 0, 0, 0)') background ||= backgroundColor
      }
      const style = [
        color,
        background,
        fontFamily,
        fontSize,
        fontWeight,
        fontStyle,
        textAlign,
        ...new Set(lines),
      ].join()
      for (const word of textContent?.split(/\s+/) ?? []) if (word) words.push(`${word} ${style}`)
    }
    return words
  })
}
