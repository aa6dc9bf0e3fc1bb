import { randomUUIDv7 } from 'node:crypto'
import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import { laneKeyOf, postingKeyOf } from '@loadping/contract/boards/same-load'
import { formatCount } from '@loadping/contract/format/counts'
import type { LoadCorrection } from '@loadping/contract/loads/loads.api'
import {
  type LoadDraft,
  type LoadEvent,
  type LoadFilter,
  type LoadList,
  type LoadQuery,
  type LoadSummary,
  type LoadView,
  type SavedLoad,
  StoredFacts,
} from '@loadping/contract/loads/saved-loads'
import { allowedFacts, saveRefused } from '@loadping/contract/team/team-rules'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, inTransaction } from '../context.ts'
import { writeTogether } from '../db/write-together.ts'
import { writeCursor } from '../page-cursor.ts'
import { getCosts } from '../trucks/trucks.service.ts'
import { buildLoad, namesOf } from './build-load.ts'
import { type JoinedLoad, joinLoads } from './join-loads.ts'
import { readLoadCursor } from './load-cursor.ts'
import type { Filtering } from './load-filter.store.ts'
import * as listStore from './load-list.store.ts'
import { type LoadRow, loadNotFound, storedFactsOf, toSavedLoad } from './load-row.ts'
import * as store from './loads.store.ts'
import { holdersOf } from './marks.service.ts'
import { markWrite } from './marks.store.ts'
import { findVisibleLoad, listPeople, listVisibleUsers } from './visible-loads.service.ts'

type PageQuery = LoadQuery & { after?: string | undefined; limit?: string | undefined }

/** Lists the loads of the caller and their team, one page at a time. */
export async function listLoads(
  ctx: Context,
  { sort = 'age', descending, after, limit, ...filter }: PageQuery,
): Promise<LoadList> {
  const size = Number(limit ?? 50)
  const keys = await listStore.listLoads(ctx.db, {
    ...(await filteringOf(ctx, await listVisibleUsers(ctx), filter)),
    sort,
    isDescending: descending === 'true',
    after: after ? readLoadCursor(sort, after) : undefined,
    limit: size + 1,
  })
  const shown = keys.slice(0, size)
  const last = keys.length > size ? shown.at(-1) : undefined
  const [loads, { targetRpmCents }] = await Promise.all([readListed(ctx, shown), getCosts(ctx)])
  return { loads: loads.map(toSavedLoad), next: last ? writeCursor(last.value, last.id) : null, targetRpmCents }
}

/** Returns what the store needs to apply a filter to the loads of these users. */
export const filteringOf = async (ctx: Context, userIds: string[], filter: LoadFilter): Promise<Filtering> => ({
  userIds,
  filter,
  now: ctx.now(),
  notedKeys: await listStore.listNotedKeys(ctx.db, userIds, filter),
  sharedKeys: await listStore.listSharedKeys(ctx.db, userIds, filter),
})

/** Reads listed loads, each with all who saved it; without those that were deleted meanwhile. */
export async function readListed(ctx: Context, listed: listStore.ListedLoad[]): Promise<JoinedLoad[]> {
  const found = await listStore.listByKeys(
    ctx.db,
    listed.flatMap(({ rows }) => rows),
  )
  const byId = new Map(found.map((row) => [row.id, row]))
  return listed.flatMap(({ rows }) => {
    const [lead, ...others] = rows.flatMap(({ id }) => byId.get(id) ?? [])
    return lead ? joinLoads([lead, ...others], ctx.caller.userId) : []
  })
}

export async function summarizeLoads(ctx: Context, filter: LoadFilter): Promise<LoadSummary> {
  const { userIds, people } = await listPeople(ctx)
  const rows = await listStore.summarizeLoads(ctx.db, await filteringOf(ctx, userIds, filter))
  const sum = (figure: 'count' | 'askedCount' | 'askedCents') => rows.reduce((total, row) => total + row[figure], 0)
  return {
    total: sum('count'),
    askedCount: sum('askedCount'),
    askedCents: sum('askedCents'),
    byStatus: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    people,
  }
}

/** More than any team has, and few enough to list in time. */
const maxLoads = 200_000

/** Adds a load, or a newer reading of a posting that the caller has, and a note with it. */
export function saveLoad(ctx: Context, { load: read, note }: LoadDraft): Promise<SavedLoad> {
  const { userId, rules } = ctx.caller
  if (!rules.allowsSave) throw new Problem('not-allowed', saveRefused)
  return inTransaction(ctx, async (tx) => {
    await store.lockLoads(tx.db, userId)
    const loadKey = postingKeyOf(read)
    const known = await findOwnPosting(tx, read)
    if (!known && (await store.hasLoads(tx.db, userId, maxLoads)))
      throw new Problem('not-allowed', `You can keep ${formatCount(maxLoads)} loads. Delete some first.`)
    const facts = { ...known?.facts, ...allowedFacts(storedFactsOf(read), rules) } // what a reading lacks stays as it was read before
    const { row, events } = buildLoad({ userId, now: tx.now(), known, loadKey, facts })
    const saved = await store.saveLoad(tx.db, { ...row, note: note ?? null })
    if (events.some(({ kind }) => kind === 'saved')) await addSavedMark(tx, saved)
    await addHistory(tx, saved, [...events, ...(note === undefined ? [] : [noteEvent(tx, saved, note)])])
    return toSavedLoad(saved)
  })
}

