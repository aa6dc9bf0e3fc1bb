import { randomUUID } from 'node:crypto'
import { untilConnected } from './board.ts'
import { call, newEmail, sendTo, signUp } from './people.ts'
import { expect, test } from './product.ts'

test('the popup fits 368 by 600 pixels: while its boards are open it leaves out contacts', async ({
  withExtension,
  product,
}) => {
  const page = await withExtension.newPage()
  const sender = await signUp(page, product)
  await untilConnected(withExtension, sender)
  const name = 'Reefer, produce and dairy, team available, all-in ask'
  const draft = { name, subject: 'Truck', template: '<p>Hi</p>', cc: [], labels: [] }
  const { body: template } = await call(page, 'POST', '/templates/add-template', draft)
  await call(page, 'PUT', `/templates/${template.id}/equipment`, { equipment: ['reefer', 'flatbed'] })
  for (let sent = 0; sent < 3; sent++) await sendTo(page, newEmail())

  await page.setViewportSize({ width: 368, height: 600 })
  await page.goto(new URL('/popup.html', withExtension.serviceWorkers()[0]?.url()).href)
  const contacts = page.getByText('Joliet, IL → Dallas, TX')
  const boards = page.getByRole('button', { name: /^Turn on/ })
  const size = () => page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
  await expect(boards).toHaveCount(5)
  await expect(contacts).toHaveCount(3)
  await expect(contacts.last()).toBeHidden()
  await expect(page.getByText(`Reefer, Flatbed: ${name}`)).toBeVisible()
  await expect.poll(size).toEqual([368, 600])

  await page.getByText('Load boards').click()
  await expect(boards.last()).toBeHidden()
  await expect(contacts.first()).toBeVisible()
  await expect.poll(size).toEqual([368, 600])
})

test('[D13.31] one press in the popup takes back one ask of a booked truck, within 600 pixels', async ({
  withExtension,
  product,
}) => {
  const page = await withExtension.newPage()
  const sender = await signUp(page, product)
  await untilConnected(withExtension, sender)
  const hours = { driveMinutes: 600, windowMinutes: 800, cycleMinutes: 3_000 }
  const emptyAt = new Date(Date.now() + 3_600_000).toISOString()
  const place = { city: 'Joliet', state: 'IL' }
  const truck = { id: randomUUID(), name: '104 Ray', equipment: 'van', place, emptyAt, ...hours, isCurrent: true }
  await call(page, 'PUT', '/trucks', { trucks: [truck] })
  for (let sent = 0; sent < 3; sent++) await sendTo(page, newEmail(), randomUUID(), `Broker ${sent}`)
  const hasLeft = async () => (await call(page, 'GET', '/emails/counts')).body.waiting
  await expect.poll(hasLeft, { timeout: 60_000 }).toBe(0)
  const { body } = await call(page, 'GET', '/loads')
  const [booked, ...asked]: string[] = body.loads.map(({ id }: { id: string }) => id)
  const at = new Date(Date.now() + 1_000).toISOString()
  for (const id of asked) await call(page, 'PUT', `/loads/${id}/call-back`, { at })
  await page.waitForTimeout(1_500) // then a call is due, if it is day in Joliet
  const change = { kind: 'outcome', outcome: 'booked', truckId: truck.id }
  await call(page, 'POST', '/loads/bulk', { ids: [booked], change })

  await page.setViewportSize({ width: 368, height: 600 })
  await page.goto(new URL('/popup.html', withExtension.serviceWorkers()[0]?.url()).href)
  const takeBacks = page.getByRole('button', { name: /^Take back from Broker/ })
  await expect(takeBacks).toHaveCount(2)
  const size = () => page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
  await expect.poll(size).toEqual([368, 600])

  const next = await takeBacks.last().getAttribute('aria-label')
  await takeBacks.first().press('Enter')
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', next ?? '')
  await expect(takeBacks).toHaveCount(1)
  await expect(page.locator('.booked .state.sent')).toHaveText('Sent', { timeout: 30_000 })
  await expect.poll(size).toEqual([368, 600])
  await page.reload()
  await expect(page.locator('.booked .state.sent')).toHaveText('Sent')
  await expect(takeBacks).toHaveCount(1)
})
