import type { Costs, Truck } from '@loadping/contract/trucks/trucks'
import { queryOptions, usePrefetchQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import type { Touched } from '../query-client.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { useUndoableChange } from '../use-undoable-change.ts'

const listKey = ['trucks', 'list']
const costsKey = ['trucks', 'costs']
const meta: Touched = { features: ['trucks', 'account'] }

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
    meta,
    mutationFn: (trucks: Truck[]) => api.trucks.saveTrucks({ body: { trucks } }),
    onSuccess: (trucks) => queryClient.setQueryData(listKey, trucks),
    ...(isForm && { onError: shownByForm }),
  })
}

/** Removes a truck; undone, the trucks are as they were. */
export function useRemoveTruck() {
  const api = useApi()
  const queryClient = useQueryClient()
  const save = async (trucks: Truck[]) =>
    queryClient.setQueryData(listKey, await api.trucks.saveTrucks({ body: { trucks } }))
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
