import type { Page } from '@playwright/test'
import { loads, openBoard, untilConnected } from './board.ts'
import { answerProvider, completeOnboarding, newEmail, sendTo, signInOver, signUp } from './people.ts'
import { expect, test } from './product.ts'

/** The row of what was sent to somebody, in the list of /email. */
const emailTo = (page: Page, to: string) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: to })

test('[2.5] whoever may not send connects a mailbox on /email, and what they send from a board leaves from there, also after a restart', async ({
  withExtension,
  product,
}) => {
  const page = await withExtension.newPage()
  const [account, mailbox] = [newEmail(), newEmail()]
  await signInOver(page, 'Outlook', account, { maySend: false })
  await completeOnboarding(page)
  await page.getByRole('link', { name: 'Verify email' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verify your email' })).toBeVisible()

  await page.getByRole('button', { name: 'Verify with Google' }).click()
  await answerProvider(page, mailbox, { maySend: false })
  await expect(page.getByRole('alert').filter({ hasText: 'That mailbox was not connected.' })).toBeVisible()
  await expect(page.getByText(`${account} is not verified yet`)).toBeVisible()

  await page.getByRole('button', { name: 'Verify with Google' }).click()
  await answerProvider(page, mailbox)
  await expect(page.getByText('Mailbox connected')).toBeVisible()
  await expect(page.getByText(`${account} is verified`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'What brokers see' })).toContainText(`Sent from${mailbox}`)
  await expect(page.getByRole('region', { name: 'Email verification' })).toHaveCount(0)

  await product.kill()
  await product.startAgain()
  await untilConnected(withExtension, account)
  const board = await openBoard(withExtension)
  await board.press(loads.plain, 'Email')
  await board.says(loads.plain, 'Undo')
  await board.says(loads.plain, 'Sent')

  const mails = (await product.emailTo('loads@quillon.example')).filter(({ from }) => from.includes(mailbox))
  expect(mails).toHaveLength(1)
  await page.reload()
  await expect(emailTo(page, 'loads@quillon.example')).toContainText('Email sent')
})

test('a mail that is taken back on /email within five seconds never arrives, and is not counted', async ({
  page,
  product,
}) => {
  await signUp(page, product)
  const to = `${newEmail()}.example`
  await sendTo(page, to)

  await page.getByRole('link', { name: 'All emails' }).click()
  await expect(emailTo(page, to)).toContainText(/Leaves in [1-5] s/)
  await page.getByRole('button', { name: `Undo the mail to ${to}` }).click()
  await expect(emailTo(page, to)).toContainText('Undone')
  await page.waitForTimeout(6_000)

  expect(await product.emailTo(to)).toEqual([])
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '50/50 emails left' })).toBeVisible()
})

test('a mail that failed, and one that may have been sent, show on the Dashboard and wait on /email for what to do', async ({
  page,
  product,
}) => {
  await signUp(page, product)
  const [refused, unsure, sent] = [
    `${newEmail().split('@')[0]}@refuses.example`,
    `${newEmail().split('@')[0]}@silent.example`,
    newEmail(),
  ]
  for (const to of [refused, unsure, sent]) await sendTo(page, to)

  await expect(async () => {
    await page.goto('/')
    await expect(page.getByText("1 email wasn't sent, 1 may have been sent")).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
  await page.getByRole('link', { name: 'Review' }).click()
  await expect(emailTo(page, refused)).toContainText('There is no such mailbox here.')
  await expect(emailTo(page, unsure)).toContainText('May have been sent, check your Sent folder')
  await expect(emailTo(page, sent)).toHaveCount(0)

  await page.getByRole('button', { name: `Dismiss the mail to ${refused}` }).click()
  await expect(emailTo(page, refused)).toHaveCount(0)
  await page.getByRole('button', { name: `Send the mail to ${unsure} again` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Nothing needs you')).toBeVisible()

  await expect.poll(async () => (await product.emailTo(unsure)).length, { timeout: 15_000 }).toBe(2)
  await expect(emailTo(page, unsure)).toHaveCount(1)
  expect(await product.emailTo(refused)).toEqual([])
})

test('a mail server of one’s own is connected once its password is right, and sends', async ({ page, product }) => {
  const account = await signUp(page, product)
  await page.goto('/email#smtp')
  await page.getByRole('textbox', { name: 'Server' }).fill('mail.this-machine.example')
  await page.getByRole('textbox', { name: 'User' }).fill('maria')
  await page.getByRole('textbox', { name: 'App password' }).fill('wrong')
  await page.getByRole('button', { name: 'Connect server' }).click()
  await expect(page.getByText('This password is wrong.')).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'Mail server' })).toHaveCount(0)

  await page.getByRole('textbox', { name: 'App password' }).fill('right')
  await page.getByRole('button', { name: 'Connect server' }).click()
  await expect(page.getByText('Mailbox connected')).toBeVisible()
  await expect(page.getByRole('listitem', { name: `Mail server, ${account}` })).toContainText(
    'New mail leaves from here',
  )

  const to = newEmail()
  await sendTo(page, to)
  await expect
    .poll(async () => (await product.emailTo(to)).map(({ from }) => from), { timeout: 15_000 })
    .toEqual([expect.stringContaining(account)])
})
