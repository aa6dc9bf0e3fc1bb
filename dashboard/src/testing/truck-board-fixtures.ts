import type { LoadBefore } from '@loadping/contract/loads/load-status'
import type {
  AskSummary,
  BoardTruck,
  DueCalls,
  OpenAsk,
  TakeBack,
  TakenTrucks,
  TruckBoard,
} from '@loadping/contract/truck-board/truck-board'
import { noCosts, type Truck } from '@loadping/contract/trucks/trucks'
import { vi } from 'vitest'
import { type HeldHandover, handoverCalls, monday, nothingHandedOver } from './handover-fixtures.ts'
import { diesel, lane } from './load-page-fixtures.ts'
import { carrier, type FakeApi, maria } from './render.tsx'

const minutesAgo = (minutes: number): string => new Date(Date.parse(monday) - minutes * 60_000).toISOString()

const idOf = (kind: string, number: number): string => `7d9c7a0e-54a5-4a57-${kind}-${String(number).padStart(12, '0')}`

const noAsks: AskSummary = {
  count: 0,
  sumCents: 0,
  bestCents: null,
  bestPerMileCents: null,
  oldestAt: null,
  due: 0,
}

/** A van that is empty today at 6:30 PM in Olathe, and has no asks. */
export function buildRow(
  number: number,
  { truck, ...row }: Omit<Partial<BoardTruck>, 'truck'> & { truck?: Partial<Truck> } = {},
): BoardTruck {
  return {
    truck: {
      id: idOf('8000', number),
      name: `${number} Ray`,
      equipment: 'van',
      place: { city: 'Olathe', state: 'KS' },
      emptyAt: '2026-11-24T00:30:00.000Z',
      driveMinutes: 430,
      windowMinutes: 600,
      cycleMinutes: 2_000,
      isCurrent: number === 104,
      ...truck,
    },
    isFromDelivery: false,
    booking: null,
    absence: null,
    asks: noAsks,
    lastAnswer: null,
    takeBack: 0,
    ...row,
  }
}

export const ray = buildRow(104, {
  asks: {
    count: 12,
    sumCents: 1_562_000,
    bestCents: 175_000,
    bestPerMileCents: 282,
    oldestAt: minutesAgo(128),
    due: 3,
  },
  lastAnswer: {
    loadId: idOf('9000', 1),
    at: minutesAgo(4),
    status: 'negotiating',
    outcome: { kind: 'countered', cents: 162_500, at: minutesAgo(4) },
    company: 'Northgate Produce',
  },
})

export const lena = buildRow(107, {
  truck: {
    name: '107 Lena',
    equipment: 'reefer',
    place: { city: 'Atlanta', state: 'GA' },
    emptyAt: '2026-11-23T19:40:00.000Z',
    driveMinutes: 65,
  },
  isFromDelivery: true,
  booking: {
    loadId: idOf('9000', 7),
    at: minutesAgo(600),
    cents: 160_000,
    origin: { city: 'Dallas', state: 'TX' },
    dest: { city: 'Atlanta', state: 'GA' },
    company: 'Ironleaf Steel',
    reference: 'Q48170',
    emptyAt: '2026-11-23T19:40:00.000Z',
  },
})

export const buildAsk = (number: number, { facts, ...ask }: Partial<OpenAsk> = {}): OpenAsk => ({
  loadId: idOf('9000', number),
  facts: {
    board: 'dat-one',
    origin: { city: 'Kansas City', state: 'MO' },
    dest: { city: 'Memphis', state: 'TN' },
    pickupDay: '2026-11-24',
    pickupTime: '09:00',
    equipment: 'V',
    tripMiles: 453,
    rate: { cents: 107_500, basis: 'flat' },
    company: `Broker ${number}`,
    phone: `(555) 010-01${String(number).padStart(2, '0')}`,
    mc: '681224',
    ...facts,
  },
  equipmentClass: 'van',
  askCents: 116_000 + number * 100,
  askedAt: minutesAgo(number * 10),
  truckIds: [ray.truck.id],
  status: 'contacted',
  outcome: null,
  note: null,
  dueAt: minutesAgo(number * 10 - 20),
  callBackAt: null,
  askedBy: null,
  ...ask,
})

export const nothingToTakeBack: TakeBack = { booking: null, undone: [], ready: [], call: [], withdrawn: [], text: '' }

type Held = HeldHandover & {
  trucks: BoardTruck[]
  asks: Record<string, OpenAsk[]>
  withoutTruck: AskSummary
  due: DueCalls
  takeBack: TakeBack
  /** What teammates took over from Maria. */
  taken: TakenTrucks[]
}

