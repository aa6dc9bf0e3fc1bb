import type { LoadEvent, LoadPage, SameLoadContact } from '@loadping/contract/loads/saved-loads'
import { type Context, holderOf } from '../context.ts'
import { keepReadable } from '../team/membership.service.ts'
import { listSameLoad } from './contacts.service.ts'
import { joinLoads } from './join-loads.ts'
import { findLane } from './load-distance.service.ts'
import { findLinkOf } from './load-links.store.ts'
import { listEmailsAbout } from './load-page.store.ts'
import { type ShownRow, toSavedLoad } from './load-row.ts'
import { toEvent } from './loads.service.ts'
import { listEvents } from './loads.store.ts'
import { findVisibleLoad, listJoinedRows, listPeople } from './visible-loads.service.ts'

const maxHistory = 500

/** Returns a load of the caller or a teammate with its lane and history; what several of them saved is one load. */
export async function getLoad(ctx: Context, id: string): Promise<LoadPage> {
  const rows = await listJoinedRows(ctx, await findVisibleLoad(ctx, id))
  const load = joinLoads(rows, ctx.caller.userId)
  const [histories, sameLoad, { people }, distance, link] = await Promise.all([
    Promise.all(rows.map((row) => listHistory(ctx, row))),
    listContactsAboutSame(ctx, load),
    listPeople(ctx),
    findLane(ctx, load.facts),
    findLinkOf(ctx.db, { userId: load.userId, loadId: load.id }, ctx.now()),
  ])
  const history = sortHistory(histories.flat())
  return {
    load: toSavedLoad(load),
    history,
    sameLoad,
    people,
    distance,
    linkExpiresAt: link?.expiresAt.toISOString() ?? null,
  }
}

async function listHistory(ctx: Context, { userId, id: loadId }: ShownRow): Promise<LoadEvent[]> {
  const of = { userId, loadId, limit: maxHistory }
  const [events, emails] = await Promise.all([listEvents(ctx.db, of), listEmailsAbout(ctx.db, of)])
  const emailed = emails.map(
    ({ id, createdAt, state, toAddress, subject, templateName, askCents }): LoadEvent => ({
      id,
      at: createdAt.toISOString(),
      userId,
      kind: 'emailed',
      cents: askCents,
      status: null,
      outcome: null,
      text: null,
      email: { state, to: toAddress, subject, templateName },
    }),
  )
  return [...emailed, ...events.map(toEvent)]
}

/** Returns the newest entries, the newest first. */
const sortHistory = (history: LoadEvent[]): LoadEvent[] =>
  history.sort((one, other) => other.at.localeCompare(one.at) || other.id.localeCompare(one.id)).slice(0, maxHistory)

/** Lists teammates' contacts about the load in the last 24 hours, and the caller's about other postings of it. */
async function listContactsAboutSame(ctx: Context, { loadKey, facts }: ShownRow): Promise<SameLoadContact[]> {
  const { userId } = ctx.caller
  const holder = holderOf(ctx.caller)
  const readable = await keepReadable(ctx, [{ userId: holder }])
  const found = readable.length > 0 ? await listSameLoad(ctx, { holder, loadKey, load: facts }) : []
  return found
    .map((contact) => ({ ...contact, at: contact.createdAt.toISOString(), isSamePosting: contact.loadKey === loadKey }))
    .filter((contact) => contact.userId !== userId || !contact.isSamePosting)
}
