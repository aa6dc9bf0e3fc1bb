import type { Page } from '@playwright/test'
import { askContentScript, confirmTemplates, emailAbout, loads, openBoard, untilConnected } from './board.ts'
import { call, signUp } from './people.ts'
import { expect, test } from './product.ts'

test('the next click sends the changed Default template', async ({ withExtension, product }) => {
  const page = await withExtension.newPage()
  const sender = await signUp(page, product)
  await openDefault(page)
  await page.getByRole('textbox', { name: 'Subject' }).fill('{{equipment-free}} for {{origin}}')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const failed = page.getByText('Error while updating')
  await expect(failed).toBeVisible()

  await page.getByRole('textbox', { name: 'Subject' }).fill('Truck in {{origin}}, your load {{ref}}')
  await failed.click() // the toast is over the button and stays under the pointer until it is clicked
  await save.click()
  await expect(page.getByText('Update Success')).toBeVisible()

  await untilConnected(withExtension, sender)
  await confirmTemplates(withExtension)
  const board = await openBoard(withExtension)
  await emailAbout(board, loads.plain)
  await board.shows(loads.plain, 'Sent')
  const emails = (await product.emailsTo('loads@quillon.example')).filter(({ headers }) =>
    headers['reply-to']?.includes(sender),
  )
  expect(emails.map(({ subject }) => subject)).toEqual(['Truck in Joliet, IL, your load Q48213'])
})

test('a template that needs a rate asks for it if the load has none, and sends it', async ({
  withExtension,
  product,
}) => {
  const page = await withExtension.newPage()
  const sender = await signUp(page, product)
  await openDefault(page)
  await page.getByRole('textbox', { name: 'Message' }).fill('We ask {{rate}} for {{origin}}.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Update Success')).toBeVisible()

  await untilConnected(withExtension, sender)
  await confirmTemplates(withExtension)
  const board = await openBoard(withExtension)
  await emailAbout(board, loads.noRate)
  await board.shows(loads.noRate, 'Send')
  await board.page.keyboard.type('2400')
  await board.click(loads.noRate, 'Send')

  await board.shows(loads.noRate, 'Sent')
  const [message] = (await product.emailsTo('bids@lanternway.example')).filter(({ headers }) =>
    headers['reply-to']?.includes(sender),
  )
  expect(message?.text).toContain('We ask $2,400 for Rockford, IL.')
})

test('[D13.17] a click sends the standard for its equipment, without one the Default template', async ({
  withExtension,
  product,
}) => {
  const page = await withExtension.newPage()
  const sender = await signUp(page, product)
  const template = {
    name: 'Reefer',
    subject: 'Reefer in {{origin}}',
    template: '<p>We run 53 ft reefers.</p>',
    cc: [],
    labels: [],
  }
  const { body: reefer } = await call(page, 'POST', '/templates/add-template', template)
  await page.goto(`/emailTemplateEditor/${reefer.id}`)
  await page.getByRole('button', { name: 'Change standard for equipment' }).click()
  await page.getByRole('checkbox', { name: 'Reefer' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Reefer” is standard for reefer')).toBeVisible()

  await untilConnected(withExtension, sender)
  const board = await openBoard(withExtension)
  await board.shows(loads.vanOrReefer, 'Email')
  await confirmTemplates(withExtension, 2)
  for (const load of [loads.vanOrReefer, loads.plain]) {
    await emailAbout(board, load)
    await board.shows(load, 'Sent')
  }

  const subjectTo = async (address: string) =>
    (await product.emailsTo(address)).find(({ headers }) => headers['reply-to']?.includes(sender))?.subject
  expect(await subjectTo('carrier.desk@oxbownine.example')).toMatch(/^Reefer in /)
  expect(await subjectTo('loads@quillon.example')).toMatch(/^Joliet, IL to Dallas, TX - /)
})

/** Runs in the content script: keeps what the page knows of its user, until `askWorker` is back in its place. */
const keepState = `{
  globalThis.askWorker = chrome.runtime.sendMessage.bind(chrome.runtime)
  chrome.runtime.sendMessage = async (message) => (message.kind === 'board-state' ? undefined : askWorker(message))
}`

test('[D12.16] a price that changed after it was shown is never sent without another click', async ({
  withExtension,
  product,
}) => {
  const page = await withExtension.newPage()
  const sender = await signUp(page, product)
  await untilConnected(withExtension, sender)
  await confirmTemplates(withExtension)
  const texts = async () =>
    (await product.emailsTo('loads@quillon.example'))
      .filter(({ headers }) => headers['reply-to']?.includes(sender))
      .map(({ text }) => text)

  await openDefault(page)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Rate: {{rate:trip+50% to 5}} all in for {{trip}} miles.')
  const board = await openBoard(withExtension)
  await board.shows(loads.plain, '$2,500')
  await askContentScript(board.page, keepState) // else the row may show the new price before the click
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Update Success')).toBeVisible()
  expect(await board.controls(loads.plain)).toEqual(['$2,500', 'Email', 'Call', 'Save'])
  await emailAbout(board, loads.plain)
  await askContentScript(board.page, 'void (chrome.runtime.sendMessage = askWorker)')

  await board.shows(loads.plain, 'New ask')
  expect(await board.controls(loads.plain)).toEqual(['$3,475', 'New ask', 'Call', 'Save'])
  await board.page.waitForTimeout(6_000) // longer than an email can be undone
  expect(await texts()).toEqual([])

  await emailAbout(board, loads.plain, 'New ask')
  await board.shows(loads.plain, 'Sent')
  expect(await texts()).toEqual([expect.stringContaining('Rate: $3,475 all in')])
})

test('unsaved text stays, and leaving it needs a confirmation', async ({ page, product }) => {
  await signUp(page, product)
  await openDefault(page)
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('A better subject for {{origin}}')

  await product.kill()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Error while updating')).toBeVisible()
  await expect(subject).toHaveText('A better subject for {{origin}}')
  await expect(page.getByRole('button', { name: 'Not saved, retry' })).toBeVisible()
  await product.restart()

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(subject).toHaveText('A better subject for {{origin}}')

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Update Success')).toBeVisible()
  await page.reload()
  await expect(subject).toHaveText('A better subject for {{origin}}')
})

async function openDefault(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Templates' }).first().click()
  await page.getByRole('link', { name: 'Default', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Template name' })).toHaveValue('Default')
}
