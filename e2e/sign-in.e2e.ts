import {
  askForLink,
  codeIn,
  completeOnboarding,
  expectDashboard,
  linkIn,
  newEmail,
  signInMail,
  signUp,
} from './people.ts'
import { expect, test } from './product.ts'

for (const width of [1440, 390]) {
  test(`at ${width} pixels a person signs up with the form and the link from a real mail, and logs out`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const email = await signUp(page, product)
    await expect(page).toHaveURL('/')

    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByText(email)).toBeVisible()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()

    await page.goto('/emailTemplate')
    await expect(page).toHaveURL(/\/sign-in\?redirect=%2FemailTemplate$/)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('refreshToken')
  })
}

test('the keyboard alone and the code from the mail sign a person in, and lead to where they wanted', async ({
  page,
  product,
}) => {
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
  await page.keyboard.type(codeIn(await signInMail(product, email)))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create account' })).toBeVisible()
  await tabTo('button', 'Save')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Welcome to LoadPing' })).toBeVisible()
  await tabTo('button', "Let's go")
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'My templates' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Default' })).toBeVisible()

  async function tabTo(role: 'button' | 'textbox', name: string): Promise<void> {
    const isThere = () => page.getByRole(role, { name }).evaluate((element) => element === document.activeElement)
    for (let presses = 0; presses < 15 && !(await isThere()); presses += 1) await page.keyboard.press('Tab')
    expect(await isThere()).toBe(true)
  }
})

test('another browser than the one that asked is told whom the link signs in, and uses it only after a click', async ({
  page,
  browser,
  product,
}) => {
  const email = newEmail()
  await page.goto('/sign-in')
  await askForLink(page, email)
  const link = linkIn(await signInMail(product, email))

  const other = await browser.newPage()
  await other.goto(link)
  const goOn = other.getByRole('button', { name: `Continue as ${email}` })
  await expect(goOn).toBeVisible()
  expect(await other.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, 'isAuth=false'])
  await other.close()

  await page.goto(link)
  await completeOnboarding(page)
  await expectDashboard(page)
})

test('a link that was used in another browser says so in the one that asked, and a new one works', async ({
  page,
  browser,
  product,
}) => {
  const email = newEmail()
  await page.goto('/sign-in')
  await askForLink(page, email)
  const link = linkIn(await signInMail(product, email))

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
  await expect.poll(async () => linkIn(await signInMail(product, email))).not.toBe(link)
  await page.goto(linkIn(await signInMail(product, email)))
  await expectDashboard(page)
})
