import type { Page } from '@playwright/test'
import { loads, openBoard, untilConnected } from './board.ts'
import { signUp } from './people.ts'
import { expect, test } from './product.ts'

test('a changed Default template is what the next click sends', async ({ withExtension, product }) => {
  const page = await withExtension.newPage()
  const sender = await signUp(page, product)
  await openDefault(page)
  await page.getByRole('textbox', { name: 'Subject' }).fill('{{equipment-free}} for {{origin}}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Error while updating')).toBeVisible()

  await page.getByRole('textbox', { name: 'Subject' }).fill('Truck in {{origin}}, your load {{ref}}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Update Success')).toBeVisible()

  await untilConnected(withExtension, sender)
  const board = await openBoard(withExtension)
  await board.press(loads.plain, 'Email')
  await board.says(loads.plain, 'Sent')
  const mails = (await product.emailTo('loads@quillon.example')).filter(({ headers }) =>
    headers['reply-to']?.includes(sender),
  )
  expect(mails.map(({ subject }) => subject)).toEqual(['Truck in Joliet, IL, your load Q48213'])
})

test('a template that needs a rate asks for it where a load shows none, and sends what was typed', async ({
  withExtension,
  product,
}) => {
  const page = await withExtension.newPage()
  const sender = await signUp(page, product)
  await openDefault(page)
  await page.getByRole('textbox', { name: 'Message' }).fill('We ask {{rate}} for {{origin}}.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Update Success')).toBeVisible()

  await untilConnected(withExtension, sender)
  const board = await openBoard(withExtension)
  await board.press(loads.noRate, 'Email')
  await board.says(loads.noRate, 'Send')
  await board.page.keyboard.type('2400')
  await board.press(loads.noRate, 'Send')

  await board.says(loads.noRate, 'Sent')
  const [mail] = (await product.emailTo('bids@lanternway.example')).filter(({ headers }) =>
    headers['reply-to']?.includes(sender),
  )
  expect(mail?.text).toContain('We ask $2,400 for Rockford, IL.')
})

test('text that could not be saved stays, and leaving it is asked about', async ({ page, product }) => {
  await signUp(page, product)
  await openDefault(page)
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Typed with care for {{origin}}')

  await product.kill()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Error while updating')).toBeVisible()
  await expect(subject).toHaveValue('Typed with care for {{origin}}')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await product.startAgain()

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await expect(subject).toHaveValue('Typed with care for {{origin}}')

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Update Success')).toBeVisible()
  await page.reload()
  await expect(subject).toHaveValue('Typed with care for {{origin}}')
})

async function openDefault(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Templates' }).first().click()
  await page.getByRole('link', { name: 'Default', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Template name' })).toHaveValue('Default')
}
