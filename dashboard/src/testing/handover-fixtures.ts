import type { BoardTruck, Handover, HandoverTruck, TakenTrucks } from '@loadping/contract/truck-board/truck-board'
import { vi } from 'vitest'
import { maria } from './render.tsx'

/** A Monday, 2:56 PM in Chicago. */
export const monday = '2026-11-23T20:56:00.000Z'

const mine = { userId: maria.userId, name: 'Maria Delgado' }
export const priya = { userId: '7d9c7a0e-54a5-4a57-b000-000000000001', name: 'Priya Nair' }

/** A truck of the board; with nothing open if it has no asks there. */
export const buildHandoverTruck = (
  { truck, booking, absence, asks }: BoardTruck,
  open: Partial<HandoverTruck> = {},
): HandoverTruck => ({
  truck,
  booking,
  pickup: null,
  absence,
  note: null,
  asks,
  open: [],
  unconfirmed: [],
  ...open,
})

/** What Tomas Bell took over from Priya Nair six minutes ago. */
export const buildTaken = (number: number, taken: Partial<TakenTrucks> = {}): TakenTrucks => ({
  id: `7d9c7a0e-54a5-4a57-c000-${String(number).padStart(12, '0')}`,
  at: new Date(Date.parse(monday) - 6 * 60_000).toISOString(),
  from: priya.name,
  to: 'Tomas Bell',
  trucks: ['115 Cole'],
  mayUndo: false,
  ...taken,
})

/** What is open of Maria's and of Priya's trucks, and what was taken over. */
export type HeldHandover = {
  mine: HandoverTruck[]
  priyas: HandoverTruck[]
  takenFrom: TakenTrucks[]
  earlier: TakenTrucks[]
}

export const nothingHandedOver: HeldHandover = { mine: [], priyas: [], takenFrom: [], earlier: [] }

function handoverOf({ mine: own, priyas, takenFrom, earlier }: HeldHandover, userId: string): Handover {
  const isPriyas = userId === priya.userId
  const people = [
    { ...mine, trucks: own.length },
    { ...priya, trucks: priyas.length },
  ]
  return { from: isPriyas ? priya : mine, trucks: isPriyas ? priyas : own, taken: takenFrom, people, earlier }
}

/** The calls about handovers; they keep in `state` what is changed. */
export const handoverCalls = (state: HeldHandover) => ({
  getHandover: vi.fn(async ({ query: { from } }: { query: { from?: string | undefined } }) =>
    handoverOf(state, from ?? (state.mine.length > 0 || state.priyas.length === 0 ? mine : priya).userId),
  ),
  takeOver: vi.fn(async ({ body: { truckIds } }: { body: { from: string; truckIds: string[] } }) => {
    const isTaken = ({ truck }: HandoverTruck) => truckIds.includes(truck.id)
    const taken = state.priyas.filter(isTaken)
    state.mine = [...state.mine, ...taken]
    state.priyas = state.priyas.filter((truck) => !isTaken(truck))
    return buildTaken(9, { to: mine.name, trucks: taken.map(({ truck }) => truck.name), mayUndo: true })
  }),
  undoTakeOver: vi.fn(async (_: { params: { id: string } }) => null),
  setTruckNote: vi.fn(async ({ params, body: { text } }: { params: { id: string }; body: { text: string | null } }) => {
    const note = text === null ? null : { text, at: monday, by: mine.name }
    state.mine = state.mine.map((each) => (each.truck.id === params.id ? { ...each, note } : each))
    return null
  }),
})
