import type { RoutePoint } from '@loadping/contract/places/places'
import * as z from 'zod/mini'
import type { Upstream } from './upstream.ts'

type Coordinates = { latitude: number; longitude: number }

export type RoadRouter = {
  /** Returns the road miles and the way; undefined when the service fails or finds no road. */
  findRoute: (from: Coordinates, to: Coordinates) => Promise<{ miles: number; points: RoutePoint[] } | undefined>
}

const metersPerMile = 1_609.344

const Osrm = z.object({
  routes: z.array(
    z.object({
      distance: z.number().check(z.minimum(0), z.maximum(20_000_000)),
      geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])) }),
    }),
  ),
})

/** Creates the client of an OSRM server. */
export const createRoadRouter = (base: string, upstream: Upstream): RoadRouter => ({
  async findRoute(from, to) {
    const coordinates = [from, to].map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';')
    const url = new URL(`${base.replace(/\/$/, '')}/route/v1/driving/${coordinates}`)
    url.search = new URLSearchParams({ overview: 'simplified', geometries: 'geojson' }).toString()
    const [route] = (await upstream.get(url, Osrm))?.routes ?? []
    return (
      route && {
        miles: route.distance / metersPerMile,
        points: route.geometry.coordinates.map(([longitude, latitude]) => ({
          city: null,
          state: null,
          highway: null,
          latitude,
          longitude,
        })),
      }
    )
  },
})
