import type { Locator, Page } from '@playwright/test'
import type { InboxMessage } from '../server/src/stand-ins/inbox.ts'
import { boardOn } from './board.ts'
import { call, linkIn, newEmail, signInEmail, signUpToOnboarding } from './people.ts'
import { expect, launchWithExtension, type Product, test } from './product.ts'

const rowOf = (id: string): string => `[row-id="${id}"]`
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Waits for the practice email about a lane, and returns it. */
async function practiceEmail(product: Product, email: string, city: string): Promise<InboxMessage> {
  const find = async () => (await product.emailsTo(email)).find(({ subject }) => subject.startsWith(city))
  await expect.poll(find).toBeDefined()
  const found = await find()
  if (!found) throw new Error('no practice email')
  return found
}

/** Goes from an empty browser to the first inquiry in the own inbox, and returns what that took. */
async function goToFirstInquiry(page: Page, product: Product) {
  const effort = { clicks: 0, fields: 0, seconds: 0 }
  const press = async (target: Locator) => {
    effort.clicks += 1
    await target.click()
  }
  const type = async (field: Locator, text: string) => {
    effort.fields += 1
    await field.fill(text)
  }
  const email = newEmail()
  const startedAt = performance.now()
  await page.goto('/sign-in')
  await press(button(page, 'Other service (Yahoo, etc)'))
  await type(page.getByRole('textbox', { name: 'Email address' }), email)
  await press(button(page, 'Continue'))
  const askedAt = performance.now()
  const link = linkIn(await signInEmail(product, email))
  const waitedForMail = performance.now() - askedAt

  effort.clicks += 1 // on the link
  await page.goto(link)
  await type(page.getByRole('textbox', { name: /MC number/ }), '123456')
  await press(button(page, 'Next'))
  await expect(page.getByText('MC number found.')).toBeVisible()
  await press(button(page, 'Next'))
  await press(button(page, 'Finish'))
  await press(button(page, "Let's go"))
  await expect(page.getByText('Emails from this page go only to you')).toBeVisible()
  const board = await boardOn(page, rowOf)
  effort.clicks += 1
  await board.click('practice-1', 'Email')
  await board.shows('practice-1', 'Undo')
  effort.seconds = (performance.now() - startedAt - waitedForMail) / 1000

  const message = await practiceEmail(product, email, 'Joliet, IL')
  expect(message.to).toEqual([email])
  expect(message.text).toContain('MC 123456')
  await expect(page.getByText('1 of 20 used today.')).toBeVisible()
  return effort
}

test('[D12.15] the first inquiry in the own inbox takes 8 clicks, 2 fields and at most a minute', async ({
  product,
  launchOptions,
}) => {
  const seconds: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const context = await launchWithExtension(product.extension, product, launchOptions)
    const effort = await goToFirstInquiry(await context.newPage(), product)
    await context.close()
    expect(effort).toMatchObject({ clicks: 8, fields: 2 })
    seconds.push(effort.seconds)
  }
  console.log(`first inquiry: ${seconds.map((each) => each.toFixed(1)).join(', ')} s`)
  expect(seconds.toSorted((one, other) => one - other)[1]).toBeLessThanOrEqual(60)
})

test('[D12.15] [D13.30] without the extension the page itself sends to the user, which can be undone', async ({
  page,
  product,
}) => {
  const email = await signUpToOnboarding(page, product)
  for (const name of ['Next', 'Next', 'Continue', 'Got it', 'Finish', "Let's go"]) await button(page, name).click()

  await expect(page.getByText('this page shows the buttons itself')).toBeVisible()
  await page.locator(rowOf('practice-1')).getByRole('button', { name: 'Email' }).click()
  await button(page, 'Undo').click()
  await expect(page.getByText('Undone. Nothing was sent.')).toBeVisible()
  await page.locator(rowOf('practice-2')).getByRole('button', { name: 'Email' }).click()
  await expect(page.locator(rowOf('practice-2')).getByText('Sent to you')).toBeVisible()

  expect((await practiceEmail(product, email, 'Olathe, KS')).to).toEqual([email])
  expect((await product.emailsTo(email)).filter(({ subject }) => subject.startsWith('Joliet'))).toEqual([])
  expect((await call(page, 'GET', '/users/me')).body).toMatchObject({ emails: 50 })
  expect((await call(page, 'GET', '/emails')).body.emails).toEqual([])
})

test('[4.10] a server that stops in the middle of each step loses nothing', async ({ page, product }) => {
  await signUpToOnboarding(page, product)
  await page.getByRole('textbox', { name: /MC number/ }).fill('123456')
  await product.kill()
  await button(page, 'Next').click()
  await expect(page.getByText(/^Not saved/)).toBeVisible()
  await product.restart()
  await page.reload()
  await expect(page.getByRole('textbox', { name: /MC number/ })).toHaveValue('123456')
  await button(page, 'Next').click()
  await expect(page.getByText('MC number found.')).toBeVisible()

  await button(page, 'Edit').click()
  await page.getByRole('textbox', { name: 'Message' }).press('Control+End')
  await page.keyboard.type(' Thanks')
  await product.kill()
  await button(page, 'Next').click()
  await expect(page.getByText('Error while updating')).toBeVisible()
  await product.restart()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Message' })).toContainText('Thanks')
  await button(page, 'Next').click()
  await button(page, 'Got it').click()
  await button(page, 'Finish').click()
  await button(page, "Let's go").click()

  const row = page.locator(rowOf('practice-1'))
  await row.getByRole('button', { name: 'Email' }).waitFor()
  await product.kill()
  await row.getByRole('button', { name: 'Email' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await product.restart()
  await row.getByRole('button', { name: 'Email' }).click()
  await expect(row.getByText('Sent to you')).toBeVisible()
})

test('two tabs in the onboarding end without a dialog in either', async ({ page, product }) => {
  await signUpToOnboarding(page, product)
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(dialog(other, 'Tell us how you work')).toBeVisible()

  for (const name of ['Next', 'Next', 'Continue', 'Got it', 'Finish', "Let's go"]) await button(page, name).click()
  for (const name of ['Next', 'Next', 'Continue', 'Got it', 'Finish']) await button(other, name).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Practice board' })).toBeVisible()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(other.getByRole('dialog')).toHaveCount(0)
})

test('[D9.1] a name of 200 letters is explained, and one of emoji and right-to-left letters is kept', async ({
  page,
  product,
}) => {
  await signUpToOnboarding(page, product)
  const company = page.getByRole('textbox', { name: /Company/ })
  await company.fill('A'.repeat(200))
  await button(page, 'Next').click()
  await expect(company).toHaveAttribute('aria-invalid', 'true')

  const name = 'شركة النقل السريع 🚚🚛'
  await company.fill(name)
  await button(page, 'Next').click()
  await expect(dialog(page, 'Check your Default template')).toBeVisible()
  expect((await call(page, 'GET', '/users/me/profile')).body).toMatchObject({ company: name })
})

test('every step of the onboarding has its button on a screen of 360 by 640', async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await signUpToOnboarding(page, product)
  await expect(page.getByRole('textbox', { name: /MC number/ })).toBeInViewport()
  for (const name of ['Next', 'Next', 'Continue', 'Got it', 'Finish', "Let's go"]) {
    await expect(button(page, name)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await button(page, name).click()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Practice board' })).toBeVisible()
})

test('Back after the sign-in shows the product, not the page that waits for the email', async ({ page, product }) => {
  await signUpToOnboarding(page, product)

  await page.goBack()

  await expect(page).toHaveURL('/')
  await expect(dialog(page, 'Tell us how you work')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toHaveCount(0)
})
