import type { StoredFacts } from '@loadping/contract/saved-loads'
import { sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'

export type ContactEvent = {
  userId: string
  /** The user's organization at that time. */
  organizationId: string | null
  id: string
  type: 'EMAIL' | 'PHONE'
  contactTime: Date
  day: string
  postToContactSeconds: number | null
  rateCents: number | null
  emailId: string | null
  load: StoredFacts
}

/** Adds an event and its daily counts. */
export const eventWrites = (db: Db, event: ContactEvent) => [
  db.insertInto('contactEvent').values({ ...event, load: JSON.stringify(event.load) }),
  db
    .insertInto('contactDay')
    .values({ userId: event.userId, day: event.day, ...countsOf(event) })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'day']).doUpdateSet((eb) => ({
        emailSent: eb('contactDay.emailSent', '+', eb.ref('excluded.emailSent')),
        phoneCall: eb('contactDay.phoneCall', '+', eb.ref('excluded.phoneCall')),
        postToContactSum: eb('contactDay.postToContactSum', '+', eb.ref('excluded.postToContactSum')),
        postToContactCount: eb('contactDay.postToContactCount', '+', eb.ref('excluded.postToContactCount')),
        rateCentsSum: eb('contactDay.rateCentsSum', '+', eb.ref('excluded.rateCentsSum')),
        rateCount: eb('contactDay.rateCount', '+', eb.ref('excluded.rateCount')),
      })),
    ),
]

/** Adds events of users who have none yet, and the counts of their days. */
export async function addPastEvents(db: Db, events: ContactEvent[]): Promise<void> {
  const rows = events.map((event) => ({ ...event, load: JSON.stringify(event.load) }))
  await db.insertInto('contactEvent').values(rows).execute()
  for (const userId of new Set(events.map((event) => event.userId)))
    await db
      .insertInto('contactDay')
      .values(await rebuildDailyCounts(db, userId))
      .execute()
}

/** Removes the event of an email and updates the daily counts. Does nothing if it was removed before. */
export async function removeEventOfEmail(db: Db, userId: string, emailId: string): Promise<void> {
  const event = await db
    .deleteFrom('contactEvent')
    .where('userId', '=', userId)
    .where('emailId', '=', emailId)
    .returningAll()
    .executeTakeFirst()
  if (event) await subtractFromDay(db, event)
}

export const listDay = compileOnce((db, { userId, day }: { userId: string; day: string }) =>
  db.selectFrom('contactDay').selectAll().where('userId', '=', userId).where('day', '=', day),
)

/** Lists a user's newest contacts with the state of their emails. */
export const listRecentEvents = compileOnce((db, { userId, limit }: { userId: string; limit: number }) =>
  db
    .selectFrom('contactEvent')
    .leftJoin('email', (join) =>
      join.onRef('email.userId', '=', 'contactEvent.userId').onRef('email.id', '=', 'contactEvent.emailId'),
    )
    .select([
      'contactEvent.id',
      'contactEvent.type',
      'contactEvent.contactTime',
      'contactEvent.postToContactSeconds',
      'contactEvent.rateCents',
      'contactEvent.load',
      'email.id as emailId',
      'email.state',
      'email.templateName',
      'email.failureReason as failure',
    ])
    .where('contactEvent.userId', '=', userId)
    .orderBy('contactEvent.contactTime', 'desc')
    .orderBy('contactEvent.id')
    .limit(limit),
)

/** Rebuilds the daily counts from the events; equal to the stored rows. */
export const rebuildDailyCounts = (db: Db, userId: string) =>
  db
    .selectFrom('contactEvent')
    .select((eb) => [
      'userId',
      'day',
      eb.fn.countAll<number>().filterWhere('type', '=', 'EMAIL').as('emailSent'),
      eb.fn.countAll<number>().filterWhere('type', '=', 'PHONE').as('phoneCall'),
      eb.fn.coalesce(eb.fn.sum<number>('postToContactSeconds'), sql<number>`0`).as('postToContactSum'),
      eb.fn.count<number>('postToContactSeconds').as('postToContactCount'),
      eb.fn.coalesce(eb.fn.sum<number>('rateCents'), sql<number>`0`).as('rateCentsSum'),
      eb.fn.count<number>('rateCents').as('rateCount'),
    ])
    .where('userId', '=', userId)
    .groupBy(['userId', 'day'])
    .orderBy('day')
    .execute()

export const listDays = (db: Db, userId: string) =>
  db.selectFrom('contactDay').selectAll().where('userId', '=', userId).orderBy('day').execute()

type Counted = Pick<ContactEvent, 'type' | 'postToContactSeconds' | 'rateCents'>

/** What one event adds to its day. */
const countsOf = ({ type, postToContactSeconds, rateCents }: Counted) => ({
  emailSent: type === 'EMAIL' ? 1 : 0,
  phoneCall: type === 'PHONE' ? 1 : 0,
  postToContactSum: postToContactSeconds ?? 0,
  postToContactCount: postToContactSeconds === null ? 0 : 1,
  rateCentsSum: rateCents ?? 0,
  rateCount: rateCents === null ? 0 : 1,
})

async function subtractFromDay(db: Db, event: Counted & { userId: string; day: string }): Promise<void> {
  const counts = countsOf(event)
  const { userId, day } = event
  await db
    .updateTable('contactDay')
    .set((eb) => ({
      emailSent: eb('emailSent', '-', counts.emailSent),
      phoneCall: eb('phoneCall', '-', counts.phoneCall),
      postToContactSum: eb('postToContactSum', '-', counts.postToContactSum),
      postToContactCount: eb('postToContactCount', '-', counts.postToContactCount),
      rateCentsSum: eb('rateCentsSum', '-', counts.rateCentsSum),
      rateCount: eb('rateCount', '-', counts.rateCount),
    }))
    .where('userId', '=', userId)
    .where('day', '=', day)
    .execute()
  // A day without events has no row, as after a rebuild.
  await db
    .deleteFrom('contactDay')
    .where('userId', '=', userId)
    .where('day', '=', day)
    .where('emailSent', '=', 0)
    .where('phoneCall', '=', 0)
    .execute()
}
