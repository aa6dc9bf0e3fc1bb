import { everyAccount } from '../accounts/accounts.reads.ts'
import type { Deps } from '../context.ts'
import { readPages } from '../db/read-pages.ts'
import * as store from './emails.store.ts'

/** Few enough that a send of the same user waits for a few milliseconds. */
const batch = 200

/** Removes the texts of emails older than `EMAIL_TEXT_DAYS`, of all users, some at a time, until it is told to stop. */
export async function deleteOldTexts(
  { db, now, retention }: Pick<Deps, 'db' | 'now' | 'retention'>,
  stopping?: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - retention.textDays * 86_400_000)
  for await (const users of readPages(db, everyAccount(db), ['id']))
    for (const { id: userId } of users)
      while (!stopping?.aborted && (await store.deleteTexts(db, { userId, before }, batch)));
}
