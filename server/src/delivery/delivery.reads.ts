import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { switchesOff } from '../kill-switches/kill-switches.reads.ts'

/** When a waiting email is due, how long it may wait, and for what. */
export type Waiting = {
  dueAt: Date
  sellBy: Date
  waitsFor?: Tables['delivery']['waitsFor']
  isPaused?: boolean
}

/** Returns what emails wait for, by their ids. */
export async function listWaiting(db: Db, emailIds: string[]): Promise<Map<string, Waiting>> {
  if (emailIds.length === 0) return new Map()
  return new Map((await selectWaiting(db, { ids: emailIds })).map((waiting) => [waiting.id, waiting]))
}

const selectWaiting = compileOnce((db, { ids }: { ids: string[] }) =>
  db
    .selectFrom('delivery')
    .select((eb) => ['id', 'dueAt', 'sellBy', 'waitsFor', eb.exists(switchesOff(db)).$castTo<boolean>().as('isPaused')])
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids))),
)
