import {
  askForLink,
  codeIn,
  completeOnboarding,
  expectDashboard,
  linkIn,
  newEmail,
  signInEmail,
  signUpByForm,
} from './people.ts'
import { expect, test } from './product.ts'

for (const width of [1440, 390]) {
  test(`at ${width} pixels a user signs up with the form and the email's link, and logs out`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const email = await signUpByForm(page, product)
    await expect(page).toHaveURL('/')

    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await expect(page.getByText(email)).toBeVisible()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()

    await page.goto('/emailTemplate')
    await expect(page).toHaveURL(/\/sign-in\?redirect=%2FemailTemplate$/)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('refreshToken')
  })
}

test("a user signs in by keyboard with the email's code and gets to the requested page", async ({ page, product }) => {
  const email = newEmail()
  await page.goto('/emailTemplate')
  await expect(page.getByRole('button', { name: 'Sign up with Google' })).toBeVisible()
  await tabTo('button', 'Other service (Yahoo, etc)')
  await page.keyboard.press('Enter')
  await tabTo('textbox', 'Email address')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

  await tabTo('textbox', 'Six-digit code from the email')
  await page.keyboard.type(codeIn(await signInEmail(product, email)))
  await expect(page.getByRole('dialog', { name: 'Tell us how you work' })).toBeVisible()
  for (const name of ['Next', 'Next', 'Continue', 'Got it', 'Finish']) {
    await tabTo('button', name)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('dialog', { name: 'Welcome to LoadPing' })).toBeVisible()
  await tabTo('button', "Let's go")
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'My templates' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Default' })).toBeVisible()

  async function tabTo(role: 'button' | 'textbox', name: string): Promise<void> {
    const isFocused = () => page.getByRole(role, { name }).evaluate((element) => element === document.activeElement)
    await expect(async () => {
      for (let presses = 0; presses < 15 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab')
      expect(await isFocused()).toBe(true)
    }).toPass({ timeout: 20_000 }) // the next step of a dialog may still be loading
  }
})

test('another browser shows whom the link signs in, and redeems it only after a click', async ({
  page,
  browser,
  product,
}) => {
  const email = newEmail()
  await page.goto('/sign-in')
  await askForLink(page, email)
  const link = linkIn(await signInEmail(product, email))

  const other = await browser.newPage()
  await other.goto(link)
  const confirm = other.getByRole('button', { name: `Continue as ${email}` })
  await expect(confirm).toBeVisible()
  expect(await other.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(await other.evaluate(() => document.cookie)).toBe('loadping.extension-missing=shown; isAuth=false')
  await other.close()

  await page.goto(link)
  await completeOnboarding(page)
  await expectDashboard(page)
})

test('a link that was used in another browser no longer works, and a new one does', async ({
  page,
  browser,
  product,
}) => {
  const email = newEmail()
  await page.goto('/sign-in')
  await askForLink(page, email)
  const link = linkIn(await signInEmail(product, email))

  const other = await browser.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: `Continue as ${email}` }).click()
  await completeOnboarding(other)
  await expectDashboard(other)
  await other.close()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expect.poll(async () => linkIn(await signInEmail(product, email))).not.toBe(link)
  await page.goto(linkIn(await signInEmail(product, email)))
  await expectDashboard(page)
})
