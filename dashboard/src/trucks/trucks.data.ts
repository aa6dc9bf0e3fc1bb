import { countOf } from '@loadping/contract/format/counts'
import type { Costs, Truck } from '@loadping/contract/trucks/trucks'
import { queryOptions, usePrefetchQuery, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import type { Touched } from '../query-client.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { useUndoableChange } from '../use-undoable-change.ts'
import { truckListKey } from './truck-total.data.ts'

const costsKey = ['trucks', 'costs']
const meta: Touched = { features: ['trucks', 'account', 'truck-board'] }

function useListQuery() {
  const api = useApi()
  return queryOptions({ queryKey: truckListKey, queryFn: () => api.trucks.listTrucks() })
}

function useCostsQuery() {
  const api = useApi()
  return queryOptions({ queryKey: costsKey, queryFn: () => api.trucks.getCosts() })
}

export const useTrucks = () => useSuspenseQuery(useListQuery()).data
export const useCosts = () => useSuspenseQuery(useCostsQuery()).data

/** Returns the user's trucks once they are loaded. */
export const useLoadedTrucks = (isNeeded: boolean) => useQuery({ ...useListQuery(), enabled: isNeeded }).data

/** Returns the user's costs once they are loaded. */
export const useLoadedCosts = () => useQuery(useCostsQuery()).data

/** Starts to load trucks and costs, for a part of the page that shows later. */
export function usePrefetchTrucks(): void {
  usePrefetchQuery(useListQuery())
  usePrefetchQuery(useCostsQuery())
}

/** Replaces the user's trucks, for a form that shows its failure. */
export function useSaveTrucks() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['trucks', 'save'],
    meta,
    mutationFn: (trucks: Truck[]) => api.trucks.saveTrucks({ body: { trucks } }),
    onSuccess: (trucks) => queryClient.setQueryData(truckListKey, trucks),
    onError: shownByForm,
  })
}

function useSave() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (trucks: Truck[]) =>
    queryClient.setQueryData(truckListKey, await api.trucks.saveTrucks({ body: { trucks } }))
}

/** Makes a truck the current one; undone, the trucks are as they were. */
export function useMakeCurrent() {
  const save = useSave()
  return useUndoableChange({
    mutationKey: ['trucks', 'make-current'],
    meta,
    mutationFn: ({ truck, trucks }: { truck: Truck; trucks: Truck[] }) =>
      save(trucks.map((one) => ({ ...one, isCurrent: one.id === truck.id }))),
    undoFn: (_answer, { trucks }) => save(trucks),
    tell: (_answer, { truck }) => ({ text: `${truck.name} is the current truck` }),
    tellUndone: (_answer, { truck }) => ({ text: `${truck.name} is no longer the current truck` }),
  })
}

/** Removes a truck; undone, the trucks are as they were. */
export function useRemoveTruck() {
  const save = useSave()
  return useUndoableChange({
    mutationKey: ['trucks', 'remove'],
    meta,
    mutationFn: ({ truck, trucks }: { truck: Truck; trucks: Truck[] }) =>
      save(trucks.filter(({ id }) => id !== truck.id)),
    undoFn: (_answer, { trucks }) => save(trucks),
    tell: (_answer, { truck }) => ({ text: `${truck.name} was removed` }),
    tellUndone: (_answer, { truck }) => ({ text: `${truck.name} is back` }),
  })
}

export function useSaveCosts() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['trucks', 'save-costs'],
    meta: { features: [...meta.features, 'loads'] },
    mutationFn: (costs: Costs) => api.trucks.saveCosts({ body: costs }),
    onSuccess: (costs) => queryClient.setQueryData(costsKey, costs),
    onError: shownByForm,
  })
}

/** Saves trucks that were pasted beside the others; undone, the trucks are as they were. */
export function useAddTrucks() {
  const save = useSave()
  return useUndoableChange({
    mutationKey: ['trucks', 'add'],
    meta,
    mutationFn: ({ trucks }: { trucks: Truck[]; before: Truck[]; count: number }) => save(trucks),
    undoFn: (_answer, { before }) => save(before),
    tell: (_answer, { count }) => ({ text: `${countOf(count, 'truck')} saved` }),
    tellUndone: () => ({ text: 'Your trucks are as they were' }),
  })
}
