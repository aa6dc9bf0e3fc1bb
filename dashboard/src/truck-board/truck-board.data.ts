import type { Client } from '@loadping/contract/client'
import type { LoadBefore } from '@loadping/contract/loads/load-status'
import { type OutcomeKind, outcomeLabels } from '@loadping/contract/loads/outcomes'
import type {
  Absence,
  BoardTruck,
  DueCalls,
  DueMinutes,
  OpenAsk,
  TakeBack,
  TruckBoard,
} from '@loadping/contract/truck-board/truck-board'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { type QueryClient, queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { useIsLive } from '../home/live.data.ts'
import type { Touched } from '../query-client.ts'
import { truckListKey } from '../trucks/truck-total.data.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { useUndoableChange } from '../use-undoable-change.ts'

const boardKey = ['truck-board', 'board']
const dueKey = ['truck-board', 'due']
const asksKey = ['truck-board', 'asks']
const takeBackKey = (truckId: string) => ['truck-board', 'take-back', truckId]

/** Figures grow old, and without a stream nobody says what changed. */
const intervalMs = { live: 60_000, polling: 15_000 }
const inFlightMs = 2_000

const always = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

const useInterval = (): number => intervalMs[useIsLive() ? 'live' : 'polling']

const boardOptions = (api: Client, refetchInterval: number) =>
  queryOptions({
    ...always,
    queryKey: boardKey,
    queryFn: async ({ client }) => {
      const board = await api.truckBoard.getTruckBoard()
      const trucks = board.trucks.map(({ truck }) => truck)
      client.setQueryData<Truck[]>(truckListKey, trucks)
      return board
    },
    refetchInterval,
  })

/** The trucks with where they are empty and their open asks, fetched again when they change. */
export const useTruckBoard = (): TruckBoard => useSuspenseQuery(boardOptions(useApi(), useInterval())).data

const noTrucks: BoardTruck[] = []

/** The trucks of the board without waiting for them; none until loaded. */
export const useLoadedBoardTrucks = (): BoardTruck[] =>
  useQuery(boardOptions(useApi(), useInterval())).data?.trucks ?? noTrucks

/** The open asks of a truck, or with `none` those of no truck. */
export function useOpenAsks(truckId: string): OpenAsk[] {
  const api = useApi()
  return useSuspenseQuery({
    ...always,
    queryKey: [...asksKey, truckId],
    queryFn: () => api.truckBoard.listOpenAsks({ query: { truckId } }),
    refetchInterval: useInterval(),
  }).data
}

const dueOptions = (api: Client, interval: number) =>
  queryOptions({
    ...always,
    queryKey: dueKey,
    queryFn: () => api.truckBoard.listDueCalls(),
    refetchInterval: ({ state: { data } }) => untilNext(data, interval),
  })

/** The asks that are due for a call; fetched again when the next one gets due. */
export const useDueCalls = (): DueCalls => useSuspenseQuery(dueOptions(useApi(), useInterval())).data

/** The same without waiting for it; undefined until loaded. */
export const useLoadedDueCalls = (): DueCalls | undefined => useQuery(dueOptions(useApi(), useInterval())).data

/** At the time when the next ask gets due, if that is before the usual time. */
function untilNext(due: DueCalls | undefined, interval: number): number {
  const ms = due?.nextDueAt ? Date.parse(due.nextDueAt) - Date.now() : interval
  return Math.min(interval, Math.max(1_000, ms + 500))
}

/** What of a booked truck's other asks is taken back; fetched often while a withdrawal is on its way. */
export function useTakeBack(truckId: string): TakeBack {
  const api = useApi()
  const interval = useInterval()
  return useSuspenseQuery({
    ...always,
    queryKey: takeBackKey(truckId),
    queryFn: () => api.truckBoard.getTakeBack({ params: { id: truckId } }),
    refetchInterval: ({ state: { data } }) => (data?.withdrawn.some(isOnItsWay) ? inFlightMs : interval),
  }).data
}

const isOnItsWay = ({ withdrawal }: TakeBack['withdrawn'][number]): boolean =>
  withdrawal?.state === 'queued' || withdrawal?.state === 'sending'

/** Whether a booked truck had no other open asks. */
export const isEmptyTakeBack = ({ undone, ready, call, withdrawn }: TakeBack): boolean =>
  undone.length + ready.length + call.length + withdrawn.length === 0

const booked: Touched = { features: ['truck-board', 'trucks', 'loads', 'emails', 'home', 'account'] }

/** A truck that can be booked, and the load that it is booked with as the user sees it. */
export type Candidate = { id: string; name: string; bookedWith: string | null }

export const candidateOf = ({ truck: { id, name }, booking }: BoardTruck): Candidate => ({
  id,
  name,
  bookedWith: booking?.loadId ?? null,
})

type Booking = { truck: Candidate; loadId: string; cents: number | undefined }

/** Books a truck with a load, for a form that shows its failure. Repeated, it changes nothing. */
export function useBookTruck() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['truck-board', 'book'],
    meta: booked,
    mutationFn: ({ truck: { id, bookedWith: after }, loadId, cents }: Booking) =>
      api.truckBoard.bookTruck({ params: { id }, body: { loadId, after, ...(cents !== undefined && { cents }) } }),
    onSuccess: (takeBack, { truck }) => queryClient.setQueryData(takeBackKey(truck.id), takeBack),
    onError: shownByForm,
  })
}

