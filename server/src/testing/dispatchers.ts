import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { grantPlan } from '../team/plan-grants.service.ts'
import { buildLoad } from './inquiries.ts'
import type { TestApp } from './test-app.ts'
import { buildTruck } from './trucks.ts'

type Clocked = Pick<TestApp, 'clock'>

/** Signs up a carrier with two vans that are empty in an hour, the first in Olathe, KS and current. */
export async function createDispatcher(app: TestApp) {
  const user = await app.signUp()
  await grantPlan(app.deps, user.email, { plan: 'PRO', seats: null })
  await user.account.saveUserInfo({ body: { userType: 'carrier', trucksAmount: 5, loadboards: [] } })
  const emptyAt = new Date(app.clock.now.getTime() + 3_600_000).toISOString()
  const place = { city: 'Olathe', state: 'KS' }
  const ray = buildTruck({ name: '104 Ray', equipment: 'van', place, emptyAt, isCurrent: true })
  const lena = buildTruck({ name: '107 Lena', equipment: 'van', emptyAt })
  await user.trucks.saveTrucks({ body: { trucks: [ray, lena] } })
  return { user, ray, lena }
}

let posted = 0

/** Creates a van load from Kansas City to Memphis that is picked up tomorrow, of a new broker each. */
export function vanLoad({ clock }: Clocked, overrides: Partial<PostedLoad> = {}): PostedLoad {
  posted += 1
  return buildLoad({
    origin: { city: 'Kansas City', state: 'MO' },
    dest: { city: 'Memphis', state: 'TN' },
    pickupDay: newYorkDay(new Date(clock.now.getTime() + 86_400_000)),
    tripMiles: 450,
    rate: { cents: 100_000, basis: 'flat' },
    company: `Broker ${posted}`,
    contactEmail: `desk@broker${posted}.example`,
    phone: '(555) 010-0134',
    ...overrides,
  })
}
