import * as z from 'zod/mini'
import { singleLine } from '../format/text.ts'
import { defineApi } from '../wire/endpoint.ts'
import { KnownPlace, LaneDistance } from './places.ts'

const city = singleLine(80, 1)
const state = z.string().check(z.regex(/^[A-Z]{2}$/, 'Enter the two letters of the state, such as IL'))
const postalCode = z.optional(singleLine(12))
const boardMiles = z.string().check(z.regex(/^\d{1,5}$/, 'Enter the miles as a whole number'))

export const placesApi = defineApi({
  /** Finds places by name or postal code, misspelled or unfinished: the best match first, then the largest city. */
  searchPlaces: {
    access: 'user',
    extension: true,
    limit: 'lookups',
    method: 'GET',
    path: '/places',
    query: z.strictObject({ search: singleLine(100, 1) }),
    response: z.array(KnownPlace),
  },
  /** Returns the place of a city or postal code, or null for an unknown one. */
  geocode: {
    access: 'user',
    extension: true,
    limit: 'lookups',
    method: 'GET',
    path: '/places/geocode',
    query: z.strictObject({ city, state, postalCode }),
    response: z.nullable(KnownPlace),
  },
  /** Returns the miles between two places: the board's if given, else our own. */
  getDistance: {
    access: 'user',
    extension: true,
    limit: 'lookups',
    method: 'GET',
    path: '/distance',
    query: z.strictObject({
      originCity: city,
      originState: state,
      originPostalCode: postalCode,
      destCity: city,
      destState: state,
      destPostalCode: postalCode,
      boardMiles: z.optional(boardMiles),
    }),
    response: LaneDistance,
  },
})
