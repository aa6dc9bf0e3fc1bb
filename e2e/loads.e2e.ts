import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { call, newEmail, signUp } from './people.ts'
import { expect, test } from './product.ts'

const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

const facts = {
  board: 'dat-one',
  dest: { city: 'Dallas', state: 'TX' },
  pickupDay: day(2),
  equipment: 'V',
  tripMiles: 926,
  deadheadMiles: 45,
  rate: { cents: 231_500, basis: 'flat' },
  company: 'Quillon Logistics',
  phone: '(555) 010-0199',
}

async function saveLoad(page: Page, city: string, state: string, minutes: number, more: object = {}): Promise<void> {
  const postedAt = new Date(Date.now() - minutes * 60_000).toISOString()
  const load = { ...facts, boardLoadId: `${city} ${minutes}`, origin: { city, state }, postedAt, ...more }
  const { status } = await call(page, 'POST', '/loads', { load })
  expect(status).toBe(200)
}

test('[2.9] a morning of work on My loads needs no mouse', async ({ page, product }) => {
  await signUp(page, product)
  await saveLoad(page, 'Joliet', 'IL', 6)
  await saveLoad(page, 'Gary', 'IN', 38, { equipment: 'F', company: '=Pinder "Hollow"' })
  await saveLoad(page, 'Memphis', 'TN', 130, { equipment: 'R' })
  await page.goto('/load')
  const row = (lane: string) => page.getByRole('row', { name: new RegExp(lane) })
  await expect(row('Memphis, TN')).toBeVisible()
  await expect(page.getByText('3 loads', { exact: true })).toBeVisible()

  await page.keyboard.press('j')
  await page.keyboard.press('b')
  await expect(page.getByRole('textbox', { name: 'Booked at' })).toBeFocused()
  await page.keyboard.type('2450')
  await page.keyboard.press('Enter')
  await expect(row('Joliet, IL').getByText('Booked')).toBeVisible()

  await page.keyboard.press('j')
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Note' }).pressSequentially('Needs tarps')
  await page.keyboard.press('Enter')
  await expect(row('Gary, IN').getByRole('button', { name: 'Note: Needs tarps' })).toBeVisible()
  await page.keyboard.press('d')
  await expect(row('Gary, IN').getByText('Declined')).toBeVisible()
  await page.keyboard.press('u')
  await expect(row('Gary, IN').getByText('Saved')).toBeVisible()

  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('4')
  await expect(row('Memphis, TN').getByText('Negotiating')).toBeVisible()
  await expect(row('Gary, IN').getByText('Negotiating')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('/')
  await page.keyboard.type('tarps')
  await expect(row('Joliet, IL')).toBeHidden()
  await expect(row('Gary, IN')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?search=tarps')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).press('Enter')
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv.split('\r\n')).toHaveLength(3)
  expect(csv).toContain(`"'=Pinder ""Hollow"""`)

  await page.reload()
  await expect(row('Gary, IN')).toBeVisible()
  await expect(row('Joliet, IL')).toBeHidden()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/loadinfo\//)
  await page.goBack()
  await expect(row('Gary, IN').getByRole('link', { name: 'Gary, IN to Dallas, TX' })).toBeFocused()
})

test('[2.10] [D5.4] a load is emailed from its page, and its link shows a guest the plan only', async ({
  page,
  product,
  browser,
}) => {
  await signUp(page, product)
  const contactEmail = `${newEmail()}.example`
  await saveLoad(page, 'Joliet', 'IL', 6, { contactEmail, phone: undefined })
  await page.goto('/load')
  await page.getByRole('link', { name: 'Joliet, IL to Dallas, TX' }).click()
  await expect(page.getByRole('region', { name: /^Map: Joliet, IL to Dallas, TX, 926 miles/ })).toBeVisible()

  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Ask, as a price or formula' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2450')
  const send = page.getByRole('button', { name: 'Send $2,450' })
  const fieldWidth = (await page.getByRole('textbox', { name: 'Ask, as a price or formula' }).boundingBox())?.width
  expect((await send.boundingBox())?.width).toBe(fieldWidth) // no Call beside it without a telephone number
  await send.click()
  await expect(page.getByRole('button', { name: /^Undo \(\d\)$/ })).toBeVisible()
  await expect(page.getByText('Email sent', { exact: true })).toBeVisible()
  const [sent] = await product.emailsTo(contactEmail)
  expect(sent?.text).toContain('$2,450')

  await page.getByRole('button', { name: 'Copy link' }).click()
  const popover = page.getByRole('dialog', { name: 'Copy link' })
  await popover.getByRole('button', { name: 'Copy link' }).click()
  const link = await popover.getByRole('textbox', { name: 'Link' }).inputValue()
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { level: 1, name: 'Joliet, IL to Dallas, TX' })).toBeVisible()
  await expect(guest.getByText('926 mi').first()).toBeVisible()
  for (const hidden of ['$2,315', '$2,450', 'Quillon Logistics', contactEmail])
    await expect(guest.getByText(hidden)).toHaveCount(0)
  await guest.getByRole('button', { name: 'Sign up' }).click()
  await expect(guest.getByRole('dialog', { name: 'Welcome to LoadPing' })).toBeVisible()
  await guest.context().close()
})
