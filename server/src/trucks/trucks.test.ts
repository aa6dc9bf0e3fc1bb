import type { Inquiry } from '@loadping/contract/inquiries/inquiries'
import type { Costs } from '@loadping/contract/trucks/trucks'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { buildTruck, unknownTruck } from '../testing/trucks.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** Signs up a carrier with this number of trucks. */
async function signUpWithTrucks(trucksAmount: number): Promise<TestUser> {
  const user = await app.signUp()
  await user.account.saveUserInfo({ body: { userType: 'carrier', trucksAmount, loadboards: [] } })
  return user
}

test('[D5.8] trucks are kept in their order, with place, clocks and which one is current', async () => {
  const user = await signUpWithTrucks(3)
  const trucks = [buildTruck({ name: 'B' }), { ...unknownTruck, name: 'A' }, buildTruck({ name: 'C', emptyAt: null })]

  expect(await user.trucks.listTrucks()).toEqual([])
  expect(await user.trucks.saveTrucks({ body: { trucks } })).toEqual(trucks)
  expect(await user.trucks.listTrucks()).toEqual(trucks)

  const fewer = trucks.slice(1).reverse()
  await user.trucks.saveTrucks({ body: { trucks: fewer } })
  expect(await user.trucks.listTrucks()).toEqual(fewer)
})

test("[D5.8] one truck is current, or none, and another user's is not found", async () => {
  const user = await signUpWithTrucks(2)
  const other = await signUpWithTrucks(1)
  const trucks = [buildTruck({ name: 'A', isCurrent: true }), buildTruck({ name: 'B', isCurrent: false })]
  await user.trucks.saveTrucks({ body: { trucks } })
  const current = async () =>
    (await user.trucks.listTrucks()).filter(({ isCurrent }) => isCurrent).map(({ name }) => name)

  await user.trucks.chooseTruck({ body: { truckId: trucks[1]?.id ?? null } })
  expect(await current()).toEqual(['B'])
  await expect(other.trucks.chooseTruck({ body: { truckId: trucks[0]?.id ?? null } })).rejects.toMatchObject({
    code: 'not-found',
  })
  await user.trucks.chooseTruck({ body: { truckId: null } })
  expect(await current()).toEqual([])
})

test('[D5.8] a user keeps as many trucks as their business profile says, and no more', async () => {
  const user = await signUpWithTrucks(2)
  const trucks = [buildTruck(), buildTruck()]
  await user.trucks.saveTrucks({ body: { trucks } })

  await expect(user.trucks.saveTrucks({ body: { trucks: [...trucks, buildTruck()] } })).rejects.toMatchObject({
    code: 'not-allowed',
    message: 'You can keep 2 trucks. Change your number of trucks under Business to add more.',
  })
  expect(await user.trucks.listTrucks()).toEqual(trucks)
})

test('a fleet of 300 trucks is saved in one call', async () => {
  const user = await signUpWithTrucks(300)
  const trucks = Array.from({ length: 300 }, (_, index) =>
    buildTruck({ name: `Truck ${index}`, isCurrent: index === 0 }),
  )

  expect(await user.trucks.saveTrucks({ body: { trucks } })).toHaveLength(300)
})

test('of 16 concurrent saves one is stored whole', async () => {
  const user = await signUpWithTrucks(2)
  const saves = Array.from({ length: 16 }, () => [buildTruck({ isCurrent: true }), buildTruck()])

  await Promise.all(saves.map((trucks) => user.trucks.saveTrucks({ body: { trucks } })))

  expect(saves).toContainEqual(await user.trucks.listTrucks())
})

test.each([
  ['two current ones', () => [buildTruck({ isCurrent: true }), buildTruck({ isCurrent: true })]],
  ['the same id twice', () => [{ ...unknownTruck }, { ...unknownTruck, isCurrent: false }]],
  ['the same id in other letters', () => [unknownTruck, { ...unknownTruck, id: unknownTruck.id.toUpperCase() }]],
  ['no name', () => [buildTruck({ name: ' ' })]],
  ['12 hours to drive', () => [buildTruck({ driveMinutes: 720 })]],
  ['minutes below zero', () => [buildTruck({ windowMinutes: -1 })]],
  ['part of a minute', () => [buildTruck({ cycleMinutes: 0.5 })]],
])('trucks with %s are refused', async (_what, trucks) => {
  const user = await signUpWithTrucks(2)

  await expect(user.trucks.saveTrucks({ body: { trucks: trucks() } })).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await user.trucks.listTrucks()).toEqual([])
})

const costs: Costs = {
  basis: 'detailed',
  perMileCents: 192,
  milesPerGallon: 6.5,
  driverPerMileCents: 62,
  otherPerMileCents: 0,
  feesPercent: 2.75,
  targetRpmCents: null,
}

test('[D9.5] costs are unknown until they are saved, and a value can be removed again', async () => {
  const user = await app.signUp()

  expect(Object.values(await user.trucks.getCosts())).toEqual(['per-mile', null, null, null, null, null, null])
  expect(await user.trucks.saveCosts({ body: costs })).toEqual(costs)
  expect(await user.trucks.getCosts()).toEqual(costs)
  await user.trucks.saveCosts({ body: { ...costs, feesPercent: null } })
  expect(await user.trucks.getCosts()).toEqual({ ...costs, feesPercent: null })
})

