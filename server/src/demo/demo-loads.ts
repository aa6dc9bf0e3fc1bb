import { randomUUIDv7 } from 'node:crypto'
import { laneKeyOf } from '@loadping/contract/boards/same-load'
import { newYorkMonth } from '@loadping/contract/format/new-york-days'
import type { Insertable } from 'kysely'
import { recordPastContacts } from '../analytics/analytics.service.ts'
import type { Deps } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { recordPastRecipients } from '../inquiries/recipients.service.ts'
import { namesOf } from '../loads/build-load.ts'
import { storedFactsOf } from '../loads/load-row.ts'
import { nameWrite } from '../loads/loads.store.ts'
import { createDemoCalls } from './demo-calls.ts'
import { createRandom, type Random } from './demo-random.ts'
import { type DemoSender, listDemoSenders } from './demo-senders.ts'
import { createLoadStory, createOfferStory, createSavedStory, type DemoStory } from './demo-story.ts'

/** How many loads each demo carrier has, in how many days and today; of a broker, how many postings they contacted. */
const demoLoadCounts: Record<string, { loads: number; days: number; today: number }> = {
  'grace@cottonwood.example': { loads: 280, days: 30, today: 3 },
  'ben@cottonwood.example': { loads: 370, days: 30, today: 2 },
  'priya@cottonwood.example': { loads: 390, days: 30, today: 2 },
  'tom@cottonwood.example': { loads: 320, days: 30, today: 1 },
  'iris@cottonwood.example': { loads: 137, days: 11, today: 1 },
  'maria@redbud.example': { loads: 36, days: 30, today: 3 },
  'owen@quillon.example': { loads: 46, days: 30, today: 4 },
}

/**
 * Creates the loads, emails, contacts and uses of the demo accounts, which must exist with their templates and trucks.
 */
export async function createDemoLoads(ctx: Deps): Promise<void> {
  const random = createRandom(20_261_122)
  const seconds = createRandom(20_261_126)
  const senders = await listDemoSenders(ctx, Object.keys(demoLoadCounts))
  const stories: DemoStory[] = []
  for (const sender of senders) {
    const { loads, days, today } = demoLoadCounts[sender.email] ?? { loads: 0, days: 0, today: 0 }
    const others = senders.filter(({ organizationId }) => organizationId && organizationId === sender.organizationId)
    const own = Array.from({ length: loads }, (_, index) =>
      (sender.isBroker ? createOfferStory : createLoadStory)(random, {
        sender,
        others,
        now: ctx.now(),
        days: index < today ? 1 : days,
      }),
    )
    await addLoads(ctx, [...own, ...saveForOthers(seconds, { stories: own, others, now: ctx.now() })]) // one user's at a time, since the database ends a transaction that is idle for long
    stories.push(...own)
  }
  await addContacts(ctx, stories)
  await createDemoCalls(ctx, senders)
  for (const sender of senders) await addUses(ctx, sender, stories)
}

/** As many loads in a hundred are also saved by a teammate. */
const savedTwice = 4

function saveForOthers(
  random: Random,
  { stories, others, now }: { stories: DemoStory[]; others: DemoSender[]; now: Date },
): DemoStory[] {
  return stories.flatMap(({ posting, load }) => {
    const teammates = others.filter(({ userId }) => userId !== load?.userId)
    if (!load || teammates.length === 0 || !random.happens(savedTwice)) return []
    return [createSavedStory(random, { posting, sender: random.pick(teammates), now })]
  })
}

/** Inserts rows a few hundred at a time, since a statement has at most 65,535 parameters. */
async function insertAll<T extends keyof Tables>(db: Db, table: T, rows: Insertable<Tables[T]>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    await db
      .insertInto(table)
      .values(rows.slice(at, at + 500))
      .execute()
  }
}

async function addLoads({ db }: Deps, stories: DemoStory[]): Promise<void> {
  const loads = stories.flatMap(({ load }) => load ?? [])
  await insertAll(db, 'load', loads)
  for (const { userId, facts, contactedAt } of loads)
    await nameWrite(db, namesOf(userId, JSON.parse(facts), Boolean(contactedAt))).execute()
  const events = stories.flatMap((story) => story.events)
  const none = { cents: null, status: null, outcome: null, text: null }
  await insertAll(
    db,
    'loadEvent',
    events.map((event) => ({ id: randomUUIDv7(), ...none, ...event })),
  )
}

async function addContacts(ctx: Deps, stories: DemoStory[]): Promise<void> {
  const emails = stories.flatMap(({ email }) => email ?? [])
  await insertAll(
    ctx.db,
    'email',
    emails.map(({ load, templateInputs, recipientVerdict, ...email }) => ({
      ...email,
      load: JSON.stringify(load),
      templateInputs: JSON.stringify(templateInputs),
      recipientVerdict: JSON.stringify(recipientVerdict),
    })),
  )
  await recordPastRecipients(ctx, emails)
  const contacts = stories.flatMap((story) => story.contacts)
  await insertAll(
    ctx.db,
    'contact',
    contacts.flatMap(({ id, type, load, askCents, contactTime, userId, organizationId, toAddress, loadKey }) =>
      [userId, ...(organizationId ? [organizationId] : [])].map((holder) => ({
        holder,
        toAddress,
        loadKey,
        id,
        type,
        userId,
        askCents,
        createdAt: contactTime,
        laneKey: laneKeyOf(load) ?? null,
      })),
    ),
  )
  await recordPastContacts(
    ctx,
    contacts.map(({ id, type, load, loadId, askCents, contactTime, userId, organizationId }) => ({
      id,
      userId,
      organizationId,
      type,
      contactTime,
      askCents,
      loadId,
      load: storedFactsOf(load),
    })),
  )
}

async function addUses({ db, now }: Deps, { userId }: DemoSender, stories: DemoStory[]): Promise<void> {
  const emails = stories.flatMap(({ email }) => (email?.userId === userId ? [email] : []))
  const uses = [...Map.groupBy(emails, ({ templateId }) => templateId)].map(([templateId, sent]) => ({
    userId,
    templateId,
    sent: sent.length,
    lastUsedAt: new Date(Math.max(...sent.map(({ createdAt }) => createdAt.getTime()))),
  }))
  await db.insertInto('templateUse').values(uses).execute()
  const month = newYorkMonth(now())
  const used = emails.filter(({ createdAt }) => newYorkMonth(createdAt) === month).length
  await db.insertInto('allowance').values({ userId, month, used, usedLimit: null }).execute()
}
