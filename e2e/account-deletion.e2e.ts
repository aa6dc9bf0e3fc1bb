import { askForLink, call, expectDashboard, linkIn, signUp } from './people.ts'
import { expect, test } from './product.ts'

test('[D13.28] who deletes the account is signed out, and keeps it by signing in', async ({ page, product }) => {
  const email = await signUp(page, product)
  const { body: made } = await call(page, 'GET', '/templates')
  await page.goto('/settings')

  await page.getByRole('button', { name: 'Delete my account' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${made.length} template`)).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Type / }).fill(email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByText(/^Your account will be deleted on .+ Sign in before then to keep it\.$/)).toBeVisible()

  const emails = () => product.emailsTo(email)
  const notice = async () => (await emails()).filter(({ text }) => text.includes('Keep my account'))
  await expect.poll(notice).toHaveLength(1)
  const before = (await emails()).length
  await page.goto('/sign-in')
  await askForLink(page, email)
  await expect.poll(async () => (await emails()).length).toBeGreaterThan(before)
  const [link = ''] = (await emails()).map(linkIn)
  await page.goto(link)
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible()
  await page.getByRole('button', { name: 'Keep my account' }).press('Enter')
  await expect(page.getByText('Your account is kept')).toBeVisible()
  await expectDashboard(page)
  expect((await call(page, 'GET', '/templates')).body).toHaveLength(made.length)
})
