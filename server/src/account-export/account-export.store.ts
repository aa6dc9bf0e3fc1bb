import { photos } from '../accounts/accounts.reads.ts'
import type { Db } from '../db/db.ts'
import { lockName } from '../db/locks.ts'
import type { Period } from '../period.ts'

const columns = ['id', 'state', 'requestedAt', 'percent', 'attempt', 'size', 'expiresAt'] as const

/** Makes the user's requests run one at a time. */
export const lockExports = (db: Db, userId: string) => lockName(db, `exports ${userId}`)

/** Returns the user's export that is being made, ready or failed: there is one at most. */
export const findCurrent = (db: Db, userId: string) =>
  db
    .selectFrom('accountExport')
    .select(columns)
    .where('userId', '=', userId)
    .where('state', '<>', 'replaced')
    .$narrowType<{ state: 'making' | 'ready' | 'failed' }>()
    .executeTakeFirst()

export type CurrentExport = NonNullable<Awaited<ReturnType<typeof findCurrent>>>

/** Lists when the user asked for exports that did not fail, the first one first. */
export const listRequests = async (db: Db, userId: string, { since, until }: Period): Promise<Date[]> => {
  const requests = await db
    .selectFrom('accountExport')
    .select('requestedAt')
    .where('userId', '=', userId)
    .where('state', '<>', 'failed')
    .where('requestedAt', '>', since)
    .where('requestedAt', '<', until)
    .orderBy('requestedAt')
    .execute()
  return requests.map(({ requestedAt }) => requestedAt)
}

export const addExport = (db: Db, row: { id: string; userId: string; requestedAt: Date }) =>
  db
    .insertInto('accountExport')
    .values({ ...row, state: 'making' })
    .returning(columns)
    .$narrowType<{ state: 'making' }>()
    .executeTakeFirstOrThrow()

/** Takes the place of a finished export: deletes its file, and all of a failed one. */
export async function replaceExport(db: Db, { id, state }: CurrentExport): Promise<void> {
  if (state === 'failed') await db.deleteFrom('accountExport').where('id', '=', id).execute()
  else {
    await db.deleteFrom('accountExportPart').where('exportId', '=', id).execute()
    await db.updateTable('accountExport').set({ state: 'replaced' }).where('id', '=', id).execute()
  }
}

/** One attempt to make the file of an export. */
export type Attempt = { exportId: string; attempt: number }

/** Deletes what other attempts have left, and returns whether the export is still to be made. */
export async function beginAttempt(db: Db, { exportId, attempt }: Attempt): Promise<boolean> {
  await db.deleteFrom('accountExportPart').where('exportId', '=', exportId).where('attempt', '<>', attempt).execute()
  const begun = await db
    .updateTable('accountExport')
    .set({ percent: 0 })
    .where('id', '=', exportId)
    .where('state', '=', 'making')
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

export const savePart = (db: Db, { exportId, attempt }: Attempt, part: { number: number; bytes: Buffer }) =>
  db
    .insertInto('accountExportPart')
    .values({ exportId, attempt, ...part })
    .execute()

export const savePercent = (db: Db, exportId: string, percent: number) =>
  db.updateTable('accountExport').set({ percent }).where('id', '=', exportId).execute()

/** Makes this attempt's file the export's, unless another attempt's is already. Returns whether it did. */
export async function markReady(
  db: Db,
  { exportId, attempt }: Attempt,
  file: { size: number; expiresAt: Date },
): Promise<boolean> {
  const ready = await db
    .updateTable('accountExport')
    .set({ state: 'ready', percent: 100, attempt, ...file })
    .where('id', '=', exportId)
    .where('state', '=', 'making')
    .returning('id')
    .executeTakeFirst()
  return ready !== undefined
}

/** Gives an export up, with what attempts have left of it. */
export async function markFailed(db: Db, exportId: string): Promise<void> {
  await db.deleteFrom('accountExportPart').where('exportId', '=', exportId).execute()
  await db
    .updateTable('accountExport')
    .set({ state: 'failed' })
    .where('id', '=', exportId)
    .where('state', '=', 'making')
    .execute()
}

export const deleteParts = (db: Db, { exportId, attempt }: Attempt) =>
  db.deleteFrom('accountExportPart').where('exportId', '=', exportId).where('attempt', '=', attempt).execute()

/** Returns one part of a file; undefined after the last one. */
export const findPart = (db: Db, { exportId, attempt }: Attempt, number: number) =>
  db
    .selectFrom('accountExportPart')
    .select('bytes')
    .where('exportId', '=', exportId)
    .where('attempt', '=', attempt)
    .where('number', '=', number)
    .executeTakeFirst()

/** Deletes exports that were asked for until then, with their files, but for one that can be downloaded now. */
export const deleteExports = (db: Db, { until, now }: { until: Date; now: Date }) =>
  db
    .deleteFrom('accountExport')
    .where('requestedAt', '<=', until)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '<=', now)]))
    .execute()

export const findPhoto = async (db: Db, userId: string): Promise<Buffer | undefined> =>
  (await photos(db).where('userId', '=', userId).executeTakeFirst())?.webp
