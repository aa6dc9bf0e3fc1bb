import type { LoadMemory, MemorySummary } from '@loadping/contract/loads/saved-loads'
import { milesBetween } from '@loadping/contract/places/great-circle'
import type { Context } from '../context.ts'
import { listContactedOnLane, listContactedWith, type RememberedLoad } from './load-page.store.ts'
import { type LoadRow, toOutcome } from './load-row.ts'
import { findVisibleLoad, listVisibleUsers } from './visible-loads.service.ts'

const memoryDays = 90
const nearMiles = 50
/** A degree of latitude has 69 miles. */
const nearDegrees = nearMiles / 69
/** For each of the two; older contacts say little. */
const maxRemembered = 2_000

/** Sums up what the caller and their team asked and got on this lane and with this broker. */
export async function getMemory(ctx: Context, id: string): Promise<LoadMemory> {
  const [load, userIds] = await Promise.all([findVisibleLoad(ctx, id), listVisibleUsers(ctx)])
  const since = new Date(ctx.now().getTime() - memoryDays * 86_400_000)
  const scope = { userIds, since, limit: maxRemembered }
  const { companyKey, mc } = load
  const hasBroker = companyKey !== null || mc !== null
  const [onLane, withBroker] = await Promise.all([
    listOnLane(ctx, load, scope),
    hasBroker ? listContactedWith(ctx.db, { ...scope, companyKey, mc }) : undefined,
  ])
  const isEarlier = (other: RememberedLoad) => other.joinKey !== load.joinKey
  return { lane: sumUp(onLane.filter(isEarlier)), broker: withBroker ? sumUp(withBroker.filter(isEarlier)) : null }
}

async function listOnLane(
  ctx: Context,
  load: LoadRow,
  scope: { userIds: string[]; since: Date; limit: number },
): Promise<RememberedLoad[]> {
  const [from, to] = endsOf(load)
  const { equipmentClass } = load
  if (!from || !to || !equipmentClass) return []
  const originLatitude = from.latitude
  const destLatitude = to.latitude
  const around = { equipmentClass, originLatitude, destLatitude, degrees: nearDegrees }
  const found = await listContactedOnLane(ctx.db, { ...scope, ...around })
  return found.filter((other) => {
    const [start, end] = endsOf(other)
    return start && end && milesBetween(from, start) <= nearMiles && milesBetween(to, end) <= nearMiles
  })
}

type Ends = Pick<LoadRow, 'originLatitude' | 'originLongitude' | 'destLatitude' | 'destLongitude'>

const endsOf = (load: Ends) =>
  [
    { latitude: load.originLatitude, longitude: load.originLongitude },
    { latitude: load.destLatitude, longitude: load.destLongitude },
  ].map(({ latitude, longitude }) => (latitude === null || longitude === null ? undefined : { latitude, longitude }))

function sumUp(loads: RememberedLoad[]): MemorySummary {
  const newest = loads.toSorted((one, other) => other.contactedAt.getTime() - one.contactedAt.getTime())
  const booked = loads.filter(({ outcome }) => outcome === 'booked')
  return {
    asks: loads.length,
    medianAskPerMileCents: medianPerMile(loads, ({ askCents }) => askCents),
    booked: booked.length,
    medianBookedPerMileCents: medianPerMile(booked, ({ outcomeCents }) => outcomeCents),
    latest: newest.slice(0, 5).map((load) => ({
      loadId: load.id,
      userId: load.userId,
      at: load.contactedAt.toISOString(),
      origin: load.facts.origin,
      dest: load.facts.dest,
      askCents: load.askCents,
      outcome: toOutcome(load),
    })),
  }
}

/** Returns the median of the loads with known miles. */
export function medianPerMile<Load extends { tripMiles: number | null }>(
  loads: Load[],
  centsOf: (load: Load) => number | null,
): number | null {
  const rates = loads
    .flatMap((load) => {
      const cents = centsOf(load)
      return cents !== null && load.tripMiles ? [cents / load.tripMiles] : []
    })
    .sort((one, other) => one - other)
  const middle = rates.length >> 1
  const median = rates.length % 2 === 1 ? rates[middle] : average(rates[middle - 1], rates[middle])
  return median === undefined ? null : Math.round(median)
}

const average = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? undefined : (one + other) / 2
