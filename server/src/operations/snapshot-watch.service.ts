import type { Deps } from '../context.ts'

/** A backup of a large database takes minutes; what lasts longer was forgotten, and makes everything slower. */
export const snapshotAlarmSeconds = 10 * 60

/** Looks how old the oldest snapshot of the database is, and tells once if it is too old. */
export async function lookAtSnapshots(
  { observed, log }: Pick<Deps, 'observed' | 'log'>,
  readAge: () => Promise<number>,
): Promise<void> {
  const before = observed.oldestSnapshotSeconds
  const seconds = await readAge()
  observed.oldestSnapshotSeconds = seconds
  if (seconds >= snapshotAlarmSeconds && before < snapshotAlarmSeconds)
    log.error({ minutes: Math.floor(seconds / 60) }, 'a transaction has been open for long: deleted rows stay')
}
