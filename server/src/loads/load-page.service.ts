import type { LoadEvent, LoadPage, SameLoadContact } from '@loadping/contract/loads/saved-loads'
import { type Context, holderOf } from '../context.ts'
import { keepReadable, listFormerTeamOf, listTeamOf } from '../team/membership.service.ts'
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
  const [history, sameLoad, { people }, distance, link] = await Promise.all([
    listHistory(ctx, rows),
    listContactsAboutSame(ctx, load),
    listPeople(ctx),
    findLane(ctx, load.facts),
    findLinkOf(ctx.db, { userId: load.userId, loadId: load.id }, ctx.now()),
  ])
  return {
    load: toSavedLoad(load),
    history,
    sameLoad,
    people,
    distance,
    linkExpiresAt: link?.expiresAt.toISOString() ?? null,
  }
}

/** Lists what happened to a load. Of a teammate's row, emails of an earlier team and notes of its others stay there. */
async function listHistory(ctx: Context, rows: ShownRow[]): Promise<LoadEvent[]> {
  const found = await Promise.all(
    rows.map(async ({ userId, id: loadId }) => {
      const of = { userId, loadId, limit: maxHistory }
      const [events, emails] = await Promise.all([listEvents(ctx.db, of), listEmailsAbout(ctx.db, of)])
      return { userId, events, emails }
    }),
  )
  const { userId: callerId, organizationId } = ctx.caller
  const isByOthers = ({ userId, events }: (typeof found)[number]) => events.some(({ by }) => by !== userId)
  const team = organizationId !== null && found.some(isByOthers) ? await listEver(ctx, organizationId) : new Set()
  return sortHistory(
    found.flatMap(({ userId, events, emails }) => {
      const isShown = (by: string) => userId === callerId || by === userId || team.has(by)
      const isSentHere = (sentIn: string | null) => userId === callerId || sentIn === null || sentIn === organizationId
      return [
        ...emails.filter((email) => isSentHere(email.organizationId)).map((email) => toEmailed(email, userId)),
        ...events.filter(({ by }) => isShown(by)).map(toEvent),
      ]
    }),
  )
}

const toEmailed = (email: Awaited<ReturnType<typeof listEmailsAbout>>[number], userId: string): LoadEvent => ({
  id: email.id,
  at: email.createdAt.toISOString(),
  userId,
  kind: 'emailed',
  cents: email.askCents,
  status: null,
  outcome: null,
  text: null,
  email: { state: email.state, to: email.toAddress, subject: email.subject, templateName: email.templateName },
})

/** Lists who is or was in an organization. */
async function listEver(ctx: Context, organizationId: string): Promise<ReadonlySet<unknown>> {
  const [members, former] = await Promise.all([listTeamOf(ctx, organizationId), listFormerTeamOf(ctx, organizationId)])
  return new Set([...members, ...former].map((person) => person.userId))
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
