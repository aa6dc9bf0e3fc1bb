import type { BoardId } from '@loadping/contract/boards/board-id'
import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { Mark } from '@loadping/contract/extension/marks'
import type { LoadStatus } from '@loadping/contract/loads/load-status'
import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import type { LoadEvent, StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Column types; `loads.sql` and `asked-trucks.sql` are the source of truth. */
export type LoadsTables = {
  load: LoadTable
  loadEvent: LoadEventTable
  loadName: { userId: string; word: string; name: string; broker: string }
  loadLink: { keyHash: string; userId: string; loadId: string; expiresAt: Date }
  loadView: { userId: string; position: number; name: string; query: string }
  contact: ContactTable
  mark: MarkTable
}

type LoadTable = {
  userId: string
  id: string
  loadKey: string
  facts: JSONColumnType<StoredFacts>
  board: BoardId | null
  origin: string
  dest: string
  company: string | null
  pickupDay: ColumnType<string | null, string | null, string | null>
  equipmentClass: EquipmentClass | null
  tripMiles: number | null
  deadheadMiles: number | null
  rateCents: number | null
  rpmCents: GeneratedAlways<number | null>
  allInRpmCents: GeneratedAlways<number | null>
  companyKey: string | null
  mc: string | null
  temperature: string | null
  originLatitude: number | null
  originLongitude: number | null
  destLatitude: number | null
  destLongitude: number | null
  status: LoadStatus
  outcome: OutcomeKind | null
  outcomeCents: number | null
  outcomeAt: Date | null
  askCents: number | null
  contactedAt: Date | null
  note: string | null
  firstSeenAt: Date
  postedAt: Date
  updatedAt: Date
  deletedAt: Date | null
  statedAt: Date | null
  laneKey: string | null
  truckIds: string[] | null
  callBackAt: Date | null
  withdrawnAt: Date | null
  joinKey: GeneratedAlways<string>
  searchText: GeneratedAlways<string>
}

type LoadEventTable = {
  userId: string
  loadId: string
  id: string
  at: Date
  by: string
  kind: Exclude<LoadEvent['kind'], 'emailed'>
  cents: number | null
  status: LoadStatus | null
  outcome: OutcomeKind | null
  text: string | null
}

type ContactTable = {
  holder: string
  toAddress: string
  loadKey: string
  id: string
  type: 'EMAIL' | 'PHONE'
  userId: string
  createdAt: Date
  askCents: number | null
  laneKey: string | null
}

type MarkTable = {
  holder: string
  loadKey: string
  id: string
  userId: string
  type: Mark['type']
  at: Date
  askCents: number | null
  postedCents: number | null
  outcome: OutcomeKind | null
  laneKey: string | null
  isRemoved: Generated<boolean>
  changedAt: Date
}
