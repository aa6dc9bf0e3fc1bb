import { type Day, newYorkDay, startOfNewYorkDay } from '@loadping/contract/format/new-york-days'
import { everyAccount } from '../accounts/accounts.reads.ts'
import { keepFrom, listTeamsOfOld, removeOldEvents } from '../analytics/old-contacts.service.ts'
import type { Deps } from '../context.ts'
import { readPages } from '../db/read-pages.ts'
import { isOff } from '../kill-switches/kill-switches.service.ts'
import { removeOldContacts, removeOldLoads } from '../loads/old-loads.service.ts'
import { countIn } from '../observed.ts'
import { everyFormerMember } from '../team/team.reads.ts'

/** Few enough that a send of the same user waits for a few milliseconds. */
const batch = 200
/** Of one user and kind in a run, many times what a user adds in a day; the rest is removed by later runs. */
const batches = 50

/** Removes what is older than `LOAD_DAYS` and `CONTACT_DAYS`, some at a time. The next run removes what is left. */
export async function removeOldData(ctx: Deps): Promise<void> {
  const loadsFrom = await keepDays(ctx, 'loads', ctx.retention.loadDays)
  const contactsFrom = await keepDays(ctx, 'contacts', ctx.retention.contactDays)
  for await (const userId of readUsers(ctx)) {
    if (await isOff(ctx, 'writes')) return
    if (contactsFrom) await removeContacts(ctx, userId, contactsFrom)
    if (loadsFrom) await removeAll(ctx, 'loads', () => removeOldLoads(ctx, { userId, before: loadsFrom }, batch))
  }
}

/** Reads the ids of all users, and of former members, whose accounts may be gone. */
async function* readUsers({ db }: Deps): AsyncGenerator<string> {
  for await (const accounts of readPages(db, everyAccount(db), ['id'])) yield* accounts.map(({ id }) => id)
  for await (const members of readPages(db, everyFormerMember(db), ['organizationId', 'userId']))
    yield* members.map(({ userId }) => userId)
}

/** Returns when the first day begins of which all is kept; null if everything is. Figures begin then at once. */
async function keepDays(ctx: Deps, kind: 'loads' | 'contacts', days: number): Promise<Date | null> {
  if (days === 0) return null
  const day: Day = newYorkDay(new Date(ctx.now().getTime() - days * 86_400_000))
  await keepFrom(ctx, { kind, day })
  return startOfNewYorkDay(day)
}

/** Removes events after the contacts: they say for which teams those were made. */
async function removeContacts(ctx: Deps, userId: string, before: Date): Promise<void> {
  for (const holder of [userId, ...(await listTeamsOfOld(ctx, { userId, before }))])
    if (await removeAll(ctx, 'contacts', () => removeOldContacts(ctx, { holder, userId, before }, batch))) return
  await removeAll(ctx, 'events', () => removeOldEvents(ctx, { userId, before }, batch))
}

/** Removes batch after batch, and counts them for the metrics. Returns whether there may be more. */
async function removeAll(ctx: Deps, kind: string, remove: () => Promise<number>): Promise<boolean> {
  for (let count = 0; count < batches; count++) {
    const removed = await remove()
    countIn(ctx.observed.removed, kind, removed)
    if (removed < batch) return false
  }
  return true
}
