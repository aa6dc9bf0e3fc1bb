import { beforeAll, expect, test } from 'vitest'
import { changeCardInPortal, payHostedInvoice } from '../stand-ins/stripe/checkout.ts'
import { day, hour } from '../stand-ins/stripe/state.ts'
import { type BillingApp, billingApp, buy } from '../testing/billing.ts'
import { createMember, createOwner, inviteByMail } from '../testing/teams.ts'
import type { TestUser } from '../testing/test-app.ts'

let app: BillingApp
beforeAll(async () => {
  app = await billingApp()
})

/** An owner whose team pays for three seats of Business by the month. */
async function createPayingOwner(): Promise<TestUser> {
  const owner = await app.signUp()
  await buy(app, owner, { plan: 'BUSINESS' })
  await app.settle()
  await owner.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  return owner
}

const seatsOf = async (user: TestUser) => (await user.team.getTeam()).limitUsers
const customerOf = async (owner: TestUser): Promise<string> => {
  const { organizationId } = await owner.account.getMe()
  return (await app.pool.query('select id from customer where holder_id = $1', [organizationId])).rows[0].id
}
const useCard = async (owner: TestUser, number: string) => {
  const customer = await customerOf(owner)
  app.simulator.change((draft) => changeCardInPortal(draft, customer, { number }))
}

test('[D13.5] more seats show their sum first, are paid at once, and open with the payment', async () => {
  const owner = await createPayingOwner()
  app.clock.advance(10 * day * 1_000)
  const back = await app.signUp(owner.email)

  const preview = await back.team.previewSeats({ query: { seats: '5' } })
  expect(preview).toMatchObject({ seats: 3, inUse: 1, thenCents: 5 * 2_200 })
  // Two seats for two thirds of a month.
  expect(preview.dueCents).toBeGreaterThan(2 * 2_200 * 0.6)
  expect(preview.dueCents).toBeLessThan(2 * 2_200 * 0.7)
  expect(await seatsOf(back)).toBe(3)

  expect(await back.team.changeSeats({ body: { seats: 5 } })).toEqual({ outcome: 'done', invoiceUrl: null })
  expect(await seatsOf(back)).toBe(5)
  const customer = await customerOf(back)
  const paid = Object.values(app.simulator.state().invoices).filter((one) => one.customerId === customer)
  expect(paid.map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect((await back.team.listActivity({ query: {} })).entries[0]).toMatchObject({
    action: 'seats-changed',
    detail: '5',
  })
})

test('[D13.5] seats whose payment is declined do not open until the invoice is paid', async () => {
  const owner = await createPayingOwner()
  await useCard(owner, '4000000000000341')

  const { outcome, invoiceUrl } = await owner.team.changeSeats({ body: { seats: 6 } })
  expect(outcome).toBe('unpaid')
  expect(await seatsOf(owner)).toBe(3)

  const invoice = invoiceUrl?.split('/').at(-1) ?? ''
  app.simulator.change((draft) => payHostedInvoice(draft, invoice, { number: '4242424242424242' }))
  await app.settle()
  expect(await seatsOf(owner)).toBe(6)
})

test('[D13.5] fewer seats come with the next renewal, cost nothing, and more take them back', async () => {
  const owner = await createPayingOwner()
  await owner.team.changeSeats({ body: { seats: 8 } })
  expect((await owner.team.previewSeats({ query: { seats: '4' } })).dueCents).toBe(0)

  expect((await owner.team.changeSeats({ body: { seats: 4 } })).outcome).toBe('at-renewal')
  expect(await seatsOf(owner)).toBe(8)
  expect((await owner.billing.getBilling()).content).toMatchObject({ seats: 8, nextSeats: 4 })
  await owner.team.changeSeats({ body: { seats: 5 } })
  expect((await owner.billing.getBilling()).content.nextSeats).toBe(5)

  app.clock.advance((31 * day + 2 * hour) * 1_000)
  await app.settle()
  const back = await app.signUp(owner.email)
  expect(await seatsOf(back)).toBe(5)
  expect((await back.billing.getBilling()).content).toMatchObject({ seats: 5, nextSeats: null })
})

test('[D13.5] seats never go below those of members and open invitations', async () => {
  const owner = await createPayingOwner()
  await owner.team.changeSeats({ body: { seats: 5 } })
  for (let count = 0; count < 3; count += 1) await createMember(app, owner)
  await inviteByMail(app, owner, 'noor@redbud.example')

  await expect(owner.team.changeSeats({ body: { seats: 4 } })).rejects.toMatchObject({
    code: 'invalid-input',
    message: '5 seats are in use. Remove members or invitations first.',
  })
  expect((await owner.billing.getBilling()).content.nextSeats).toBeNull()
})

test('[D13.5] managers change seats, members cannot', async () => {
  const owner = await createPayingOwner()
  const member = await createMember(app, owner)

  await expect(member.team.changeSeats({ body: { seats: 9 } })).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(member.team.previewSeats({ query: { seats: '9' } })).rejects.toMatchObject({ code: 'not-allowed' })
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  expect((await manager.team.changeSeats({ body: { seats: 4 } })).outcome).toBe('done')
})

test('[D13.5] granted seats are changed by the operator only', async () => {
  const owner = await createOwner(app)

  await expect(owner.team.changeSeats({ body: { seats: 12 } })).rejects.toMatchObject({
    code: 'not-found',
    message: "These seats aren't paid online. Email support@loadping.example.",
  })
  expect(await seatsOf(owner)).toBe(10)
})

test('a second click buys nothing twice', async () => {
  const owner = await createPayingOwner()

  await Promise.all(Array.from({ length: 12 }, () => owner.team.changeSeats({ body: { seats: 5 } })))

  const customer = await customerOf(owner)
  const paid = Object.values(app.simulator.state().invoices).filter((one) => one.customerId === customer)
  expect(paid).toHaveLength(2)
  expect(await seatsOf(owner)).toBe(5)
})
