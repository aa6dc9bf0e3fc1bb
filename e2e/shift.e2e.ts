import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { addDays } from '../contract/src/format/new-york-days.ts'
import { clockIn } from '../contract/src/format/time-zones.ts'
import { call, grantBusiness, linkIn, signUp } from './people.ts'
import { expect, type Product, test } from './product.ts'

const truck = (name: string, place: { city: string; state: string } | null) => ({
  id: randomUUID(),
  name,
  equipment: 'van',
  place,
  emptyAt: new Date(Date.now() + 3_600_000).toISOString(),
  driveMinutes: 430,
  windowMinutes: null,
  cycleMinutes: null,
  isCurrent: place !== null,
})

/** Two carriers of one team: the address of each with its page. */
async function createTeam(page: Page, browser: Browser, product: Product) {
  const giver = await signUp(page, product)
  grantBusiness(product, giver)
  await call(page, 'POST', '/api/management/manager/create-organization', { name: 'Cottonwood Freight' })
  const context = await browser.newContext({ baseURL: product.address })
  const matePage = await context.newPage()
  const mate = await signUp(matePage, product)
  await call(page, 'POST', '/api/management/manager/invite', { emails: [mate] })
  const invitation = async () => (await product.emailsTo(mate)).find(({ subject }) => subject.startsWith('Join '))
  await expect.poll(invitation).toBeDefined()
  const message = await invitation()
  await matePage.goto(message ? linkIn(message) : '')
  await matePage.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(matePage).toHaveURL('/my-team')
  await expect(matePage.getByRole('heading', { name: 'Cottonwood Freight', exact: true })).toBeVisible()
  return { giver, mate, matePage }
}

/** Emails about a van load for a truck, and returns the recipient once the email arrived there. */
async function ask(page: Page, product: Product, { company, truckId }: { company: string; truckId: string }) {
  const { body: templates } = await call(page, 'GET', '/templates')
  const to = `desk@${randomUUID()}.example`
  const load = {
    board: 'dat-one',
    boardLoadId: randomUUID(),
    origin: { city: 'Kansas City', state: 'MO' },
    dest: { city: 'Memphis', state: 'TN' },
    pickupDay: addDays(clockIn('America/Chicago', Date.now()).day, 1),
    tripMiles: 450,
    company,
    phone: '(555) 010-0134',
    equipment: 'V',
    rate: { cents: 100_000, basis: 'flat' },
  }
  const confirmed = { confirmed: true, confirmedRecipient: true }
  const { status } = await call(page, 'POST', '/emails', {
    templateId: templates[0].id,
    load,
    to,
    truckId,
    ...confirmed,
  })
  expect(status).toBe(200)
  await expect.poll(async () => (await product.emailsTo(to)).length).toBe(1)
  return to
}

/** Presses two keys one after the other until they open a page: a busy machine may not see them as a pair. */
const goBy = (page: Page, second: string, path: string) =>
  expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(second)
    await expect(page).toHaveURL(path, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })

/** Presses J until a truck has the focus. */
async function moveTo(page: Page, name: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-id]')?.textContent ?? '')
  await expect(async () => {
    await page.keyboard.press('k')
    for (let presses = 0; presses < 3 && !(await focused()).includes(name); presses++) await page.keyboard.press('j')
    expect(await focused()).toContain(name)
  }).toPass({ timeout: 30_000 })
}

