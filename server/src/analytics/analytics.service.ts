import { randomUUIDv7 } from 'node:crypto'
import { newYorkDay } from '@loadping/contract/rules/new-york-days'
import type { StoredFacts } from '@loadping/contract/saved-loads'
import type { Deps } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import * as store from './analytics.store.ts'

type Contact = {
  userId: string
  organizationId: string | null
  type: 'EMAIL' | 'PHONE'
  load: StoredFacts
  rateCents: number | null
  emailId: string | null
}

/** Records a contact made now and adds it to its New York day. */
export const recordContact = (ctx: Deps, contact: Contact): Write[] =>
  store.eventWrites(ctx.db, eventOf(contact, ctx.now()))

const eventOf = ({ userId, organizationId, type, load, rateCents, emailId }: Contact, contactTime: Date) => ({
  ...{ userId, organizationId, type, load, rateCents, emailId, contactTime },
  id: randomUUIDv7(),
  day: newYorkDay(contactTime),
  postToContactSeconds: secondsSince(load.postedAt, contactTime),
})

/** Records contacts of the past, of users who have none yet, with the counts of their days. */
export const recordPastContacts = (ctx: Deps, contacts: (Contact & { contactTime: Date })[]) =>
  store.addPastEvents(
    ctx.db,
    contacts.map((contact) => eventOf(contact, contact.contactTime)),
  )

/** Removes the contact of an undelivered email and its counts. */
export const removeContact = (ctx: Deps, userId: string, emailId: string) =>
  store.removeEventOfEmail(ctx.db, userId, emailId)

export const listRecentContacts = (ctx: Deps, userId: string, limit: number) =>
  store.listRecentEvents(ctx.db, { userId, limit })

/** Returns a user's counts for one New York day; zeros if there were no contacts. */
export async function getDayCounts(ctx: Deps, userId: string, day: string) {
  const [counts] = await store.listDay(ctx.db, { userId, day })
  return { emailSent: 0, phoneCall: 0, postToContactSum: 0, postToContactCount: 0, ...counts }
}

/** Returns null if the board shows no posting time, and 0 if its clock is ahead of ours. */
function secondsSince(postedAt: string | undefined, now: Date): number | null {
  return postedAt === undefined ? null : Math.max(0, Math.round((now.getTime() - Date.parse(postedAt)) / 1000))
}
