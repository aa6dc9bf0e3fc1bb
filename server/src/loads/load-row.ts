import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import type { Outcome } from '@loadping/contract/loads/outcomes'
import type { SavedLoad, StoredFacts } from '@loadping/contract/loads/saved-loads'
import { Problem } from '@loadping/contract/wire/problem'
import type { Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { JoinedLoad } from './join-loads.ts'

export type LoadRow = Selectable<Tables['load']>

/** What others see of a load, and what joining it with a teammate's takes. */
export const shownColumns = [
  'userId',
  'id',
  'loadKey',
  'facts',
  'equipmentClass',
  'status',
  'outcome',
  'outcomeCents',
  'outcomeAt',
  'askCents',
  'contactedAt',
  'truckIds',
  'note',
  'firstSeenAt',
  'updatedAt',
] as const
export type ShownRow = Pick<LoadRow, (typeof shownColumns)[number]>

export const loadNotFound = () => new Problem('not-found', 'Load not found.')

/** Returns the facts without those that no load keeps. */
export function storedFactsOf({ comments, creditScore, daysToPay, ...facts }: LoadFacts): StoredFacts {
  return facts
}

export const toSavedLoad = (row: ShownRow & Partial<Pick<JoinedLoad, 'savedBy' | 'outcomeBy'>>): SavedLoad => ({
  id: row.id,
  userId: row.userId,
  savedBy: row.savedBy ?? [row.userId],
  facts: row.facts,
  equipmentClass: row.equipmentClass,
  status: row.status,
  outcome: toOutcome(row),
  outcomeBy: row.outcomeBy ?? (row.outcome === null ? null : row.userId),
  askCents: row.askCents,
  contactedAt: row.contactedAt?.toISOString() ?? null,
  truckIds: row.truckIds ?? [],
  note: row.note,
  firstSeenAt: row.firstSeenAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const toOutcome = ({
  outcome,
  outcomeCents,
  outcomeAt,
}: Pick<LoadRow, 'outcome' | 'outcomeCents' | 'outcomeAt'>): Outcome | null =>
  outcome && outcomeAt && { kind: outcome, cents: outcomeCents, at: outcomeAt.toISOString() }
