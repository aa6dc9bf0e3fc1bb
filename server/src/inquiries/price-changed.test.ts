import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, noTraces, sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { buildTruck } from '../testing/trucks.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** The load for which the Default template's +8 % asks $2,500, and +50 % asks $3,475. */
const load = buildLoad()
const shown = { askCents: 250_000, templateVersion: 1 }

async function changeTemplate(user: TestUser, change: (text: string) => string): Promise<void> {
  const [template] = await user.templates.listTemplates()
  if (!template) throw new Error('no template')
  const { id, name, subject, cc, labels } = template
  const draft = { name, subject, cc, labels }
  await user.templates.updateTemplate({ params: { id }, body: { ...draft, template: change(template.template) } })
}
const raiseAsk = (user: TestUser) => changeTemplate(user, (text) => text.replace('trip+8%', 'trip+50%'))

test('[D12.16] a price other than the one shown is refused with the new ask, and nothing is sent', async () => {
  const user = await app.signUp()
  await raiseAsk(user)

  await expect(sendInquiry(user, { load, expected: shown })).rejects.toMatchObject({
    code: 'price-changed',
    status: 409,
    message: 'Your ask is now $3,475, not $2,500. Nothing was sent.',
    details: { current: { askCents: 347_500, templateVersion: 2 } },
  })

  expect(await tracesOf(app, user)).toEqual(noTraces)
  expect((await user.account.getMe()).emails).toBe(50)
})

test('[D12.16] the price shown is sent, and so is the new one once it was shown', async () => {
  const user = await app.signUp()
  expect((await sendInquiry(user, { expected: shown })).askCents).toBe(250_000)

  await raiseAsk(user)
  const next = await sendInquiry(user, { expected: { askCents: 347_500, templateVersion: 2 } })
  await app.runDueJobs()

  expect(next.askCents).toBe(347_500)
  expect(app.sent.find(({ messageId }) => messageId.includes(next.id))?.text).toContain('Rate: $3,475 all in')
})

test('[D12.16] another text with the same price is refused too', async () => {
  const user = await app.signUp()
  await changeTemplate(user, (text) => text.replace('Can we book it?', 'Is it still there?'))

  await expect(sendInquiry(user, { load, expected: shown })).rejects.toMatchObject({
    code: 'price-changed',
    message: 'The template was changed. Nothing was sent.',
    details: { current: { askCents: 250_000, templateVersion: 2 } },
  })
})

test.each<[string, Partial<PostedLoad>]>([
  ['Your ask is now $3,240, not $2,500.', { rate: { cents: 300_000, basis: 'flat' } }],
  ['The email now states no ask.', { rate: undefined }],
])('[D12.16] a load that changes what the same template asks is refused: %s', async (named, change) => {
  const user = await app.signUp()

  await expect(sendInquiry(user, { load: buildLoad(change), expected: shown })).rejects.toMatchObject({
    code: 'price-changed',
    message: `${named} Nothing was sent.`,
  })
})

test('[D13.14] an email that would name another truck than the one shown, or none, is refused', async () => {
  const user = await app.signUp()
  await user.account.saveUserInfo({ body: { userType: 'carrier', trucksAmount: 2, loadboards: [] } })
  const far = buildTruck({ place: { city: 'Dallas', state: 'TX' }, isCurrent: true })
  const near = buildTruck({ place: { city: 'Gary', state: 'IN' } })
  await user.trucks.saveTrucks({ body: { trucks: [far, near] } })
  const send = (truckId: string | null, equipment = 'R') =>
    sendInquiry(user, { load: buildLoad({ equipment }), expected: { ...shown, truckId } })

  await expect(send(near.id)).rejects.toMatchObject({
    code: 'price-changed',
    message: `Truck is now ${far.name}. Nothing was sent.`,
    details: { current: { ...shown, truckId: far.id } },
  })
  await expect(send(far.id, 'F')).rejects.toMatchObject({
    message: 'The email now names none of your trucks. Nothing was sent.',
    details: { current: { ...shown, truckId: null } },
  })
  expect(await tracesOf(app, user)).toEqual(noTraces)
  expect((await send(far.id)).askCents).toBe(shown.askCents)
})

test('a repeated key returns its email even after the template changed', async () => {
  const user = await app.signUp()
  const key = 'price-changed-later'
  const first = await sendInquiry(user, { load, expected: shown }, key)
  await raiseAsk(user)

  expect(await sendInquiry(user, { load, expected: shown }, key)).toEqual(first)
})

test('an inquiry without an expected price is sent at the present one', async () => {
  const user = await app.signUp()
  await raiseAsk(user)

  expect((await sendInquiry(user, { load })).askCents).toBe(347_500)
})

test('[D12.16] an inquiry with its own formula asks that price, refused if another was shown', async () => {
  const user = await app.signUp()
  const expected = { askCents: 245_000, templateVersion: 1 }

  await expect(sendInquiry(user, { load, formula: '2450', expected: shown })).rejects.toMatchObject({
    code: 'price-changed',
    details: { current: expected },
  })
  const sent = await sendInquiry(user, { load, formula: '2450', expected })
  const { html, inputs } = await user.emails.getEmailDetails({ params: { id: sent.id } })

  expect(sent.askCents).toBe(245_000)
  expect(html).toContain('Rate: $2,450 all in')
  expect(inputs.formula).toBe('2450')
  await expect(sendInquiry(user, { formula: 'trip plus' })).rejects.toMatchObject({ code: 'invalid-input' })
})
