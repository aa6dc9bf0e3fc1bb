import type { Page } from '@playwright/test'
import { emailAbout, loads, openBoard, untilConnected } from './board.ts'
import {
  answerProvider,
  askForLink,
  call,
  expectDashboard,
  grantBusiness,
  linkIn,
  newEmail,
  sendTo,
  signInEmail,
  signUp,
} from './people.ts'
import { expect, type Product, test } from './product.ts'
import { openSignedInBoard } from './signed-in-board.ts'

const signIn = async (page: Page, product: Product, email: string) => {
  const before = (await product.emailsTo(email)).length
  await page.goto('/sign-in')
  await askForLink(page, email)
  await expect.poll(async () => (await product.emailsTo(email)).length).toBeGreaterThan(before)
  await page.goto(linkIn(await signInEmail(product, email)))
  await expectDashboard(page)
}

test('[X10] logging out everywhere disables an open board within 60 s; signing in enables it again', async ({
  withExtension,
  product,
}) => {
  const { dashboard, board, sender } = await openSignedInBoard(withExtension, product)

  expect((await call(dashboard, 'DELETE', '/auth/sessions')).status).toBeLessThan(300)
  await expect.poll(() => board.controls(loads.plain), { timeout: 60_000 }).toEqual(['Sign in'])

  await signIn(dashboard, product, sender)
  await untilConnected(withExtension, sender)
  await board.shows(loads.plain, 'Email')
  await emailAbout(board, loads.plain)
  await board.shows(loads.plain, 'Sent')
})

test('[D3.1] a row says that no mailbox is connected, and is ready once one is in another tab', async ({
  withExtension,
  product,
}) => {
  const { dashboard, board, sentEmails } = await openSignedInBoard(withExtension, product)
  const { body } = await call(dashboard, 'GET', '/mailboxes')
  for (const { kind, address } of body)
    expect((await call(dashboard, 'POST', '/mailboxes/disconnect', { kind, address })).status).toBe(200)
  await board.page.bringToFront()
  await emailAbout(board, loads.plain)
  await board.shows(loads.plain, 'Verify email')
  await board.shows(loads.hostile, 'Email')

  await dashboard.bringToFront()
  await dashboard.goto('/email')
  await dashboard.getByRole('button', { name: 'Connect Google' }).click()
  const mailbox = newEmail()
  await answerProvider(dashboard, mailbox)
  await expect(dashboard.getByText(`New emails are sent from ${mailbox}.`)).toBeVisible()
  await board.page.bringToFront()
  await board.shows(loads.plain, 'Email')
  await emailAbout(board, loads.plain)
  await board.shows(loads.plain, 'Sent')

  expect(await sentEmails()).toHaveLength(0) // it was not the mailbox of before
  expect((await product.emailsTo('loads@quillon.example')).filter(({ from }) => from.includes(mailbox))).toHaveLength(1)
})

test('[D11.6] two tabs of one board show one click, which sends one email', async ({ withExtension, product }) => {
  const { board, sentEmails } = await openSignedInBoard(withExtension, product)
  const second = await openBoard(withExtension)
  await second.shows(loads.plain, 'Email')

  await emailAbout(second, loads.plain)
  await second.shows(loads.plain, 'Undo')
  await board.page.bringToFront()
  await board.shows(loads.plain, 'Sent')
  await second.page.bringToFront()
  await second.shows(loads.plain, 'Sent')

  expect(await sentEmails()).toHaveLength(1)
})

test('[D5.7] [X10] a board shows a teammate within seconds, and not after the removal from the team', async ({
  withExtension,
  product,
  browser,
}) => {
  const { dashboard, board, sender } = await openSignedInBoard(withExtension, product)
  const elsewhere = await browser.newContext({ baseURL: product.address })
  const office = await elsewhere.newPage()
  grantBusiness(product, await signUp(office, product))
  const manager = '/api/management/manager'
  await call(office, 'POST', `${manager}/create-organization`, { name: 'Redbud Carriers LLC' })
  await call(office, 'POST', `${manager}/invite`, { emails: [sender], role: 'USER' })
  const invitation = async () => (await product.emailsTo(sender)).find(({ subject }) => subject.startsWith('Join '))
  await expect.poll(invitation).toBeDefined()
  const message = await invitation()
  const token = (message ? linkIn(message) : '').split('/').at(-1)
  expect((await call(dashboard, 'GET', `/api/invite?token=${token}`)).status).toBe(200)

  await sendTo(office, 'loads@quillon.example', loads.plain)
  const label = async () => (await board.controls(loads.plain))[1] ?? ''
  await expect.poll(label, { timeout: 30_000 }).toMatch(/, 0m$/)
  expect(await board.titleOf(loads.plain, await label())).toMatch(/emailed about this load just now/)

  const { body: members } = await call(office, 'GET', '/api/organization/users')
  const member = members.find(({ email }: { email: string }) => email === sender)
  await call(office, 'DELETE', `${manager}/users/member?userId=${member.userId}`)
  await expect.poll(label, { timeout: 60_000 }).toBe('Email')
  await elsewhere.close()
})

test('an open board says that it must be reloaded once the extension was updated', async ({
  withExtension,
  product,
}) => {
  const { board } = await openSignedInBoard(withExtension, product)
  const [worker] = withExtension.serviceWorkers()
  await worker?.evaluate('chrome.runtime.reload()').catch(() => undefined) // it ends there
  await board.shows(loads.plain, 'LoadPing was updated or turned off')

  expect(await board.controls(loads.plain)).toEqual([])
})
