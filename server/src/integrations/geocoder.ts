import type { KnownPlace } from '@loadping/contract/places/places'
import { findStateCode } from '@loadping/contract/places/states'
import * as z from 'zod/mini'
import type { Upstream } from './upstream.ts'

export type Geocoder = {
  /** Finds places in the US and Canada, best first; undefined when the service fails. */
  search: (text: string) => Promise<KnownPlace[] | undefined>
}

const maxResults = 8
/** West, south, east and north of the US and Canada. */
const bounds = '-170,15,-50,75'

/** Creates the geocoder at a search URL: Nominatim's ends with `/search`, Photon's with `/api`. */
export const createGeocoder = (url: string, upstream: Upstream): Geocoder =>
  new URL(url).pathname.endsWith('/search') ? createNominatim(url, upstream) : createPhoton(url, upstream)

const Photon = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        name: z.optional(z.string()),
        type: z.optional(z.string()),
        housenumber: z.optional(z.string()),
        street: z.optional(z.string()),
        city: z.optional(z.string()),
        state: z.optional(z.string()),
        postcode: z.optional(z.string()),
        countrycode: z.optional(z.string()),
      }),
    }),
  ),
})

function createPhoton(base: string, upstream: Upstream): Geocoder {
  return {
    async search(text) {
      const url = new URL(base)
      url.search = new URLSearchParams({ q: text, limit: String(maxResults), lang: 'en', bbox: bounds }).toString()
      const found = await upstream.get(url, Photon)
      return found?.features.flatMap(({ geometry, properties }) => {
        const { name, type, housenumber, street, city, state, postcode, countrycode } = properties
        const isCity = type === 'city' || type === 'district' || type === 'locality'
        const [longitude, latitude] = geometry.coordinates
        return toPlace({
          city: city ?? (isCity ? name : undefined),
          state,
          country: countrycode,
          postalCode: postcode,
          address: type === 'house' && street ? [housenumber, street].filter(Boolean).join(' ') : undefined,
          latitude,
          longitude,
        })
      })
    },
  }
}

const Nominatim = z.array(
  z.object({
    lat: z.string(),
    lon: z.string(),
    address: z.object({
      house_number: z.optional(z.string()),
      road: z.optional(z.string()),
      city: z.optional(z.string()),
      town: z.optional(z.string()),
      village: z.optional(z.string()),
      hamlet: z.optional(z.string()),
      'ISO3166-2-lvl4': z.optional(z.string()),
      postcode: z.optional(z.string()),
      country_code: z.optional(z.string()),
    }),
  }),
)

function createNominatim(base: string, upstream: Upstream): Geocoder {
  const fixed = { format: 'jsonv2', addressdetails: '1', limit: String(maxResults), countrycodes: 'us,ca' }
  return {
    async search(text) {
      const url = new URL(base)
      url.search = new URLSearchParams({ q: text, ...fixed }).toString()
      const found = await upstream.get(url, Nominatim)
      return found?.flatMap(({ lat, lon, address }) =>
        toPlace({
          city: address.city ?? address.town ?? address.village ?? address.hamlet,
          state: address['ISO3166-2-lvl4']?.slice(3),
          country: address.country_code,
          postalCode: address.postcode,
          address: address.road && [address.house_number, address.road].filter(Boolean).join(' '),
          latitude: Number(lat),
          longitude: Number(lon),
        }),
      )
    },
  }
}

type Found = {
  city: string | undefined
  state: string | undefined
  country: string | undefined
  postalCode: string | undefined
  address: string | undefined
  latitude: number
  longitude: number
}

/** Returns a place of the US or Canada with a city, or nothing. */
function toPlace({ city, state = '', country = '', postalCode, address, latitude, longitude }: Found): KnownPlace[] {
  const code = findStateCode(state)
  const countryCode = country.toUpperCase()
  if (!city || !code || (countryCode !== 'US' && countryCode !== 'CA')) return []
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return []
  const known = { postalCode: postalCode ?? null, address: address || null }
  return [{ city, state: code, country: countryCode, ...known, latitude, longitude }]
}
