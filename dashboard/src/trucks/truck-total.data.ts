import { skipToken, useQuery } from '@tanstack/react-query'

export const truckListKey = ['trucks', 'list']

/** How many trucks the user has; undefined until a page has loaded them. */
export const useTruckTotal = (): number | undefined =>
  useQuery<unknown[]>({ queryKey: truckListKey, queryFn: skipToken }).data?.length
