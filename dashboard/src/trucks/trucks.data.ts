import type { Place } from '@loadping/contract/boards/posted-load'
import { hasTwoZones, timeZoneOf } from '@loadping/contract/format/time-zones'
import type { Costs, Truck } from '@loadping/contract/trucks/trucks'
import { queryOptions, usePrefetchQuery, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { shownByForm, useChange } from '../use-change.ts'

const listKey = ['trucks', 'list']
const costsKey = ['trucks', 'costs']

function useListQuery() {
  const api = useApi()
  return queryOptions({ queryKey: listKey, queryFn: () => api.trucks.listTrucks() })
}

function useCostsQuery() {
  const api = useApi()
  return queryOptions({ queryKey: costsKey, queryFn: () => api.trucks.getCosts() })
}

export const useTrucks = () => useSuspenseQuery(useListQuery()).data
export const useCosts = () => useSuspenseQuery(useCostsQuery()).data

/** Starts to load trucks and costs, for a part of the page that shows later. */
export function usePrefetchTrucks(): void {
  usePrefetchQuery(useListQuery())
  usePrefetchQuery(useCostsQuery())
}

/** Replaces the user's trucks. A form shows its failure, anything else a toast. */
export function useSaveTrucks({ isForm }: { isForm: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['trucks', 'save'],
    meta: { feature: 'trucks' },
    mutationFn: (trucks: Truck[]) => api.trucks.saveTrucks({ body: { trucks } }),
    onSuccess: (trucks) => queryClient.setQueryData(listKey, trucks),
    ...(isForm && { onError: shownByForm }),
  })
}

/** The user's target rate per loaded mile in cents; null without one and while it loads. */
export const useTargetRpm = (): number | null => useQuery(useCostsQuery()).data?.targetRpmCents ?? null

export function useSaveCosts() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['trucks', 'save-costs'],
    meta: { feature: 'trucks' },
    mutationFn: (costs: Costs) => api.trucks.saveCosts({ body: costs }),
    onSuccess: (costs) => queryClient.setQueryData(costsKey, costs),
    onError: shownByForm,
  })
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

/** Returns the time zone of a place, or the browser's for an unknown one. States with two zones are looked up. */
export function useTimeZone(place: Place | null): string {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['places', 'geocode', place],
    queryFn: () => api.places.geocode({ query: place ?? { city: '', state: '' } }),
    enabled: place !== null && hasTwoZones(place.state),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (place && timeZoneOf({ ...place, latitude: data?.latitude, longitude: data?.longitude })) ?? ownZone
}
