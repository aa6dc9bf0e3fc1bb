import type { Place } from '@loadping/contract/boards/posted-load'
import { milesBetween, nearMiles, roadMilesOf } from '@loadping/contract/places/great-circle'
import type { KnownPlace, LaneDistance, MilesSource, RoutePoint } from '@loadping/contract/places/places'
import { isMexican } from '@loadping/contract/places/states'
import type { Deps } from '../context.ts'
import { findHighwayRoute } from './highways.ts'
import { geocode } from './places.service.ts'

/** Islands without a road to anywhere else. */
const islands = new Set(['HI', 'PR'])

type Lane = { origin: Place; dest: Place; boardMiles?: number | undefined }
type Own = { miles: number; source: MilesSource; points: RoutePoint[] }

/** Returns the miles of a lane: the board's if it gives any, else the router's, else an estimate, always labeled. */
export async function getDistance(
  ctx: Pick<Deps, 'geocoder' | 'roadRouter'>,
  { origin, dest, boardMiles = 0 }: Lane,
): Promise<LaneDistance> {
  const [from, to] = await Promise.all([geocode(ctx, origin), geocode(ctx, dest)])
  const own = from && to ? await findOwn(ctx, from, to) : undefined
  const ownMiles = own ? Math.round(own.miles) : null
  const missing = own ? null : nameMissing({ origin, dest }, { from, to })
  const board = boardMiles > 0 ? { miles: boardMiles, source: 'board' as const } : undefined
  return {
    origin: from ?? null,
    dest: to ?? null,
    miles: board?.miles ?? ownMiles,
    source: board?.source ?? own?.source ?? null,
    ownMiles,
    missing,
    points: own?.points ?? [],
  }
}

function nameMissing(
  { origin, dest }: Pick<Lane, 'origin' | 'dest'>,
  { from, to }: { from: KnownPlace | undefined; to: KnownPlace | undefined },
): LaneDistance['missing'] {
  if ((!from && isMexican(origin.state)) || (!to && isMexican(dest.state))) return 'mexico'
  if (!from) return 'unknown-origin'
  return to ? 'no-road' : 'unknown-dest'
}

async function findOwn(
  { roadRouter }: Pick<Deps, 'roadRouter'>,
  from: KnownPlace,
  to: KnownPlace,
): Promise<Own | undefined> {
  const hasRoad = from.state === to.state || !(islands.has(from.state) || islands.has(to.state))
  if (!hasRoad) return undefined
  const route = await roadRouter?.findRoute(from, to)
  return route ? { ...route, source: 'routing-service' } : estimateRoute(from, to)
}

/** Estimates the way over the embedded highways, or by the straight line between neighbors and far from highways. */
function estimateRoute(from: KnownPlace, to: KnownPlace): Own {
  const straight = milesBetween(from, to)
  const route = findHighwayRoute(from, to)
  const usesHighways = route?.points.some(({ highway }) => highway !== null)
  if (route && usesHighways && (straight > nearMiles || route.miles < roadMilesOf(straight)))
    return { miles: route.miles, source: 'highways', points: [toPoint(from), ...route.points, toPoint(to)] }
  return { miles: roadMilesOf(straight), source: 'straight-line', points: [toPoint(from), toPoint(to)] }
}

const toPoint = ({ city, state, latitude, longitude }: KnownPlace): RoutePoint => ({
  city,
  state,
  latitude,
  longitude,
  highway: null,
})
