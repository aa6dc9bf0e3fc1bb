import type { Page } from '@playwright/test'
import { expectDashboard, signUp } from './people.ts'
import { expect, test } from './product.ts'

const answers = [
  'Hi Dana,\n\nI have a 53 ft van empty in Olathe, KS today at 6:30 PM. I need $1,250 all in.\n\nCottonwood Freight\nMC 245810\ngrace@cottonwood.example',
  "1275 and it's yours. Driver is empty now in Kansas City, MO. Dry van.\nRedbud Carriers\nMC-688120",
  "Rate: $1,300\nTruck: 53' van\nEmpty: Lee's Summit, MO\nWhen: tomorrow 6 AM\nSlate Run Trucking\nMC 901447",
  'reefer empty in St. Joseph, MO tomorrow 7am, 1325. Bluestem Haulers Inc. MC# 774305',
  "Can do $1350, ref B20417. 53' dry van, truck is out of Topeka KS.\n\nTwo Rivers Transport\nMC# 553918\nray@tworivers.example",
  'I would need $1,375. Van is unloading in Wichita, KS and will be empty at 9pm tonight.\nHarlan Bros. Freight',
  '1400 all in, empty now in Columbia, MO.\nJuniper Gap Lines, MC 830266',
  '53ft dry van, $1450, empty Olathe, KS tomorrow 8 am. Ridgeback Express MC617052',
  'I can run it at $2.85/mi. Empty in Omaha, NE tomorrow 5 AM, 53 foot dry van.\nIvory Mesa Transport\nMC#402981',
  'Still open? I have a van in Kansas City, MO empty today 5pm.\nPike Hollow Trucking\nMC 719640',
  'Interested, please call. We run dry vans.\nSand Hill Carriers\n785-555-0151',
  "we have a 48' flatbed empty now in Lawrence, KS.\nFenwick Motor Lines\nMC 588734",
]

/** Types a value into the field that has the focus, and goes to the next one. */
async function fill(page: Page, value: string): Promise<void> {
  await page.keyboard.type(value)
  await page.keyboard.press('Tab')
}

/** Presses the Tab key until a control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate((text) => document.activeElement?.textContent === text, name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No ${name} was reached`)
}

async function typePosting(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New posting' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Origin')).toBeFocused()
  for (const value of ['Kansas City, MO', 'Chicago, IL', 'tomorrow 8 AM', 'Van', '53', '526', '$1,225'])
    await fill(page, value)
  await page.keyboard.type('B20417')
  await page.keyboard.press('Enter')
}

const carriers = (page: Page) => page.locator('tbody [data-row-link]').allInnerTexts()

test("[D13.12] a broker's morning with twelve pasted answers, by keys alone", async ({ page, product, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page, product, 'Broker')
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expect(page).toHaveURL('/offers', { timeout: 1_000 })
  }).toPass() // the keys are pressed one after the other, which a busy machine may not see as a pair
  await typePosting(page)
  await expect(page.getByText('No answers yet')).toBeVisible()

  await page.evaluate((text) => navigator.clipboard.writeText(text), answers.join('\n---\n'))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByText('12 answers in this text')).toBeVisible()
  await tabTo(page, 'Add 12 answers')
  await page.keyboard.press('Enter')

  await expect(page.getByText('12 answers, 6 say everything you need')).toBeVisible()
  expect(await carriers(page)).toEqual([
    'Cottonwood Freight',
    'Redbud Carriers',
    'Slate Run Trucking',
    'Bluestem Haulers Inc.',
    'Two Rivers Transport',
    'Harlan Bros. Freight',
    'Juniper Gap Lines',
    'Ridgeback Express',
    'Ivory Mesa Transport',
    'Pike Hollow Trucking',
    'Sand Hill Carriers',
    'Fenwick Motor Lines',
  ])
  await expect(page.getByRole('row', { name: /Ivory Mesa/ })).toContainText('$1,499') // 526 miles at $2.85
  await expect(page.getByRole('row', { name: /Fenwick/ })).toContainText('not a van')

  for (const key of ['j', 's', 'j', 's', 'j', 'j', 'j']) await page.keyboard.press(key)
  await expect(page.getByRole('region', { name: 'Answer of Two Rivers Transport' })).toContainText(
    'When is the truck empty? The reply asks for it.',
  )
  await page.keyboard.press('e')
  await expect(page.getByRole('link', { name: 'Open in your mail' })).toHaveAttribute(
    'href',
    /^mailto:ray@tworivers\.example\?subject=Re/,
  )
  await tabTo(page, 'Copy reply')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Reply copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('When is the truck empty?')
  await expect(page.getByText('Reply begun just now')).toBeVisible()

  await page.keyboard.press('Delete')
  await expect(page.getByText('Two Rivers Transport was removed')).toBeVisible()
  await expect(page.getByRole('row', { name: /Harlan/ }).locator('[data-row-link]')).toBeFocused()
  await page.keyboard.press('u')
  await expect(page.getByText('Two Rivers Transport is back')).toBeVisible()
})

test('[D13.12] another tab has the same offers, another broker and a carrier have none', async ({
  page,
  product,
  context,
  browser,
}) => {
  await signUp(page, product, 'Broker')
  await page.goto('/offers')
  await typePosting(page)
  await expect(page.getByText('No answers yet')).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/offers')
  await expect(tab.getByText('Copy an answer, or many at once')).toBeVisible()
  for (const each of [page, tab]) {
    await each.bringToFront() // which shows the answers of the other tab
    await each.keyboard.press('p')
    await each.getByLabel('Text').fill(`${answers[0]}\n---\n${answers[1]}`)
    await each.getByRole('button', { name: 'Add 2 answers' }).click()
    await expect(each.getByRole('row', { name: /Redbud/ })).toBeVisible()
  }
  await expect(tab.getByText('0 answers added, 2 were here already')).toBeVisible()
  expect(await carriers(tab)).toEqual(['Cottonwood Freight', 'Redbud Carriers'])

  const other = await (await browser.newContext()).newPage()
  await signUp(other, product, 'Broker')
  await other.goto('/offers')
  await expect(other.getByText('Compare what carriers answer')).toBeVisible()
  const carrier = await (await browser.newContext()).newPage()
  await signUp(carrier, product)
  await carrier.goto('/offers')
  await expectDashboard(carrier)
})
