import type { Place } from '@loadping/contract/boards/posted-load'
import { hasTwoZones, timeZoneOf } from '@loadping/contract/format/time-zones'
import type { LaneDistance } from '@loadping/contract/places/places'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

const hour = 3_600_000

function useDistanceQuery() {
  const api = useApi()
  return (from: Place | null, to: Place) =>
    queryOptions({
      queryKey: ['places', 'distance', from, to],
      queryFn: () =>
        api.places.getDistance({
          query: {
            originCity: from?.city ?? '',
            originState: from?.state ?? '',
            ...(from?.postalCode && { originPostalCode: from.postalCode }),
            destCity: to.city,
            destState: to.state,
            ...(to.postalCode && { destPostalCode: to.postalCode }),
          },
        }),
      enabled: from !== null,
      staleTime: hour,
    })
}

/** The way from a truck to the pickup; undefined while loading and without a truck's place. */
export function useDeadhead(from: Place | null, to: Place) {
  const query = useDistanceQuery()
  return useQuery(query(from, to)).data
}

/** Returns the way from each of some places to the pickup; undefined while it is loading. */
export function useDeadheads(from: readonly Place[], to: Place): (place: Place) => LaneDistance | undefined {
  const query = useDistanceQuery()
  const places = new Map(from.map((place) => [JSON.stringify(place), place]))
  const ways = useQueries({ queries: [...places.values()].map((place) => query(place, to)) })
  return (place) => ways[[...places.keys()].indexOf(JSON.stringify(place))]?.data
}

/** Suggests places for what is typed; none while loading. */
export function usePlaceSuggestions(search: string): string[] {
  const api = useApi()
  const { data = [] } = useQuery({
    queryKey: ['places', 'search', search],
    queryFn: () => api.places.searchPlaces({ query: { search } }),
    enabled: search.trim().length > 1,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return [...new Set(data.map(({ city, state }) => `${city}, ${state}`))]
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Looks up the coordinates of a place in a state with two zones. */
function useZoneQuery() {
  const api = useApi()
  return (place: Place | null) =>
    queryOptions({
      queryKey: ['places', 'geocode', place],
      queryFn: () => api.places.geocode({ query: place ?? { city: '', state: '' } }),
      enabled: place !== null && hasTwoZones(place.state),
      staleTime: Number.POSITIVE_INFINITY,
    })
}

type Found = { latitude: number; longitude: number } | null | undefined

const zoneOf = (place: Place | null, found: Found): string =>
  (place && timeZoneOf({ ...place, latitude: found?.latitude, longitude: found?.longitude })) ?? ownZone

/** Returns the time zone of a place, or the browser's for an unknown one. States with two zones are looked up. */
export function useTimeZone(place: Place | null): string {
  const query = useZoneQuery()
  return zoneOf(place, useQuery(query(place)).data)
}

/** Returns the function that finds the time zone of each of some places, as `useTimeZone` does for one. */
export function useTimeZones(places: readonly (Place | null)[]): (place: Place | null) => string {
  const query = useZoneQuery()
  const twoZoned = new Map(
    places.flatMap((place) => (place && hasTwoZones(place.state) ? [[JSON.stringify(place), place] as const] : [])),
  )
  const found = useQueries({ queries: [...twoZoned.values()].map(query) })
  const coordinates = new Map([...twoZoned.keys()].map((key, index) => [key, found[index]?.data]))
  return (place) => zoneOf(place, coordinates.get(JSON.stringify(place)))
}
