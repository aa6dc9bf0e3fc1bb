import { placesApi } from '@loadping/contract/places/places.api'
import { implement } from '../http/implement.ts'
import { getDistance } from './distance.service.ts'
import { geocode, searchPlaces } from './places.service.ts'

export const placesRoutes = implement(placesApi, {
  searchPlaces: (ctx, { query }) => searchPlaces(ctx, query.search),
  geocode: async (ctx, { query }) => (await geocode(ctx, query)) ?? null,
  getDistance: (ctx, { query }) =>
    getDistance(ctx, {
      origin: { city: query.originCity, state: query.originState, postalCode: query.originPostalCode },
      dest: { city: query.destCity, state: query.destState, postalCode: query.destPostalCode },
      boardMiles: Number(query.boardMiles ?? 0),
    }),
})
