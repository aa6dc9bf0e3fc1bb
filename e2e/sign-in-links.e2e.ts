import type { Page } from '@playwright/test'
import { unsafeRedirects } from '../contract/src/sign-in/safe-redirect.cases.ts'
import { askForLink, completeOnboarding, expectDashboard, linkIn, newEmail, signInEmail, signUp } from './people.ts'
import { expect, type Product, test } from './product.ts'

const storedTokens = (page: Page) =>
  page.evaluate(
    (): { accessToken: string; refreshToken: string } =>
      JSON.parse(localStorage.getItem('loadping.session') ?? '{}').state,
  )

test('[S09] tokens in a URL are removed at once from history, referrers and other requests', async ({
  page,
  browser,
  product,
}) => {
  const email = await signUp(page, product)
  const { accessToken, refreshToken } = await storedTokens(page)
  const context = await browser.newContext({ baseURL: product.address })
  const fresh = await context.newPage()
  const requests: { url: string; referrer: string }[] = []
  fresh.on('request', (request) => requests.push({ url: request.url(), referrer: request.headers()['referer'] ?? '' }))

  await fresh.goto(`/emailTemplate?accessToken=${accessToken}&refreshToken=${refreshToken}&utm=ad`)
  await fresh.getByRole('button', { name: `Continue as ${email}` }).click()
  await expect(fresh.getByRole('heading', { level: 1, name: 'My templates' })).toBeVisible()
  await fresh.getByRole('link', { name: 'Default', exact: true }).click()
  await expect(fresh).toHaveURL(/emailTemplateEditor/)
  await fresh.goBack()
  await expect(fresh.getByRole('heading', { level: 1, name: 'My templates' })).toBeVisible()

  await expect(fresh).toHaveURL('/emailTemplate?utm=ad')
  const [landing, ...others] = requests
  expect(landing?.url).toContain(accessToken) // the URL that the user opened
  for (const { url, referrer } of others) {
    expect(new URL(url).origin).toBe(product.address)
    expect(url + referrer).not.toContain(accessToken)
    expect(referrer + url.replace(/^.*\/auth\/refresh\?refreshToken=/, '')).not.toContain(refreshToken)
  }
  const devtools = await context.newCDPSession(fresh)
  const { entries } = await devtools.send('Page.getNavigationHistory')
  for (const { url } of entries) expect(url).not.toMatch(/accessToken|refreshToken/)
  await context.close()
})

test('[S09] [R05] tokens and email addresses disappear from the address bar at once', async ({ page, product }) => {
  const email = newEmail()
  await page.goto('/sign-in')
  await askForLink(page, email)
  await expect(page).toHaveURL('/sign-in/verifying')
  await expect(page.getByText(email)).toBeVisible()
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()

  await page.goto(linkIn(await signInEmail(product, email)))
  await completeOnboarding(page)
  await page.goto('/invitation/a-secret-of-an-invitation')
  await expect(page).toHaveURL('/invitation/accept')
  await page.getByRole('link', { name: 'Go to the Dashboard' }).click()
  await expectDashboard(page)

  const devtools = await page.context().newCDPSession(page)
  const { entries } = await devtools.send('Page.getNavigationHistory')
  for (const { url } of entries) expect(url).not.toMatch(/token=|email=|a-secret-of/)
})

test('[D2.3] a link with a token pair does not sign in a signed-out browser before a click', async ({
  page,
  browser,
  product,
}) => {
  const email = await signUp(page, product)
  const { accessToken, refreshToken } = await storedTokens(page)
  const context = await browser.newContext({ baseURL: product.address })
  const victim = await context.newPage()
  await victim.goto(`/?accessToken=${accessToken}&refreshToken=${refreshToken}`)

  await expect(victim.getByRole('button', { name: `Continue as ${email}` })).toBeVisible()
  expect((await storedTokens(victim))?.accessToken || '').toBe('')
  expect((await context.cookies()).filter(({ name, value }) => name === 'isAuth' && value === 'true')).toEqual([])
  await victim.goto('/emailTemplate')
  await expect(victim).toHaveURL(/\/sign-in\?/)
  await context.close()
})

