import type { Page } from '@playwright/test'
import { untilConnected } from './board.ts'
import { askForLink, expectDashboard, linkIn, signInEmail, signUp, signUpByForm } from './people.ts'
import { expect, test } from './product.ts'

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
}

test('[S08] logging out in one tab logs out the others and the extension, and keeps other data', async ({
  withExtension,
  product,
}) => {
  const page = await withExtension.newPage()
  const email = await signUpByForm(page, product)
  await untilConnected(withExtension, email)
  const other = await withExtension.newPage()
  await other.goto('/emailTemplate')
  await expect(other.getByRole('heading', { level: 1, name: 'My templates' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('draft of a user', 'kept'))

  await logOut(page)

  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  const kept = await page.evaluate(() => ({ ...localStorage, cookie: document.cookie }))
  expect(kept).toMatchObject({ 'draft of a user': 'kept', new_user: 'false', cookie: 'isAuth=false' })
  expect(Object.keys(kept)).not.toContain('loadping.session')
  const session = () =>
    withExtension.serviceWorkers()[0]?.evaluate('chrome.storage.local.get("session").then(({ session }) => session)')
  await expect.poll(session).toBeNull()
})

test('a user signs out another browser, which is signed out at its next request', async ({
  page,
  browser,
  product,
}) => {
  const email = await signUp(page, product)
  const before = (await product.emailsTo(email)).length
  const context = await browser.newContext({ baseURL: product.address })
  const elsewhere = await context.newPage()
  await elsewhere.goto('/sign-in')
  await askForLink(elsewhere, email)
  await expect.poll(async () => (await product.emailsTo(email)).length).toBeGreaterThan(before)
  await elsewhere.goto(linkIn(await signInEmail(product, email)))
  await expectDashboard(elsewhere)

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()

  await expect(page.getByText(/is signed out$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(0)
  await elsewhere.getByRole('link', { name: 'My templates' }).first().click()
  await expect(elsewhere.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await context.close()
})

test('[2.17] a broker has no Analytics, loads and Billing, and is redirected from them', async ({ page, product }) => {
  await signUp(page, product, 'Broker')
  const names = await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link').allInnerTexts()
  expect(names.map((name) => name.split('\n')[0])).toEqual(['Dashboard', 'My templates', 'Offers', 'My team'])

  for (const path of ['/analytics', '/pricing', '/load']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expectDashboard(page)
  }
})

test("[2.37] a guest on a load's page signs in from there and returns to it", async ({ page, product }) => {
  const email = await signUp(page, product)
  await logOut(page)
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()

  await page.goto('/loadinfo/10000000-0000-4000-8000-000000000001')
  await expect(page.getByRole('button', { name: 'Signed in as Guest' })).toBeVisible()
  await page.getByRole('button', { name: 'My templates' }).click()
  const modal = page.getByRole('dialog', { name: 'Welcome to LoadPing' })
  await expect(modal).toBeVisible()
  const before = (await product.emailsTo(email)).length
  await askForLink(page, email)
  await expect.poll(async () => (await product.emailsTo(email)).length).toBeGreaterThan(before)
  await page.goto(linkIn(await signInEmail(product, email)))

  await expect(page).toHaveURL('/loadinfo/10000000-0000-4000-8000-000000000001')
})

test('[S14] users stay signed in while the server is down and continue when it is back', async ({ page, product }) => {
  await signUp(page, product)
  await product.kill()

  await page.reload().catch(() => {}) // the page cannot load either
  await product.restart()
  await page.goto('/emailTemplate')

  await expect(page.getByRole('link', { name: 'Default', exact: true })).toBeVisible()
})

test('a tab restarts empty when another user signs in in a second tab', async ({ page, browser, context, product }) => {
  const first = await signUp(page, product)
  await page.goto('/settings')
  await page.getByRole('textbox', { name: 'Trucks' }).fill('33')
  const elsewhere = await browser.newContext({ baseURL: product.address })
  const otherPage = await elsewhere.newPage()
  const second = await signUp(otherPage, product)
  const { accessToken, refreshToken } = await otherPage.evaluate(
    (): { accessToken: string; refreshToken: string } =>
      JSON.parse(localStorage.getItem('loadping.session') ?? '{}').state,
  )

  const secondTab = await context.newPage()
  await secondTab.goto(`/?accessToken=${accessToken}&refreshToken=${refreshToken}`)
  await expect(secondTab.getByRole('button', { name: `Stay signed in as ${first}` })).toBeVisible()
  await secondTab.getByRole('button', { name: `Continue as ${second}` }).click()
  await expectDashboard(secondTab)

  await expect(page.getByRole('textbox', { name: 'Trucks' })).toHaveValue('1')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByText(second).last()).toBeVisible() // in the menu, over the one in the page's head
  await elsewhere.close()
})