/** Ends the booking of a truck: truck and load are as before. */
export function useCancelBooking() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['truck-board', 'cancel-booking'],
    meta: booked,
    mutationFn: ({ id }: Candidate) => api.truckBoard.cancelBooking({ params: { id } }),
    onSuccess: (_answer, { name }) => showToast(`${name} is no longer booked`, 'info'),
  })
}

/** Returns the function that says that a truck is booked, unless its other asks need the user: then it returns true. */
export function useTellBooked() {
  const showToast = useToast()
  const { mutate: cancel } = useCancelBooking()
  return (truck: Candidate, takeBack: TakeBack): boolean => {
    if (!isEmptyTakeBack(takeBack)) return true
    showToast(`${truck.name} is booked`, 'success', { label: 'Not booked', onPress: () => cancel(truck) })
    return false
  }
}

/** Emails withdrawals. Each ask gets one at most, also if this is repeated. */
export function useSendWithdrawals(truckId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['truck-board', 'withdraw', truckId],
    meta: { features: ['truck-board', 'emails', 'home'] },
    mutationFn: (body: { loadIds: string[]; text: string }) =>
      api.truckBoard.sendWithdrawals({ params: { id: truckId }, body }),
    onSuccess: (takeBack) => queryClient.setQueryData(takeBackKey(truckId), takeBack),
  })
}

/** Sets the days on which a truck takes no loads; undone, they are as they were. */
export function useSetAbsence() {
  const api = useApi()
  const set = ({ id }: Truck, absence: Absence | null) =>
    api.truckBoard.setAbsence({ params: { id }, body: { absence } })
  return useUndoableChange({
    mutationKey: ['truck-board', 'absence'],
    meta: { features: ['truck-board'] },
    mutationFn: ({ truck, absence }: { truck: Truck; absence: Absence | null; before: Absence | null }) =>
      set(truck, absence),
    undoFn: (_answer, { truck, before }) => set(truck, before),
    tell: (_answer, { truck, absence }) => ({
      text: absence ? `${truck.name} is not available on these days` : `${truck.name} is available again`,
    }),
    tellUndone: (_answer, { truck }) => ({ text: `The days of ${truck.name} are as they were` }),
  })
}

type AskOutcome = { ask: OpenAsk; kind: OutcomeKind; cents?: number }

/** Records what came of an ask. It leaves the due calls at once, and undone it is as it was. */
export function useAskOutcome() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useUndoableChange({
    mutationKey: ['truck-board', 'outcome'],
    meta: { features: ['truck-board', 'loads', 'home'] },
    mutationFn: ({ ask, kind, cents }: AskOutcome) => {
      leaveDue(queryClient, ask)
      const change = { kind: 'outcome' as const, outcome: kind, ...(cents !== undefined && { cents }) }
      return api.loads.changeLoads({ body: { ids: [ask.loadId], change } })
    },
    undoFn: ({ before }: { before: LoadBefore[] }) => api.loads.undoLoadChange({ body: { before } }),
    tell: (_answer, { ask, kind }) => ({ text: `${nameOf(ask)}: ${outcomeLabels[kind]}` }),
    tellUndone: (_answer, { ask }) => ({ text: `${nameOf(ask)} is as it was`, kind: 'info' }),
  })
}

/** Sets when to call about an ask again; undone, it is due as before. */
export function useCallBack() {
  const api = useApi()
  const queryClient = useQueryClient()
  const set = ({ loadId }: OpenAsk, at: string | null) =>
    api.truckBoard.setCallBack({ params: { id: loadId }, body: { at } })
  return useUndoableChange({
    mutationKey: ['truck-board', 'call-back'],
    meta: { features: ['truck-board'] },
    mutationFn: ({ ask, at }: { ask: OpenAsk; at: string | null; text: string }) => {
      leaveDue(queryClient, ask)
      return set(ask, at)
    },
    undoFn: (_answer, { ask }) => set(ask, ask.callBackAt),
    tell: (_answer, { ask, text }) => ({ text: `${nameOf(ask)}: ${text}` }),
    tellUndone: (_answer, { ask }) => ({ text: `${nameOf(ask)} is as it was`, kind: 'info' }),
  })
}

/** Takes an ask off the due calls before the server answers; its answer fetches them again. */
function leaveDue(queryClient: QueryClient, { loadId }: OpenAsk): void {
  const others = (asks: OpenAsk[]) => asks.filter((ask) => ask.loadId !== loadId)
  queryClient.setQueryData<DueCalls>(
    dueKey,
    (calls) => calls && { ...calls, due: others(calls.due), later: others(calls.later) },
  )
}

/** The company of an ask, or where its load goes. */
export const nameOf = ({ facts: { company, origin, dest } }: OpenAsk): string =>
  company ?? `${origin.city} to ${dest.city}`

export function useSaveDueMinutes() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['truck-board', 'due-minutes'],
    meta: { features: ['truck-board'] },
    mutationFn: (minutes: DueMinutes) => api.truckBoard.saveDueMinutes({ body: { minutes } }),
    onSuccess: (_answer, minutes) =>
      showToast(minutes === null ? 'Asks no longer get due' : `Asks are due after ${minutes} min`, 'success'),
  })
}