const noneDue: DueCalls = { dueMinutes: 20, due: [], later: [], nextDueAt: null }

function boardOf({ trucks, withoutTruck, taken, due: { due, dueMinutes } }: Held): TruckBoard {
  const all = [...trucks.map(({ asks }) => asks), withoutTruck]
  const sum = (pick: (asks: AskSummary) => number) => all.reduce((total, asks) => total + pick(asks), 0)
  const asks = {
    ...noAsks,
    count: sum(({ count }) => count),
    sumCents: sum(({ sumCents }) => sumCents),
    due: due.length,
  }
  return { trucks, withoutTruck, asks, dueMinutes, taken }
}

const without = (asks: OpenAsk[], ids: string[]) => asks.filter(({ loadId }) => !ids.includes(loadId))

const costs = { ...noCosts, perMileCents: 192, feesPercent: 3 }
/** Any two places are 20 miles apart. */
const around: FakeApi = {
  places: {
    geocode: async () => null,
    searchPlaces: async () => [],
    getDistance: async () => ({ ...lane, miles: 20 }),
  },
  fuel: { getFuelPrices: async () => diesel },
}

/** A server that has these trucks and asks, and keeps what is changed. */
export function truckBoardServer(initial: Partial<Held> = {}, trucksAmount = 20) {
  const state: Held = {
    trucks: [],
    asks: {},
    withoutTruck: noAsks,
    due: noneDue,
    takeBack: nothingToTakeBack,
    taken: [],
    ...nothingHandedOver,
    ...initial,
  }
  const listed = new Map<string, OpenAsk[]>()
  const calls = {
    bookTruck: vi.fn(
      async (_: {
        params: { id: string }
        body: { loadId: string; after: string | null; cents?: number | undefined }
      }) => state.takeBack,
    ),
    cancelBooking: vi.fn(async () => null),
    sendWithdrawals: vi.fn(async ({ body: { loadIds } }: { body: { loadIds: string[]; text: string } }) => {
      const sent = state.takeBack.ready.filter(({ ask }) => loadIds.includes(ask.loadId))
      const withdrawal = { emailId: idOf('a000', 1), state: 'queued' as const }
      state.takeBack = {
        ...state.takeBack,
        ready: state.takeBack.ready.filter((each) => !sent.includes(each)),
        withdrawn: [...state.takeBack.withdrawn, ...sent.map((each) => ({ ...each, withdrawal }))],
      }
      return state.takeBack
    }),
    ...handoverCalls(state),
    setAbsence: vi.fn(async () => null),
    setCallBack: vi.fn(async () => null),
    saveDueMinutes: vi.fn(async () => null),
    listDueCalls: vi.fn(async () => state.due),
    recordCall: vi.fn(async () => ({ at: monday, loadId: null })),
    changeLoads: vi.fn(async ({ body: { ids } }: { body: { ids: string[] } }) => {
      listed.set('due', state.due.due)
      for (const [id, asks] of Object.entries(state.asks)) listed.set(id, asks)
      state.due = { ...state.due, due: without(state.due.due, ids) }
      state.asks = Object.fromEntries(Object.entries(state.asks).map(([id, asks]) => [id, without(asks, ids)]))
      return { before: ids.map((id): LoadBefore => ({ id, status: 'contacted', outcome: null })) }
    }),
    undoLoadChange: vi.fn(async () => {
      state.due = { ...state.due, due: listed.get('due') ?? [] }
      state.asks = Object.fromEntries(Object.keys(state.asks).map((id) => [id, listed.get(id) ?? []]))
      return null
    }),
    saveTrucks: vi.fn(async ({ body: { trucks } }: { body: { trucks: Truck[] } }) => {
      const known = new Map(state.trucks.map((row) => [row.truck.id, row]))
      state.trucks = trucks.map((truck) => ({ ...(known.get(truck.id) ?? buildRow(0)), truck }))
      return trucks
    }),
  }
  const { recordCall, changeLoads, undoLoadChange, saveTrucks, ...ofBoard } = calls
  const api: FakeApi = {
    account: { getMe: async () => maria, getUserInfo: async () => ({ ...carrier, trucksAmount }) },
    trucks: { listTrucks: async () => state.trucks.map(({ truck }) => truck), saveTrucks, getCosts: async () => costs },
    ...around,
    loads: { recordCall, changeLoads, undoLoadChange },
    truckBoard: {
      getTruckBoard: async () => boardOf(state),
      listOpenAsks: async ({ query: { truckId } }) => state.asks[truckId] ?? [],
      getTakeBack: async () => state.takeBack,
      ...ofBoard,
    },
  }
  return { state, calls, api }
}
