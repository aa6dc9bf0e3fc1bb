import { isCurrentMark, markKey } from '@loadping/contract/extension/mark-keys'
import { type Mark, type MarkChanges, ownMarkHours } from '@loadping/contract/extension/marks'
import { type Context, type Deps, holderOf } from '../context.ts'
import * as store from './marks.store.ts'
import { listPeople } from './visible-loads.service.ts'

/** Whose rows a contact or mark has: the user's own and their organization's. */
export const holdersOf = ({ userId, organizationId }: { userId: string; organizationId: string | null }): string[] =>
  organizationId === null ? [userId] : [userId, organizationId]

const maxMarks = 1_000
const keptMs = ownMarkHours * 3_600_000
/** Changes of the last seconds are listed again, as a slow transaction may commit after a quick one. */
const overlapMs = 10_000

/** Lists what the caller and their team did since the last call. A user who left a team gets no mark of it. */
export async function listMarks(ctx: Context, cursor: string | undefined): Promise<MarkChanges> {
  const now = ctx.now().getTime()
  const holder = holderOf(ctx.caller)
  const salt = saltOf(ctx, holder)
  const after = readCursor(ctx, cursor, salt)
  const next = `${salt}.${now - overlapMs}`
  const changed = after ? await store.listChanged(ctx.db, { holder, after, limit: maxMarks + 1 }) : []
  if (after && changed.length <= maxMarks) {
    const removed = changed.flatMap(({ isRemoved, id }) => (isRemoved ? [id] : []))
    return { salt, isComplete: false, marks: await toMarks(ctx, salt, changed), removed, next }
  }
  const all = await store.listChanged(ctx.db, { holder, after: new Date(now - keptMs), limit: maxMarks })
  return { salt, isComplete: true, marks: await toMarks(ctx, salt, all), removed: [], next }
}

const saltOf = (ctx: Deps, holder: string): string => ctx.keys.hmac('marks', holder).slice(0, 22)

/** Returns the time of a cursor of the same team, if its changes are still known. */
function readCursor(ctx: Deps, cursor: string | undefined, salt: string): Date | undefined {
  const [, of, ms] = /^([\w-]+)\.(\d{1,15})$/.exec(cursor ?? '') ?? []
  const after = new Date(Number(ms))
  return of === salt && ctx.now().getTime() - after.getTime() < keptMs ? after : undefined
}

async function toMarks(
  ctx: Context,
  salt: string,
  changed: Awaited<ReturnType<typeof store.listChanged>>,
): Promise<Mark[]> {
  const current = changed.filter(({ isRemoved }) => !isRemoved)
  if (current.length === 0) return []
  const names = new Map((await listPeople(ctx)).map(({ userId, name }) => [userId, name]))
  return current
    .map(({ loadKey, laneKey, at, ...mark }) => ({
      ...{ id: mark.id, userId: mark.userId, type: mark.type, askCents: mark.askCents, outcome: mark.outcome },
      name: names.get(mark.userId) ?? 'A former teammate',
      at: at.toISOString(),
      postingKey: markKey(salt, loadKey),
      laneKey: laneKey === null ? null : markKey(salt, laneKey),
    }))
    .filter((mark) => isCurrentMark(mark, ctx.caller.userId, ctx.now()))
}

/** Returns a text that changes with each contact, save and outcome of the caller and their team. */
export async function findMarkVersion(ctx: Context): Promise<string> {
  const holder = holderOf(ctx.caller)
  const newest = await store.findNewestChange(ctx.db, holder)
  return `${saltOf(ctx, holder)}.${newest?.getTime() ?? 0}`
}

/** Deletes marks that no row shows any longer. */
export const deleteOldMarks = (ctx: Deps) => store.deleteMarks(ctx.db, new Date(ctx.now().getTime() - keptMs))
