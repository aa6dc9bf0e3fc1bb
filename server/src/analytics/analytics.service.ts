import { randomUUID } from 'node:crypto'
import type { PostedLoad } from '@loadping/contract/loads'
import { newYorkDay } from '@loadping/contract/rules/new-york-days'
import type { Deps } from '../context.ts'
import * as store from './analytics.store.ts'

type Contact = {
  userId: string
  organizationId: string | null
  type: 'EMAIL' | 'PHONE'
  load: PostedLoad
  rateCents: number | null
  emailId: string | null
}

/** Writes down one contact at this moment and adds it to its New York day, in the caller's transaction (D6.1, D6.2). */
export async function recordContact(ctx: Deps, contact: Contact): Promise<void> {
  const contactTime = ctx.now()
  await store.addEvent(ctx.db, {
    ...contact,
    id: randomUUID(),
    contactTime,
    day: newYorkDay(contactTime),
    postToContactSeconds: secondsSince(contact.load.postedAt, contactTime),
  })
}

/** Takes back the contact of a message that provably reached nobody, and its counts. */
export const removeContact = (ctx: Deps, userId: string, emailId: string) =>
  store.removeEventOfEmail(ctx.db, userId, emailId)

export const listRecentContacts = (ctx: Deps, userId: string, limit: number) =>
  store.listRecentEvents(ctx.db, userId, limit)

/** The counts of one person's New York day; zeros when nothing happened. */
export async function getDayCounts(ctx: Deps, userId: string, day: string) {
  const counts = await store.findDay(ctx.db, userId, day)
  return { emailSent: 0, phoneCall: 0, postToContactSum: 0, postToContactCount: 0, ...counts }
}

/** Null, not 0, when the board shows no time of posting; a clock ahead of ours counts as 0. */
function secondsSince(postedAt: string | undefined, now: Date): number | null {
  return postedAt === undefined ? null : Math.max(0, Math.round((now.getTime() - Date.parse(postedAt)) / 1000))
}
