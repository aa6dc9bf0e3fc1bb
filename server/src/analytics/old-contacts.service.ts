import type { Day } from '@loadping/contract/format/new-york-days'
import type { DataDeps } from '../context.ts'
import { setKeptFrom } from './kept-from.store.ts'
import * as store from './old-contacts.store.ts'

/** Makes what Analytics reads from contacts, or loads, begin on this day. Call it before earlier ones are removed. */
export const keepFrom = ({ db }: Pick<DataDeps, 'db'>, kept: { kind: 'contacts' | 'loads'; day: Day }) =>
  setKeptFrom(db, kept)

type Old = { userId: string; before: Date }

/** Lists the teams for which a user contacted somebody before then. */
export const listTeamsOfOld = ({ db }: Pick<DataDeps, 'db'>, old: Old): Promise<string[]> =>
  store.listTeamsBefore(db, old)

/** Removes some events of a user before then. Their counts stay. Returns how many. */
export const removeOldEvents = ({ db }: Pick<DataDeps, 'db'>, old: Old, limit: number): Promise<number> =>
  store.deleteEventsBefore(db, old, limit)