test("[A03] a scanner that opens a link uses nothing up, and the user's click still works", async ({
  page,
  browser,
  product,
}) => {
  const email = newEmail()
  await page.goto('/sign-in')
  await askForLink(page, email)
  const link = linkIn(await signInEmail(product, email))

  for (const [method, headers] of [
    ['HEAD', {}],
    ['GET', {}],
    ['GET', { accept: 'text/html' }],
    ['GET', { accept: 'text/html', 'sec-purpose': 'prefetch' }],
    ['GET', { accept: 'text/html', purpose: 'prefetch' }],
    ['OPTIONS', {}],
  ] as const) {
    await fetch(link, { method, headers })
  }
  const scanner = await browser.newContext()
  const scan = await scanner.newPage()
  const posts: string[] = []
  scan.on('request', (request) => request.method() !== 'GET' && posts.push(request.url()))
  await scan.goto(link)
  await expect(scan.getByRole('button', { name: `Continue as ${email}` })).toBeVisible()
  await scan.waitForTimeout(10_000)
  expect(posts).toEqual([])
  await scanner.close()

  await page.goto(link)
  await completeOnboarding(page)
  await expectDashboard(page)
})

const everyNth = process.env['GOALS'] === 'full' ? 1 : 10

test.describe('[G8] redirects', () => {
  test.setTimeout(600_000)
  const entries = [
    (query: string) => `/sign-in/verifying?${query}`,
    (query: string) => `/emailTemplate?${query}`,
    (query: string) => `/sign-in?${query}`,
  ]

  test(`[A12] unsafe redirects stay on our origin and run nothing, tried: 1 in ${everyNth}`, async ({
    page,
    product,
  }) => {
    await signUp(page, product)
    const { accessToken, refreshToken } = await storedTokens(page)
    const tried = unsafeRedirects.filter(
      (redirect, index): redirect is string => typeof redirect === 'string' && index % everyNth === 0,
    )
    let dialogs = 0
    const origins = new Set<string>()
    page.on('dialog', (dialog) => {
      dialogs += 1
      void dialog.dismiss()
    })
    page.on('framenavigated', (frame) => frame === page.mainFrame() && origins.add(new URL(frame.url()).origin))

    for (const entry of entries) {
      for (const redirect of tried)
        await openWithTokens(
          page,
          product,
          entry(`accessToken=${accessToken}&refreshToken=${refreshToken}&redirect=${encodeURIComponent(redirect)}`),
        )
    }

    expect(dialogs).toBe(0)
    expect([...origins]).toEqual([product.address])
    expect(tried.length).toBeGreaterThan(everyNth === 1 ? 250 : 25)
  })

  test('[A13] repeated, list and twenty-fold nested parameters lead to a page in one redirect', async ({
    page,
    product,
  }) => {
    await signUp(page, product)
    const pair = await storedTokens(page)
    const query = `accessToken=${pair.accessToken}&refreshToken=${pair.refreshToken}`
    const nested = Array.from({ length: 20 }).reduce<string>(
      (inner) => `/sign-in/verifying?${query}&redirect=${encodeURIComponent(inner)}`.slice(0, 4_000),
      '/',
    )
    let visited: string[] = []
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && visited.at(-1) !== frame.url()) visited.push(frame.url())
    })

    for (const more of [
      'redirect=%2Fload&redirect=%2Fpricing',
      'redirect[x]=1',
      'redirect[]=a&redirect[]=b',
      'accessToken=x',
      `redirect=${encodeURIComponent(nested)}`,
    ]) {
      visited = []
      await openWithTokens(page, product, `/emailTemplate?${query}&${more}`)
      expect(
        visited.filter((url) => url.includes('/sign-in/verifying')).length,
        `${more}: ${visited}`,
      ).toBeLessThanOrEqual(1)
    }
  })
})

/** Opens a URL with valid tokens, agrees, and waits until it has led to a page of the user. */
async function openWithTokens(page: Page, product: Product, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Continue as' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
  expect(new URL(page.url()).origin).toBe(product.address)
  expect(new URL(page.url()).pathname).not.toContain('sign-in')
}
