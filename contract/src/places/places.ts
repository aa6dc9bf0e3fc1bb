import * as z from 'zod/mini'

/** A city in the US or Canada, or the part of one that a postal code covers, with its coordinates. */
export const KnownPlace = z.object({
  city: z.string(),
  /** The postal abbreviation of the state or province. */
  state: z.string(),
  country: z.enum(['US', 'CA']),
  postalCode: z.nullable(z.string()),
  /** House number and street, which only a configured geocoder knows. */
  address: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
})
export type KnownPlace = z.infer<typeof KnownPlace>

/** A point of a route: a city with the highway that leaves it, or, from a routing service, a bend of the road. */
export const RoutePoint = z.object({
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  highway: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
})
export type RoutePoint = z.infer<typeof RoutePoint>

/** Where miles come from: the load board, the routing service, the embedded highways, or the straight line. */
export const MilesSource = z.enum(['board', 'routing-service', 'highways', 'straight-line'])
export type MilesSource = z.infer<typeof MilesSource>

/** The miles of a lane and the way there. All sources but the board and the routing service are estimates. */
export const LaneDistance = z.object({
  origin: z.nullable(KnownPlace),
  dest: z.nullable(KnownPlace),
  miles: z.nullable(z.int()),
  /** Null without miles. */
  source: z.nullable(MilesSource),
  /** Our own miles, to compare with the board's. */
  ownMiles: z.nullable(z.int()),
  /** Why there are no miles of our own. */
  missing: z.nullable(z.enum(['unknown-origin', 'unknown-dest', 'mexico', 'no-road'])),
  /** The way, from origin to destination; empty without one. */
  points: z.array(RoutePoint),
})
export type LaneDistance = z.infer<typeof LaneDistance>
