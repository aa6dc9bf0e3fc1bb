import { newYorkDay, newYorkHour } from '@loadping/contract/format/new-york-days'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import { type DeletionStep, deletionBatch } from '../accounts/deletion-step.ts'
import type { DataDeps } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import { announcement } from '../live/live.service.ts'
import * as store from './analytics.store.ts'

type Contact = {
  /** Of the email, or of the load's event of a call. */
  id: string
  userId: string
  organizationId: string | null
  type: 'EMAIL' | 'PHONE'
  load: StoredFacts
  loadId: string | null
  askCents: number | null
}

/** Records a contact made now and adds it to its New York day. */
export const recordContact = (ctx: DataDeps, contact: Contact): Write[] => [
  ...store.eventWrites(ctx.db, eventOf(contact, ctx.now())),
  announcement(ctx, contact.userId),
]

const eventOf = (
  { id, userId, organizationId, type, load, loadId, askCents }: Contact,
  contactTime: Date,
): store.ContactEvent => ({
  id,
  userId,
  organizationId,
  type,
  load,
  loadId,
  contactTime,
  emailId: type === 'EMAIL' ? id : null,
  askCents,
  postedCents: postedTotalCents(load) ?? null,
  day: newYorkDay(contactTime),
  hour: newYorkHour(contactTime),
  postToContactSeconds: secondsSince(load.postedAt, contactTime),
})

/** Records contacts of the past, of users who have none yet, with the counts of their days. */
export const recordPastContacts = (ctx: DataDeps, contacts: (Contact & { contactTime: Date })[]) =>
  store.addPastEvents(
    ctx.db,
    contacts.map((contact) => eventOf(contact, contact.contactTime)),
  )

/** Removes the contact of an undelivered email and its counts. */
export const removeContact = (ctx: DataDeps, userId: string, emailId: string) =>
  store.removeEventOfEmail(ctx.db, userId, emailId)

export const listRecentContacts = (ctx: DataDeps, userId: string, limit: number) =>
  store.listRecentEvents(ctx.db, { userId, limit })

/** Returns null if the board shows no posting time, and 0 if its clock is ahead of ours. */
function secondsSince(postedAt: string | undefined, now: Date): number | null {
  return postedAt === undefined ? null : Math.max(0, Math.round((now.getTime() - Date.parse(postedAt)) / 1000))
}

/** Deletes events, then counts, of what the user did for no team that goes on. */
export const deleteContacts: DeletionStep = async ({ db }, { userId, keptTeams }) => {
  if (await store.deleteEvents(db, userId, keptTeams, deletionBatch)) return true
  return store.deleteCounts(db, userId, keptTeams)
}
