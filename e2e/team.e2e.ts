import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { askForLink, linkIn, newEmail, settleIn, signInMail, signUp } from './people.ts'
import { expect, type Product, test } from './product.ts'

const planScript = join(import.meta.dirname, '../scripts/plan.ts')

/** What an operator does for somebody who bought a Business plan. */
function grantBusiness({ data }: Product, email: string): void {
  execFileSync(process.execPath, [planScript, 'grant', email, 'business', '--seats', '10'], { env: { ...process.env, DATA_DIR: data } })
}

/** Calls the API as the one who is signed in on a page. */
const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ method, path, body }) => {
      const { accessToken } = JSON.parse(localStorage.getItem('loadping.session') ?? '{}').state
      const type = body && { 'content-type': 'application/json' }
      const answer = await fetch(path, { method, headers: { authorization: `Bearer ${accessToken}`, ...type }, body: body ?? null })
      return { status: answer.status, body: await answer.json() }
    },
    { method, path, body: body && JSON.stringify(body) },
  )

const peopleOf = async (page: Page): Promise<string[]> => {
  const { body } = await call(page, 'GET', '/api/organization/users')
  return body.map(({ email, status }: { email: string; status: string }) => `${email} ${status}`)
}

/** The link of the newest invitation that was mailed to an address. */
async function invitationLink(product: Product, email: string): Promise<string> {
  const newest = async () => (await product.mailTo(email)).find(({ subject }) => subject.startsWith('Join '))
  await expect.poll(newest).toBeDefined()
  const mail = await newest()
  return mail ? linkIn(mail) : ''
}

/** Signs up with the mail that the form of this page asked for. */
async function signUpByMail(page: Page, product: Product, email: string): Promise<void> {
  await askForLink(page, email)
  await page.goto(linkIn(await signInMail(product, email)))
}

const accepted = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your invitation has been accepted' })
const expired = (page: Page) => page.getByRole('alert').filter({ hasText: 'Invitation Expired' })

test('an invitation that was forwarded is no good for anybody else, and stays good for whom it is for, who joins once from two tabs', async ({
  page,
  browser,
  product,
}) => {
  const owner = await signUp(page, product)
  grantBusiness(product, owner)
  await call(page, 'POST', '/api/management/manager/create-organization', { name: 'Redbud Carriers LLC' })
  const invited = newEmail()
  await call(page, 'POST', '/api/management/manager/invite', { emails: [invited] })
  const link = await invitationLink(product, invited)

  const elsewhere = await browser.newContext({ baseURL: product.address })
  const stranger = await elsewhere.newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Join Redbud Carriers LLC on LoadPing')
  await stranger.getByRole('button', { name: 'Accept invitation' }).click()
  await signUpByMail(stranger, product, newEmail())
  await expect(expired(stranger)).toHaveClass(/Toastify__toast--success/)
  expect(await peopleOf(stranger)).toEqual([])
  await stranger.goto(link)
  await expect(stranger.getByText(`This invitation is for ${invited}.`)).toBeVisible()
  await elsewhere.close()

  const context = await browser.newContext({ baseURL: product.address })
  const tabs = [await context.newPage(), await context.newPage()] as const
  await tabs[0].goto('/sign-in')
  await signUpByMail(tabs[0], product, invited)
  await settleIn(tabs[0])
  for (const tab of tabs) await tab.goto(link)
  for (const tab of tabs) await expect(tab.getByRole('button', { name: 'Accept invitation' })).toBeVisible()
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Accept invitation' }).click()))
  for (const tab of tabs) await expect(tab).toHaveURL('/my-team')
  for (const tab of tabs) await expect(accepted(tab)).toBeVisible()
  for (const tab of tabs) await expect(expired(tab)).toHaveCount(0)

  expect(await peopleOf(page)).toEqual([`${owner} active`, `${invited} active`])
  await context.close()
})
