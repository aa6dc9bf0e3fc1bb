import { randomUUID } from 'node:crypto'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { grantPlan } from '../team/plan-grants.service.ts'
import { buildLoad, sendInquiry } from './inquiries.ts'
import type { TestApp, TestUser } from './test-app.ts'
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
    contactEmail: `desk@${randomUUID()}.example`, // no two look alike
    phone: '(555) 010-0134',
    ...overrides,
  })
}

/** Emails about a load, and delivers that unless it should wait. Returns the ids of load and email. */
export async function askAbout(
  app: TestApp,
  user: TestUser,
  load: PostedLoad,
  { waits = false, truckId }: { waits?: boolean; truckId?: string } = {},
) {
  const given = { load, confirmed: true, confirmedRecipient: true, ...(truckId && { truckId }) }
  const { id } = await sendInquiry(user, given)
  if (!waits) await deliverAll(app)
  const { loads } = await user.loads.listLoads({ query: { search: load.company } })
  return { loadId: loads[0]?.id ?? '', emailId: id }
}

/** Passes the time to undo, and delivers what waits. */
export async function deliverAll(app: TestApp): Promise<void> {
  app.clock.advance(6_000)
  await app.runDueJobs()
}

/** Books a truck that was booked with `after` before. */
export const bookTruck = (
  user: TestUser,
  truckId: string,
  loadId: string,
  { after = null, cents }: { after?: string | null; cents?: number } = {},
) =>
  user.truckBoard.bookTruck({
    params: { id: truckId },
    body: { loadId, after, ...(cents !== undefined && { cents }) },
  })

/** Takes back asks of a truck. */
export const withdraw = (
  user: TestUser,
  truckId: string,
  loadIds: string[],
  text = 'Our truck is booked, thank you.',
) => user.truckBoard.sendWithdrawals({ params: { id: truckId }, body: { loadIds, text } })

/** Returns the board's row of a truck. */
export async function boardRow(user: TestUser, id: string) {
  const { trucks } = await user.truckBoard.getTruckBoard()
  const row = trucks.find(({ truck }) => truck.id === id)
  if (!row) throw new Error('This truck is not on the board.')
  return row
}
