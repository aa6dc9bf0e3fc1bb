import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { switchesOff } from '../kill-switches/kill-switches.reads.ts'

/** When a waiting email is due, how long it may wait, and for what. */
export type Waiting = {
  dueAt: Date
  sellBy: Date
  waitsFor?: Tables['delivery']['waitsFor']
  receiver?: string | null
  /** Whether a throttle slot is reserved, at `dueAt`. */
  hasSlot?: boolean
  isPaused?: boolean
  heldAt?: Date | null
}

/** Selects what emails wait for. */
export const waitingOf = (db: Db, { ids }: { ids: string[] }) =>
  db
    .selectFrom('delivery')
    .select((eb) => [
      'id',
      'dueAt',
      'sellBy',
      'waitsFor',
      'receiver',
      'hasSlot',
      'heldAt',
      eb.exists(switchesOff(db)).$castTo<boolean>().as('isPaused'),
    ])
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
