import type { Page } from '@playwright/test'
import { confirmTemplates, emailAbout, loads, openBoard, untilConnected } from './board.ts'
import { answerProvider, completeOnboarding, newEmail, sendTo, signInOver, signUp } from './people.ts'
import { expect, test } from './product.ts'
import { openStandIns } from './stand-ins.ts'

/** Returns the row of the email to an address in the list of /email. */
const emailRow = (page: Page, to: string) =>
  page.getByRole('list', { name: 'Emails' }).getByRole('listitem').filter({ hasText: to })

test('[2.5] a user without a mailbox connects one on /email and sends from it, also after a restart', async ({
  withExtension,
  product,
}) => {
  const page = await withExtension.newPage()
  const account = newEmail()
  const mailbox = newEmail()
  await signInOver(page, 'Outlook', account, { canSend: false })
  await completeOnboarding(page)
  await page.getByRole('link', { name: 'Verify email' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verify your email' })).toBeVisible()

  await page.getByRole('button', { name: 'Connect Google' }).click()
  await answerProvider(page, mailbox, { canSend: false })
  await expect(page.getByRole('alert').filter({ hasText: 'Mailbox not connected.' })).toBeVisible()
  await expect(page.getByText(`${account} is not verified yet`)).toBeVisible()

  await page.getByRole('button', { name: 'Connect Google' }).click()
  await answerProvider(page, mailbox)
  await expect(page.getByText(`Mailbox connected. New emails are sent from ${mailbox}.`)).toBeVisible()
  await expect(page.getByText(`${account} is verified`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'What recipients see' })).toContainText(`Sent from${mailbox}`)
  await expect(page.getByRole('region', { name: 'Email verification' })).toHaveCount(0)

  const second = newEmail()
  await page.getByRole('link', { name: 'Connect a mailbox' }).click()
  await page.getByRole('button', { name: 'Connect Google', exact: true }).click()
  await answerProvider(page, second)
  await expect(page.getByRole('listitem', { name: `Google, ${second}` })).toContainText('Default')
  await page.getByRole('button', { name: `Make default: Google, ${mailbox}` }).click()
  await expect(page.getByRole('listitem', { name: `Google, ${mailbox}` })).toContainText('Default')
  await expect(page.getByRole('listitem', { name: `Google, ${second}` })).not.toContainText('Default')

  await product.kill()
  await product.restart()
  await openStandIns(withExtension, product) // each start makes a new secret
  await untilConnected(withExtension, account)
  await confirmTemplates(withExtension)
  const board = await openBoard(withExtension)
  await emailAbout(board, loads.plain)
  await board.shows(loads.plain, 'Undo')
  await board.shows(loads.plain, 'Sent')

  const emails = (await product.emailsTo('loads@quillon.example')).filter(({ from }) => from.includes(mailbox))
  expect(emails).toHaveLength(1)
  await page.reload()
  await expect(emailRow(page, 'loads@quillon.example')).toContainText('Email sent')
})

test('an email undone on /email within five seconds is never sent and not counted', async ({ page, product }) => {
  await signUp(page, product)
  const to = `${newEmail()}.example`
  await sendTo(page, to)

  await page.getByRole('link', { name: 'All emails' }).click()
  await expect(emailRow(page, to)).toContainText(/Sends in [1-5] s/)
  await page.getByRole('button', { name: `Undo email to ${to}` }).click()
  await expect(emailRow(page, to)).toContainText('Undone')
  await page.waitForTimeout(6_000)

  expect(await product.emailsTo(to)).toEqual([])
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '50/50 emails left' })).toBeVisible()
})

test('failed and unconfirmed emails show on the Dashboard and can be handled on /email', async ({ page, product }) => {
  await signUp(page, product)
  const rejected = `${newEmail().split('@')[0]}@refuses.example`
  const unknown = `${newEmail().split('@')[0]}@silent.example`
  const sent = newEmail()
  for (const to of [rejected, unknown, sent]) await sendTo(page, to)

  await expect(async () => {
    await page.goto('/')
    await expect(page.getByText('1 email not confirmed')).toBeVisible({ timeout: 1_000 })
    await expect(page.getByText("1 email wasn't sent")).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Review' }).click()
  await expect(emailRow(page, rejected)).toContainText('No such mailbox.')
  await expect(emailRow(page, unknown)).toContainText('Only in LoadPing')
  await expect(emailRow(page, sent)).toHaveCount(0)

  await page.getByRole('button', { name: `Dismiss email to ${rejected}` }).click()
  await expect(emailRow(page, rejected)).toHaveCount(0)
  await page.getByRole('button', { name: `Resend email to ${unknown}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText("You're all caught up")).toBeVisible()

  await expect.poll(async () => (await product.emailsTo(unknown)).length, { timeout: 60_000 }).toBe(2)
  await expect(emailRow(page, unknown)).toHaveCount(1)
  expect(await product.emailsTo(rejected)).toEqual([])
})

test("the user's mail server is connected once its password is correct, and sends", async ({ page, product }) => {
  const account = await signUp(page, product)
  await page.goto('/email/connect/smtp')
  await page.getByRole('textbox', { name: 'Server' }).fill('mail.this-machine.example')
  await page.getByRole('textbox', { name: 'Username' }).fill('maria')
  await page.getByRole('textbox', { name: 'App password' }).fill('wrong')
  await page.getByRole('button', { name: 'Connect mailbox' }).click()
  await expect(page.getByText('Wrong password.')).toBeVisible()

  await page.getByRole('textbox', { name: 'App password' }).fill('right')
  await page.getByRole('button', { name: 'Connect mailbox' }).click()
  const option = page.getByRole('region', { name: 'Other email (SMTP)' })
  await expect(option.getByText(/^Mailbox connected/)).toBeInViewport()
  await page.getByRole('link', { name: 'Your mailboxes' }).click()
  await expect(page.getByRole('listitem', { name: `Mail server, ${account}` })).toContainText('Default')

  const to = newEmail()
  await sendTo(page, to)
  await expect
    .poll(async () => (await product.emailsTo(to)).map(({ from }) => from), { timeout: 60_000 })
    .toEqual([expect.stringContaining(account)])
})
