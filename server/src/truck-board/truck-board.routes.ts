import { truckBoardApi } from '@loadping/contract/truck-board/truck-board.api'
import { implement } from '../http/implement.ts'
import { setCallBack } from '../loads/asks.service.ts'
import { bookTruck, cancelBooking } from './bookings.service.ts'
import { getHandover, setTruckNote, takeOver, undoTakeOver } from './handover.service.ts'
import { getTakeBack, sendWithdrawals } from './take-back.service.ts'
import * as board from './truck-board.service.ts'

export const truckBoardRoutes = implement(truckBoardApi, {
  getTruckBoard: (ctx) => board.getTruckBoard(ctx),
  listOpenAsks: (ctx, { query }) => board.listOpenAsks(ctx, query.truckId),
  listDueCalls: (ctx) => board.listDueCalls(ctx),
  saveDueMinutes: (ctx, { body }) => board.saveDueMinutes(ctx, body.minutes),
  setCallBack: (ctx, { params, body }) => setCallBack(ctx, params.id, body.at === null ? null : new Date(body.at)),
  setAbsence: (ctx, { params, body }) => board.setAbsence(ctx, params.id, body.absence),
  bookTruck: (ctx, { params, body }) => bookTruck(ctx, params.id, body),
  cancelBooking: (ctx, { params }) => cancelBooking(ctx, params.id),
  getTakeBack: (ctx, { params }) => getTakeBack(ctx, params.id),
  sendWithdrawals: (ctx, { params, body }) => sendWithdrawals(ctx, params.id, body),
  getHandover: (ctx, { query }) => getHandover(ctx, query.from),
  takeOver: (ctx, { body }) => takeOver(ctx, body),
  undoTakeOver: (ctx, { params }) => undoTakeOver(ctx, params.id),
  setTruckNote: (ctx, { params, body }) => setTruckNote(ctx, params.id, body.text),
})