test("trucks and costs are the user's own, and brokers have none", async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  await user.trucks.saveTrucks({ body: { trucks: [buildTruck()] } })
  await user.trucks.saveCosts({ body: costs })

  expect(await other.trucks.listTrucks()).toEqual([])
  expect((await other.trucks.getCosts()).perMileCents).toBeNull()
  await other.account.saveUserInfo({ body: { userType: 'broker', trucksAmount: 1, loadboards: [] } })
  await expect(other.trucks.listTrucks()).rejects.toMatchObject({ code: 'not-allowed' })
})

const printed = '<p>{{truck}} in {{truckLocation}}, {{do}} of {{tripDO}}</p>'

async function htmlFor(user: TestUser, load: Parameters<typeof buildLoad>[0], more: Partial<Inquiry> = {}) {
  const { id: templateId } = await user.templates.createTemplate({
    body: { name: 'Truck', subject: '{{origin}}', template: printed, cc: [], labels: [] },
  })
  const { id } = await sendInquiry(user, { templateId, load: buildLoad(load), ...more })
  return (await user.emails.getEmailDetails({ params: { id } })).html
}

test('[D5.8] the current truck fills place and equipment, and deadhead that the posting lacks', async () => {
  const user = await signUpWithTrucks(2)
  const trucks = [buildTruck({ place: { city: 'Dallas', state: 'TX' } }), buildTruck({ isCurrent: true })]
  await user.trucks.saveTrucks({ body: { trucks } })
  const bare = { equipment: undefined, deadheadMiles: undefined }

  // From the postal code in Elgin to Joliet, as on the load's page.
  expect(await htmlFor(user, bare)).toBe('<p>Reefer in Elgin, IL, 42 of 968</p>')
  expect(await htmlFor(user, { equipment: 'V', deadheadMiles: 7 })).toBe('<p>Reefer in Elgin, IL, 7 of 933</p>')
  expect(await htmlFor(user, bare, { values: { do: '50', tripDO: '976' } })).toBe(
    '<p>Reefer in Elgin, IL, 50 of 976</p>',
  )
})

test("[D5.8] an email states the deadhead of the load's page, also for a truck far from the search", async () => {
  const user = await signUpWithTrucks(2)
  const far = buildTruck({ place: { city: 'Dallas', state: 'TX' }, isCurrent: true })
  const other = buildTruck({ place: { city: 'Gary', state: 'IN' } })
  await user.trucks.saveTrucks({ body: { trucks: [far, other] } })
  const milesFrom = async (city: string, state: string) => {
    const to = { destCity: 'Joliet', destState: 'IL' }
    return (await user.places.getDistance({ query: { originCity: city, originState: state, ...to } })).miles ?? 0
  }
  const fromDallas = await milesFrom('Dallas', 'TX')
  const fromGary = await milesFrom('Gary', 'IN')

  expect(await htmlFor(user, { tripMiles: 50 })).toBe(
    `<p>Reefer in Dallas, TX, ${fromDallas} of ${fromDallas + 50}</p>`,
  )
  expect(await htmlFor(user, { tripMiles: 50 }, { truckId: other.id })).toBe(
    `<p>Reefer in Gary, IN, ${fromGary} of ${fromGary + 50}</p>`,
  )
  expect(await htmlFor(user, { tripMiles: 50 }, { values: { do: '930', tripDO: '980' } })).toBe(
    '<p>Reefer in Dallas, TX, 930 of 980</p>',
  )
})

test("[D3.2] an inquiry names another truck than the current one, which must be the user's own", async () => {
  const user = await signUpWithTrucks(2)
  const other = buildTruck({ place: { city: 'Gary', state: 'IN' }, equipment: 'flatbed' })
  await user.trucks.saveTrucks({ body: { trucks: [buildTruck({ isCurrent: true }), other] } })
  const bare = { equipment: undefined, deadheadMiles: undefined }

  expect(await htmlFor(user, bare, { truckId: other.id })).toMatch(/^<p>Flatbed in Gary, IN, /)
  await expect(htmlFor(user, bare, { truckId: buildTruck().id })).rejects.toMatchObject({ code: 'not-found' })
})

test('[D13.14] an email names the nearest truck that fits if the current one does not, or none', async () => {
  const user = await signUpWithTrucks(4)
  const trucks = [
    buildTruck({ equipment: 'van', isCurrent: true }),
    buildTruck({ place: { city: 'Dallas', state: 'TX' } }),
    buildTruck({ place: { city: 'Gary', state: 'IN' } }),
    buildTruck({ place: { city: 'Joliet', state: 'IL' }, emptyAt: null }),
  ]
  await user.trucks.saveTrucks({ body: { trucks } })

  expect(await htmlFor(user, { equipment: 'V' })).toMatch(/^<p>Van in Elgin, IL, /)
  expect(await htmlFor(user, { equipment: 'R' })).toMatch(/^<p>Reefer in Gary, IN, /)
  for (const more of [{}, { truckId: trucks[2]?.id }])
    await expect(htmlFor(user, { equipment: 'F' }, more)).rejects.toMatchObject({
      code: 'missing-values',
      message: 'This load is missing: truck, truckLocation, do, tripDO.',
    })
})

test('without trucks, an email names what the posting asks for, and no place', async () => {
  const user = await signUpWithTrucks(2)

  await expect(htmlFor(user, { equipment: 'R' })).rejects.toMatchObject({
    code: 'missing-values',
    message: 'This load is missing: truckLocation.',
  })
})
