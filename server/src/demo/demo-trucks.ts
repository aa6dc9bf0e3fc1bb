import { randomUUIDv7 } from 'node:crypto'
import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { Costs, Truck } from '@loadping/contract/trucks/trucks'
import type { Deps } from '../context.ts'
import { replaceCosts, replaceTrucks } from '../trucks/trucks.service.ts'
import { demoAccounts, demoTeam } from './demo-accounts.ts'

type DemoTruck = {
  name: string
  equipment: EquipmentClass
  place: [city: string, state: string]
  emptyInHours: number
  /** Hours left to drive, in the 14-hour window and of the 70. */
  clocks?: [drive: number, window: number, cycle: number]
}

/** Twelve trucks of four kinds. The manager has all; each dispatcher has some of them. */
const fleet: DemoTruck[] = [
  { name: '104 Ray', equipment: 'van', place: ['Olathe', 'KS'], emptyInHours: 2, clocks: [8, 10.5, 46] },
  { name: '107 Lena', equipment: 'reefer', place: ['Springfield', 'MO'], emptyInHours: 5, clocks: [3.5, 5, 31] },
  { name: '112 Abdi', equipment: 'flatbed', place: ['Tulsa', 'OK'], emptyInHours: 0, clocks: [11, 14, 58] },
  { name: '115 Cole', equipment: 'van', place: ['Des Moines', 'IA'], emptyInHours: 20, clocks: [6, 7.5, 12] },
  { name: '121 Ines', equipment: 'reefer', place: ['Omaha', 'NE'], emptyInHours: 9, clocks: [9, 11, 64] },
  { name: '126 Walt', equipment: 'step-deck', place: ['Wichita', 'KS'], emptyInHours: 26 },
  { name: '131 Joe', equipment: 'van', place: ['Topeka', 'KS'], emptyInHours: 1, clocks: [10, 12, 39] },
  { name: '134 Sunny', equipment: 'van', place: ['Sedalia', 'MO'], emptyInHours: 7, clocks: [5, 6.5, 27] },
  { name: '138 Kofi', equipment: 'flatbed', place: ['Emporia', 'KS'], emptyInHours: 12, clocks: [7, 9, 44] },
  { name: '142 Dee', equipment: 'reefer', place: ['Lawrence', 'KS'], emptyInHours: 3, clocks: [11, 14, 66] },
  { name: '145 Hank', equipment: 'step-deck', place: ['Tulsa', 'OK'], emptyInHours: 16, clocks: [2, 3, 18] },
  { name: '149 Mira', equipment: 'van', place: ['St. Joseph', 'MO'], emptyInHours: 4, clocks: [8.5, 11, 50] },
]

const pair: DemoTruck[] = [
  { name: 'Truck 1', equipment: 'van', place: ['Olathe', 'KS'], emptyInHours: 3, clocks: [9, 11, 52] },
  { name: 'Truck 2', equipment: 'reefer', place: ['St. Joseph', 'MO'], emptyInHours: 14, clocks: [4, 6, 20.5] },
]

const costs: Costs = {
  basis: 'detailed',
  perMileCents: 192,
  milesPerGallon: 6.5,
  driverPerMileCents: 62,
  otherPerMileCents: 54,
  feesPercent: 3,
  targetRpmCents: 240,
}

/** Returns the trucks of the demo's team at an instant; the first is the current one. */
export const demoFleet = (now: Date): Truck[] => toTrucks(fleet, now)

const toTrucks = (trucks: DemoTruck[], now: Date): Truck[] =>
  trucks.map((truck, index) => toTruck(truck, { now, isCurrent: index === 0 }))

/** Creates the trucks and costs of the demo's carriers, which must exist. The first truck is the current one. */
export async function createDemoTrucks(ctx: Deps): Promise<void> {
  const teammates = demoTeam.members.map(({ email }) => email)
  for (const { email, profile } of demoAccounts) {
    if (profile.userType === 'broker') continue
    await addTrucks(ctx, email, email === demoTeam.owner ? fleet : pair)
  }
  for (const [index, email] of teammates.entries()) await addTrucks(ctx, email, fleet.slice(3 * index, 3 * index + 3))
}

async function addTrucks(ctx: Deps, email: string, trucks: DemoTruck[]): Promise<void> {
  const { id: userId } = await ctx.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await replaceTrucks(ctx, userId, toTrucks(trucks, ctx.now()))
  await replaceCosts(ctx, userId, costs)
}

function toTruck(
  { name, equipment, place: [city, state], emptyInHours, clocks }: DemoTruck,
  { now, isCurrent }: { now: Date; isCurrent: boolean },
): Truck {
  const [driveMinutes = null, windowMinutes = null, cycleMinutes = null] = clocks?.map((hours) => hours * 60) ?? []
  const halfHour = 30 * 60_000
  const emptyAt = Math.ceil(now.getTime() / halfHour) * halfHour + emptyInHours * 3_600_000
  return {
    id: randomUUIDv7(),
    name,
    equipment,
    place: { city, state },
    emptyAt: new Date(emptyAt).toISOString(),
    driveMinutes,
    windowMinutes,
    cycleMinutes,
    isCurrent,
  }
}
