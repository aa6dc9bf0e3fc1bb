import * as z from 'zod/mini'
import { Instant } from '../boards/posted-load.ts'
import { plainLines } from '../format/text.ts'
import { StatedCents } from '../loads/outcomes.ts'
import { defineApi } from '../wire/endpoint.ts'
import {
  Absence,
  DueCalls,
  DueMinutes,
  Handover,
  maxTruckNote,
  maxWithdrawals,
  maxWithdrawalText,
  OpenAsk,
  TakeBack,
  TakenTrucks,
  TruckBoard,
} from './truck-board.ts'

const maxTaken = 1_000

const byId = z.strictObject({ id: z.uuid() })

export const truckBoardApi = defineApi({
  /** Returns the caller's trucks with where they are empty, and the figures of their open asks. */
  getTruckBoard: { access: 'carrier', extension: true, method: 'GET', path: '/trucks/board', response: TruckBoard },
  /** Lists the caller's open asks of one truck, or those of none; the newest 500. */
  listOpenAsks: {
    access: 'carrier',
    method: 'GET',
    path: '/trucks/asks',
    query: z.strictObject({ truckId: z.union([z.uuid(), z.literal('none')]) }),
    response: z.array(OpenAsk),
  },
  listDueCalls: { access: 'carrier', extension: true, method: 'GET', path: '/trucks/due', response: DueCalls },
  /** Sets after how long the caller's asks are due for a call. */
  saveDueMinutes: {
    access: 'carrier',
    method: 'PUT',
    path: '/trucks/due-minutes',
    body: z.strictObject({ minutes: DueMinutes }),
    response: z.null(),
  },
  /** Sets when the caller wants to call about one of their asks; null: by its age. */
  setCallBack: {
    access: 'carrier',
    method: 'PUT',
    path: '/loads/:id/call-back',
    params: byId,
    body: z.strictObject({ at: z.nullable(Instant) }),
    response: z.null(),
  },
  /** Sets the days on which a truck takes no loads; null ends them. */
  setAbsence: {
    access: 'carrier',
    method: 'PUT',
    path: '/trucks/:id/absence',
    params: byId,
    body: z.strictObject({ absence: z.nullable(Absence) }),
    response: z.null(),
  },
  /**
   * Books a truck with a load of the caller, moves the truck to its delivery, and undoes what still waits of its other
   * asks. `after` is the load that the caller saw it booked with; another one is `too-late`. Repeating it changes nothing.
   */
  bookTruck: {
    access: 'carrier',
    method: 'POST',
    path: '/trucks/:id/bookings',
    params: byId,
    body: z.strictObject({ loadId: z.uuid(), after: z.nullable(z.uuid()), cents: z.optional(StatedCents) }),
    response: TakeBack,
  },
  /** Ends a booking: the truck is where it was before, and so is the load. What was undone or withdrawn stays so. */
  cancelBooking: {
    access: 'carrier',
    method: 'DELETE',
    path: '/trucks/:id/bookings',
    params: byId,
    response: z.null(),
  },
  getTakeBack: {
    access: 'carrier',
    extension: true,
    method: 'GET',
    path: '/trucks/:id/take-back',
    params: byId,
    response: TakeBack,
  },
  /** Emails a withdrawal for each of these asks, in the thread of its first email; never a second one. */
  sendWithdrawals: {
    access: 'carrier',
    extension: true,
    method: 'POST',
    path: '/trucks/:id/withdrawals',
    params: byId,
    body: z.strictObject({
      loadIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxWithdrawals)),
      text: plainLines(maxWithdrawalText, 1),
    }),
    response: TakeBack,
  },
  /** Returns what is open of a person's trucks: the caller's or a teammate's. */
  getHandover: {
    access: 'carrier',
    method: 'GET',
    path: '/trucks/handover',
    query: z.strictObject({ from: z.optional(z.uuid()) }),
    response: Handover,
  },
  /**
   * Makes trucks of a teammate the caller's, with their open asks and due calls: all of these or none. Once one of them is no
   * longer the teammate's, it is `too-late`.
   */
  takeOver: {
    access: 'carrier',
    method: 'POST',
    path: '/trucks/handovers',
    body: z.strictObject({ from: z.uuid(), truckIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxTaken)) }),
    response: TakenTrucks,
  },
  /** Gives trucks back that the taker still has; for who gave or took them. */
  undoTakeOver: {
    access: 'carrier',
    method: 'POST',
    path: '/trucks/handovers/:id/undo',
    params: byId,
    response: z.null(),
  },
  /** Sets what the next person has to know of a truck of the caller; null removes it. */
  setTruckNote: {
    access: 'carrier',
    method: 'PUT',
    path: '/trucks/:id/note',
    params: byId,
    body: z.strictObject({ text: z.nullable(plainLines(maxTruckNote, 1)) }),
    response: z.null(),
  },
})
