import type { LoadBefore } from '@loadping/contract/loads/load-status'
import { statusAfter } from '@loadping/contract/loads/load-status'
import type { LoadChange } from '@loadping/contract/loads/loads.api'
import { hasAmount } from '@loadping/contract/loads/outcomes'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { announce } from '../live/live.service.ts'
import * as store from './load-changes.store.ts'
import { loadNotFound, toOutcome } from './load-row.ts'
import { addEvents, lockLoads, type NewLoadEvent, removeDeleted } from './loads.store.ts'
import { holdersOf } from './marks.service.ts'
import { type ChangedLoad, changeMarks } from './marks.store.ts'
import { lockOwned, type Owned } from './owned-loads.service.ts'

type OutcomeChange = Extract<LoadChange, { kind: 'outcome' }>

/**
 * Changes those of the caller's own loads among these, and returns what it replaced. Status and outcome of an ask change also
 * after its truck was taken over, by who has the truck.
 */
export const changeLoads = (ctx: Context, ids: string[], change: LoadChange): Promise<LoadBefore[]> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    const isStated = change.kind === 'status' || change.kind === 'outcome'
    if (!isStated) await lockLoads(tx.db, userId)
    const owned = isStated ? await lockOwned(tx, ids) : [{ userId, ids }]
    const before: LoadBefore[] = []
    for (const owner of owned) before.push(...(await changeOwned(tx, owner, change)))
    return before
  })

/** Changes a user's loads, which the caller must have locked. */
async function changeOwned(tx: Context, { userId, ids }: Owned, change: LoadChange): Promise<LoadBefore[]> {
  const rows = await store.listByIds(tx.db, userId, ids)
  const isRestoring = change.kind === 'restore'
  const affected = rows.filter(({ deletedAt }) => (deletedAt !== null) === isRestoring)
  if (affected.length === 0) return []
  const loads = { userId, ids: affected.map(({ id }) => id) }
  await store.updateLoads(tx.db, loads, { ...changesOf(tx, change), updatedAt: tx.now() })
  await addEvents(
    tx.db,
    affected.flatMap((row) => eventsOf(tx, { ...row, userId }, change)),
  )
  if (change.kind !== 'status')
    await markChanged(tx, userId, {
      loads: affected.map((row) => afterChange(row, change)),
      isOutcome: change.kind === 'outcome',
    })
  await announceChange(tx, userId)
  const isDeleted = change.kind === 'delete' || isRestoring ? { isDeleted: isRestoring } : {}
  return affected.map((row) => ({
    id: row.id,
    status: row.status,
    statedAt: row.statedAt?.toISOString() ?? null,
    outcome: toOutcome(row),
    ...isDeleted,
  }))
}

/** Tells the user whose load changed and, if that is another one, the caller. */
async function announceChange(ctx: Context, userId: string): Promise<void> {
  await announce(ctx, userId)
  if (userId !== ctx.caller.userId) await announce(ctx, ctx.caller.userId)
}

const afterChange = ({ loadKey, outcome }: store.ChangedLoad, change: LoadChange): ChangedLoad => ({
  loadKey,
  outcome: change.kind === 'outcome' ? change.outcome : outcome,
  isDeleted: change.kind === 'delete',
})

/** An outcome is that of all who contacted the load, in the team's marks. */
const markChanged = (ctx: Context, userId: string, changed: { loads: ChangedLoad[]; isOutcome: boolean }) =>
  changeMarks(ctx.db, holdersOf({ ...ctx.caller, userId }), { userId, ...changed, now: ctx.now() })

export async function deleteLoad(ctx: Context, id: string): Promise<null> {
  const deleted = await changeLoads(ctx, [id], { kind: 'delete' })
  if (deleted.length === 0) throw loadNotFound()
  return null
}

function changesOf(ctx: Context, change: LoadChange): store.Changes {
  if (change.kind === 'status') return { status: change.status, statedAt: ctx.now() }
  if (change.kind === 'delete') return { deletedAt: ctx.now() }
  if (change.kind === 'restore') return { deletedAt: null }
  const { outcome } = change
  const status = statusAfter[outcome]
  return {
    outcome,
    outcomeCents: statedIn(change),
    outcomeAt: ctx.now(),
    statedAt: ctx.now(),
    ...(status && { status }),
  }
}

type OwnedLoad = store.ChangedLoad & { userId: string }

function eventsOf(ctx: Context, { userId, id, status }: OwnedLoad, change: LoadChange): NewLoadEvent[] {
  const event = { userId, loadId: id, by: ctx.caller.userId, at: ctx.now() }
  if (change.kind === 'status')
    return change.status === status ? [] : [{ ...event, kind: 'status', status: change.status }]
  if (change.kind !== 'outcome') return []
  const { outcome } = change
  return [{ ...event, kind: 'outcome', outcome, cents: statedIn(change), status: statusAfter[outcome] ?? null }]
}

/** The amount of an outcome that has one: a load that is covered or declined has no price. */
const statedIn = ({ outcome, cents }: OutcomeChange): number | null => (hasAmount(outcome) && cents) || null

/**
 * Puts back what a change of loads replaced. Only the undo of a deletion brings a deleted load back. Returns which loads it put
 * back and did not delete.
 */
export const undoChange = (ctx: Context, before: LoadBefore[]): Promise<string[]> =>
  inTransaction(ctx, async (tx) => {
    const earlier = new Map(before.map((load) => [load.id, load]))
    const putBack: string[] = []
    for (const owner of await lockOwned(tx, [...earlier.keys()])) putBack.push(...(await undoOwned(tx, owner, earlier)))
    return putBack
  })

async function undoOwned(tx: Context, { userId, ids }: Owned, earlier: Map<string, LoadBefore>): Promise<string[]> {
  const rows = await store.listByIds(tx.db, userId, ids)
  const undone = rows.flatMap((row) => {
    const was = earlier.get(row.id)
    const mayUndo = was && (userId === tx.caller.userId || was.isDeleted === undefined)
    return mayUndo && (row.deletedAt === null || was.isDeleted === false) ? [{ row, was }] : []
  })
  await store.putBack(
    tx.db,
    userId,
    undone.map(({ was }) => was),
    tx.now(),
  )
  await markChanged(tx, userId, {
    loads: undone.map(({ row: { loadKey }, was }) => ({
      loadKey,
      isDeleted: was.isDeleted ?? false,
      outcome: was.outcome?.kind ?? null,
    })),
    isOutcome: undone.some(({ was }) => was.isDeleted === undefined),
  })
  await addEvents(
    tx.db,
    undone.flatMap(({ row, was }) => eventsOf(tx, { ...row, userId }, { kind: 'status', status: was.status })),
  )
  await announceChange(tx, userId)
  return undone.flatMap(({ was }) => (was.isDeleted ? [] : was.id))
}

const restorableMs = 86_400_000

/** Removes loads that were deleted more than a day ago, with their events. */
export const removeDeletedLoads = (ctx: Deps) =>
  inTransaction(ctx, ({ db, now }) => removeDeleted(db, new Date(now().getTime() - restorableMs)))
