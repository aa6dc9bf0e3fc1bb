import { setTimeout as sleep } from 'node:timers/promises'
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

/** Removes what is older than `LOAD_DAYS` and `CONTACT_DAYS`, some at a time. The next run removes what is left, also after a stop. */
export async function removeOldData(ctx: Deps, stopping?: AbortSignal): Promise<void> {
  const loadsFrom = await keepDays(ctx, 'loads', ctx.retention.loadDays)
  const contactsFrom = await keepDays(ctx, 'contacts', ctx.retention.contactDays)
  for await (const userId of readUsers(ctx)) {
    if (stopping?.aborted || (await isOff(ctx, 'writes'))) return
    const removing = { ctx, stopping }
    if (contactsFrom) await removeContacts(removing, userId, contactsFrom)
    if (loadsFrom) await removeAll(removing, 'loads', () => removeOldLoads(ctx, { userId, before: loadsFrom }, batch))
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

type Removing = { ctx: Deps; stopping: AbortSignal | undefined }

/** Removes events after the contacts: they say for which teams those were made. */
async function removeContacts(removing: Removing, userId: string, before: Date): Promise<void> {
  const { ctx } = removing
  for (const holder of [userId, ...(await listTeamsOfOld(ctx, { userId, before }))])
    if (await removeAll(removing, 'contacts', () => removeOldContacts(ctx, { holder, userId, before }, batch))) return
  await removeAll(removing, 'events', () => removeOldEvents(ctx, { userId, before }, batch))
}

/** Removes batch after batch, and counts them for the metrics. Returns whether there may be more. */
async function removeAll({ ctx, stopping }: Removing, kind: string, remove: () => Promise<number>): Promise<boolean> {
  for (let count = 0; count < batches && !stopping?.aborted; count++) {
    const begun = performance.now()
    const removed = await remove()
    await sleep(performance.now() - begun) // so that it takes at most half of the time at a database
    countIn(ctx.observed.removed, kind, removed)
    if (removed < batch) return false
  }
  return true
}
