import { codeIn, completeOnboarding, expectDashboard, newEmail, signInEmail, signInOver } from './people.ts'
import { expect, test } from './product.ts'

for (const provider of ['Google', 'Outlook'] as const) {
  test(`[7.27] ${provider} signs in a new user, who can send at once and sees the photo`, async ({ page }) => {
    const email = newEmail()

    await signInOver(page, provider, email)
    await completeOnboarding(page)

    await expectDashboard(page)
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Verify email')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Account', exact: true }).locator('img')).toHaveAttribute(
      'src',
      /^data:image\/webp;base64,/,
    )
    const cookies = (await page.context().cookies()).filter(
      ({ path, name }) => path === '/' && !name.startsWith('loadping.'),
    )
    expect(cookies).toEqual([expect.objectContaining({ name: 'isAuth', value: 'true' })])
  })
}

test('[2.33] a user without send permission is signed in and shown how to verify', async ({ page }) => {
  await signInOver(page, 'Outlook', newEmail(), { canSend: false })
  await completeOnboarding(page)

  await expectDashboard(page)
  await page.getByRole('link', { name: 'Instructions' }).click()
  await expect(page).toHaveURL('/email/connect')
})

test('[A10] an address that the provider has not verified must be verified by email', async ({ page, product }) => {
  const email = newEmail()

  await signInOver(page, 'Outlook', email, { isEmailVerified: false })

  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('loadping.session'))).toBeNull()
  await page
    .getByRole('textbox', { name: 'Six-digit code from the email' })
    .fill(codeIn(await signInEmail(product, email)))
  await completeOnboarding(page)
  await expectDashboard(page)
})

test('canceling a Google sign-in returns to the sign-in page with a message', async ({ page }) => {
  await page.goto('/sign-in?redirect=%2FemailTemplate')
  await page.getByRole('button', { name: 'Sign up with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await expect(page).toHaveURL(/\/sign-in\?/)
  await expect(page.getByText('Sign-in canceled.')).toBeVisible()
})