/** Adds what happened to a load, and the names by which it is found. */
const addHistory = (ctx: Context, { userId, facts, contactedAt }: LoadRow, events: store.NewLoadEvent[]) =>
  writeTogether(ctx.db, [
    store.nameWrite(ctx.db, namesOf(userId, facts, contactedAt !== null)),
    ...(events.length > 0 ? [store.eventWrite(ctx.db, events)] : []),
  ])

const addSavedMark = (ctx: Context, { id, userId, loadKey, facts }: LoadRow) =>
  markWrite(ctx.db, holdersOf(ctx.caller), {
    id,
    userId,
    type: 'SAVED',
    at: ctx.now(),
    loadKey,
    askCents: null,
    postedCents: null,
    laneKey: laneKeyOf(facts) ?? null,
  }).execute()

/** Returns the caller's own load of a posting, deleted or not. */
export async function findOwnPosting(
  ctx: Context,
  posting: Pick<LoadFacts, 'board' | 'boardLoadId'>,
): Promise<LoadRow | undefined> {
  const loadKey = postingKeyOf(posting)
  return loadKey === undefined ? undefined : store.findByKey(ctx.db, ctx.caller.userId, loadKey)
}

/** Corrects facts of the caller's own load; null removes one. */
export function changeLoad(ctx: Context, id: string, changes: LoadCorrection): Promise<SavedLoad> {
  const { userId, rules } = ctx.caller
  if (changes.phone && !rules.allowsPhones)
    throw new Problem('not-allowed', phonesRefused, { 'facts/phone': phonesRefused })
  return inTransaction(ctx, async (tx) => {
    await store.lockLoads(tx.db, userId)
    const known = await store.findLoad(tx.db, { userIds: [userId], id })
    if (!known) throw loadNotFound()
    const facts = correctFacts(known.facts, changes)
    const { row, events } = buildLoad({ userId, now: tx.now(), known, loadKey: known.loadKey, facts })
    const saved = await store.saveLoad(tx.db, row)
    await addHistory(tx, saved, events)
    return toSavedLoad(saved)
  })
}

const phonesRefused = "Your team's managers turned off phone numbers."

function correctFacts(facts: StoredFacts, changes: LoadCorrection): StoredFacts {
  const kept = Object.entries({ ...facts, ...changes }).filter(([, value]) => value !== null)
  const { data } = StoredFacts.safeParse(Object.fromEntries(kept))
  if (data) return data
  const required = 'A load needs an origin and a destination'
  throw new Problem('invalid-input', required, { [changes.origin === null ? 'facts/origin' : 'facts/dest']: required })
}

/** Adds a note to a load of the caller or a teammate. */
export async function addNote(ctx: Context, id: string, text: string): Promise<LoadEvent> {
  const { userId } = await findVisibleLoad(ctx, id)
  return inTransaction(ctx, async (tx) => {
    const load = await store.updateLoad(tx.db, { userId, id }, { note: text, updatedAt: tx.now() })
    if (!load) throw loadNotFound()
    await refuseLongHistory(tx, load)
    const event = noteEvent(tx, load, text)
    await store.addEvents(tx.db, [event])
    return toEvent(event)
  })
}

const maxEvents = 1_000

/** Rejects another entry by hand once a load has very many. */
export async function refuseLongHistory(tx: Context, { userId, id }: Pick<LoadRow, 'userId' | 'id'>): Promise<void> {
  if (await store.hasEvents(tx.db, { userId, loadId: id }, maxEvents))
    throw new Problem('not-allowed', 'This load has 1,000 entries already.')
}

const noteEvent = (ctx: Context, { userId, id }: Pick<LoadRow, 'userId' | 'id'>, text: string) => ({
  userId,
  loadId: id,
  id: randomUUIDv7(),
  by: ctx.caller.userId,
  at: ctx.now(),
  kind: 'note' as const,
  cents: null,
  status: null,
  outcome: null,
  text,
})

export const toEvent = ({
  id,
  at,
  by,
  ...event
}: Pick<LoadEvent, 'id' | 'kind' | 'cents' | 'status' | 'outcome' | 'text'> & { at: Date; by: string }): LoadEvent => ({
  ...event,
  id,
  at: at.toISOString(),
  userId: by,
  email: null,
})

export const saveViews = (ctx: Context, views: LoadView[]): Promise<LoadView[]> =>
  inTransaction(ctx, async (tx) => {
    await store.lockLoads(tx.db, tx.caller.userId)
    await store.replaceViews(tx.db, tx.caller.userId, views)
    return views
  })
