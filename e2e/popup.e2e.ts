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
