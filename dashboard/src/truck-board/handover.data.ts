import { countOf } from '@loadping/contract/format/counts'
import type { Handover, HandoverTruck, TakenTrucks } from '@loadping/contract/truck-board/truck-board'
import { Problem } from '@loadping/contract/wire/problem'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { paths } from '../paths.ts'
import { refreshFeatures, type Touched } from '../query-client.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { useUndoableChange } from '../use-undoable-change.ts'

/** No stream tells what a teammate changes. */
const intervalMs = 15_000

const moved: Touched = { features: ['truck-board', 'trucks', 'loads', 'emails', 'home', 'account'] }

/** The address of the page of a person's trucks. */
export const handoverOf = (userId: string): string => `${paths.handover}?from=${userId}`

/** What is open of a person's trucks; without a person those of the user, or of the teammate with most. */
export function useHandover(from: string | undefined): Handover {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['truck-board', 'handover', from],
    queryFn: () => api.truckBoard.getHandover({ query: from === undefined ? {} : { from } }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: intervalMs,
  }).data
}

/** `6 trucks`, or the name of the only one. */
export const describeTaken = ({ trucks }: Pick<TakenTrucks, 'trucks'>): string => {
  const [only] = trucks
  return only !== undefined && trucks.length === 1 ? only : countOf(trucks.length, 'truck')
}

/** What was taken over from a person who does not have it again, each truck by who took it last. */
export function missingOf({ taken, trucks }: Handover): TakenTrucks[] {
  const shown = new Set(trucks.map(({ truck }) => truck.name))
  return taken.flatMap((each) => {
    const missing = each.trucks.filter((name) => !shown.has(name))
    for (const name of missing) shown.add(name)
    return missing.length === 0 ? [] : [{ ...each, trucks: missing }]
  })
}

type TakeOver = { from: string; truckIds: string[] }

/** Takes over trucks of a teammate, all of them or none; `onLate` is told why none was. */
export function useTakeOver({ onTaken, onLate }: { onTaken: () => void; onLate: (text: string) => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useUndoableChange({
    mutationKey: ['truck-board', 'take-over'],
    meta: moved,
    mutationFn: (body: TakeOver) => api.truckBoard.takeOver({ body }),
    undoFn: ({ id }) => api.truckBoard.undoTakeOver({ params: { id } }),
    onSuccess: onTaken,
    onError: (error, _input, fail) => {
      if (!(error instanceof Problem) || error.code !== 'too-late') return fail()
      onLate(error.message)
      refreshFeatures(queryClient, moved)
    },
    tell: (taken) => ({ text: `You took over ${describeTaken(taken)} from ${taken.from}`, undoMs: 10_000 }),
    tellUndone: (taken) => ({ text: `${taken.from} has ${describeTaken(taken)} again`, kind: 'info' }),
  })
}

/** Gives trucks back to whom they were taken over from. */
export function useUndoTakeOver() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['truck-board', 'undo-take-over'],
    meta: moved,
    mutationFn: ({ id }: TakenTrucks) => api.truckBoard.undoTakeOver({ params: { id } }),
    onSuccess: (_answer, taken) => showToast(`${taken.from} has ${describeTaken(taken)} again`, 'info'),
  })
}

/** Sets what the next person has to know of a truck, for a form that shows its failure. */
export function useSetTruckNote() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['truck-board', 'note'],
    meta: { features: ['truck-board'] },
    mutationFn: ({ truck: { id }, text }: { truck: HandoverTruck['truck']; text: string | null }) =>
      api.truckBoard.setTruckNote({ params: { id }, body: { text } }),
    onSuccess: (_answer, { truck: { name }, text }) =>
      showToast(text === null ? `The note on ${name} is removed` : `Note on ${name} saved`, 'success'),
    onError: shownByForm,
  })
}