/** Presses the Tab key until a button of this name has the focus. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((sought) => document.activeElement?.textContent === sought, text)) return
  }
  throw new Error(`No ${text} was reached`)
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('[D12.13] a shift with keys alone: place, book, take back, call and hand over', async ({
  page,
  browser,
  product,
}) => {
  const { giver, mate, matePage } = await createTeam(page, browser, product)
  const ray = truck('104 Ray', { city: 'Olathe', state: 'KS' })
  const lena = truck('107 Lena', null)
  await call(page, 'POST', '/user-info', { userType: 'carrier', trucksAmount: 2 })
  expect((await call(page, 'PUT', '/trucks', { trucks: [ray, lena] })).status).toBe(200)
  const ofRay = await Promise.all(
    ['Hollis 3PL', 'Ember Prairie', 'Prairie Gate'].map((company) => ask(page, product, { company, truckId: ray.id })),
  )

  await goBy(page, 'r', '/trucks')
  await expect(rowOf(page, '107 Lena')).toContainText('Place not set')
  await expect(rowOf(page, '104 Ray')).toContainText('Olathe, KS')
  await moveTo(page, '107 Lena')
  await page.keyboard.press('p')
  await expect(page.getByLabel('Empty in')).toBeFocused()
  await page.keyboard.type('Topeka, KS')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(page, '107 Lena')).toContainText('Topeka, KS')

  await moveTo(page, '104 Ray')
  await page.keyboard.press('b')
  await expect(page.getByLabel('Booked at')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '104 Ray is booked. Take back the rest' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send 2 withdrawals' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await Promise.all(ofRay.map((to) => product.emailsTo(to)))).flat().length)
    .toBe(ofRay.length + 2)
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await ask(page, product, { company: 'Quillon Logistics', truckId: lena.id })
  const { body: asks } = await call(page, 'GET', `/trucks/asks?truckId=${lena.id}`)
  const soon = new Date(Date.now() + 1_000).toISOString()
  expect((await call(page, 'PUT', `/loads/${asks[0].loadId}/call-back`, { at: soon })).status).toBe(200)
  await page.keyboard.press('d')
  await expect(page).toHaveURL('/trucks/due')
  await expect(rowOf(page, 'Quillon Logistics')).toBeVisible() // at night among those to call back in the morning
  await expect(page.getByRole('region', { name: 'The call' })).toContainText('Quillon Logistics')
  await page.keyboard.press('o')
  await expect(page.getByLabel('Countered at')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('950')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^No calls are due/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/trucks')

  await expect(rowOf(page, '107 Lena')).toContainText('Countered $950')
  await page.keyboard.press('h')
  await expect(page).toHaveURL('/trucks/handover')
  await expect(page.getByRole('list', { name: 'Open of 107 Lena' })).toContainText('They said $950')
  await expect(page.getByRole('list', { name: 'Open of 104 Ray' })).toContainText('Pickup')
  await moveTo(page, '107 Lena')
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('Home by Friday night.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Open of 107 Lena' })).toContainText('Home by Friday night.')

  await goBy(matePage, 'h', '/trucks/handover')
  await expect(matePage.getByText(`From ${giver}`)).toBeVisible()
  await expect(matePage.getByText('Home by Friday night.')).toBeVisible()
  await moveTo(matePage, '104 Ray')
  await matePage.keyboard.press('x')
  await expect(matePage.getByRole('button', { name: 'Take over 1 truck' })).toBeEnabled()
  await matePage.keyboard.press('x')
  await expect(matePage.getByRole('button', { name: 'Take over 2 trucks' })).toBeEnabled()
  await matePage.keyboard.press('t')
  await expect(matePage.getByText(`You took over 2 trucks from ${giver}`)).toBeVisible()
  await expect(matePage).toHaveURL('/trucks')
  await expect(rowOf(matePage, '107 Lena')).toContainText('Countered $950')
  await moveTo(matePage, '107 Lena')
  await matePage.keyboard.press('Enter')
  await expect(matePage.getByRole('dialog', { name: '107 Lena' })).toContainText(`asked by ${giver}`)

  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/trucks')
  const taken = page.getByRole('list', { name: 'Taken over by teammates' })
  await expect(taken).toContainText(`${mate} took over 2 trucks`)
  await tabTo(page, 'Undo')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, '107 Lena')).toContainText('Topeka, KS')
  await expect(taken).toHaveCount(0)
})
