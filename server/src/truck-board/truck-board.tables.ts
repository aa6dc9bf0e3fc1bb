import type { LoadBefore } from '@loadping/contract/loads/load-status'
import type { Truck } from '@loadping/contract/trucks/trucks'
import type { ColumnType, JSONColumnType } from 'kysely'

type Earlier = Omit<TruckBookingTable, 'userId' | 'truckId' | 'at' | 'emptyAt' | 'before'> & {
  at: string
  emptyAt: string
  before: BeforeBooking
}

/** Where a truck and its load were before a booking, and the booking that it followed. */
type BeforeBooking = {
  truck: Pick<Truck, 'place' | 'emptyAt' | 'driveMinutes' | 'windowMinutes' | 'cycleMinutes'>
  load: LoadBefore
  booking: Earlier | null
}

/** Column types; `truck-board.sql` and `truck-notes.sql` are the source of truth. */
export type TruckBoardTables = {
  truckBooking: TruckBookingTable
  truckAbsence: TruckAbsenceTable
  truckNote: { userId: string; truckId: string; text: string; at: Date; by: string }
  dueSetting: { userId: string; dueMinutes: number | null }
}

type TruckBookingTable = {
  userId: string
  truckId: string
  loadId: string
  at: Date
  cents: number | null
  city: string
  state: string
  emptyAt: Date
  undoneEmails: string[]
  before: JSONColumnType<BeforeBooking>
}

type TruckAbsenceTable = {
  userId: string
  truckId: string
  fromDay: ColumnType<string, string, string>
  untilDay: ColumnType<string, string, string>
  note: string | null
}
