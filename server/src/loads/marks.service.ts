import { isCurrentMark, markKey } from '@loadping/contract/extension/mark-keys'
import { type Mark, type MarkChanges, ownMarkHours } from '@loadping/contract/extension/marks'
import { formerTeammate } from '@loadping/contract/team/team'
import { type Context, type Deps, holderOf } from '../context.ts'
import * as store from './marks.store.ts'

/** Whose rows a contact or mark has: the user's own and their organization's. */
export const holdersOf = ({ userId, organizationId }: { userId: string; organizationId: string | null }): string[] =>
  organizationId === null ? [userId] : [userId, organizationId]

const maxMarks = 1_000
const keptMs = ownMarkHours * 3_600_000
/** Changes shortly before the newest one are read again, as a slow transaction may commit after a quick one. */
const overlapMs = 10_000

/** Which changes of marks are read; `isKnown` if the reader has those before. */
export type MarksSince = { holder: string; salt: string; after: Date; limit: number; isKnown: boolean }
type ChangedMark = store.MarkRow

/** Returns what `changedMarks` selects for a cursor of `summarizeMarks`; all marks without a known one. */
export function marksSince(ctx: Context, cursor: string | undefined): MarksSince {
  const holder = holderOf(ctx.caller)
  const salt = saltOf(ctx, holder)
  const known = readCursor(ctx, cursor, salt)
  const latest = ctx.now().getTime() - overlapMs // of a clock that was set back, what follows is older than the cursor
  return {
    holder,
    salt,
    after: known ? new Date(Math.min(known.getTime(), latest)) : new Date(ctx.now().getTime() - keptMs),
    limit: maxMarks + 1,
    isKnown: known !== undefined,
  }
}

/**
 * Returns what the caller and their team did, the cursor that follows, and a digest of what it reads again. A user who
 * left a team gets no mark of it.
 */
export function summarizeMarks(
  ctx: Context,
  { salt, after, isKnown }: MarksSince,
  { changed, nameOf }: { changed: ChangedMark[]; nameOf: (userId: string) => string | undefined },
): { marks: MarkChanges; cursor: string; digest: string; newest: Date | undefined } {
  const isComplete = !isKnown || changed.length > maxMarks
  const shown = changed.slice(0, maxMarks)
  const [first] = shown
  const newest = first?.changedAt
  const start = isComplete ? 0 : after.getTime()
  const now = ctx.now().getTime()
  const last = Math.min(newest?.getTime() ?? (isComplete ? now : 0), now)
  const next = Math.max(start, last - overlapMs)
  const repeated = shown.filter(({ changedAt }) => changedAt.getTime() > next)
  return {
    marks: {
      salt,
      isComplete,
      marks: toMarks(ctx, salt, shown, nameOf),
      removed: isComplete ? [] : shown.flatMap(({ isRemoved, id }) => (isRemoved ? [id] : [])),
    },
    cursor: `${salt}.${next}`,
    digest: JSON.stringify(repeated),
    newest,
  }
}

const saltOf = (ctx: Deps, holder: string): string => ctx.keys.hmac('marks', holder).slice(0, 22)

/** Returns the time of a cursor of the same team, if its changes are still known. */
function readCursor(ctx: Deps, cursor: string | undefined, salt: string): Date | undefined {
  const [, of, ms] = /^([\w-]+)\.(\d{1,15})$/.exec(cursor ?? '') ?? []
  const after = new Date(Number(ms))
  return of === salt && ctx.now().getTime() - after.getTime() < keptMs ? after : undefined
}

const toMarks = (
  ctx: Context,
  salt: string,
  changed: ChangedMark[],
  nameOf: (userId: string) => string | undefined,
): Mark[] =>
  changed
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ id, userId, type, at, askCents, postedCents, outcome, loadKey, laneKey }) => ({
      id,
      userId,
      type,
      askCents,
      postedCents,
      outcome,
      name: nameOf(userId) ?? formerTeammate,
      at: at.toISOString(),
      postingKey: markKey(salt, loadKey),
      laneKey: laneKey === null ? null : markKey(salt, laneKey),
    }))
    .filter((mark) => isCurrentMark(mark, ctx.caller.userId, ctx.now()))

/** Returns a text that changes with each contact, save and outcome of the caller and their team. */
export async function findMarkVersion(ctx: Context): Promise<string> {
  const holder = holderOf(ctx.caller)
  return markVersionOf(saltOf(ctx, holder), await store.findNewestChange(ctx.db, holder))
}

/** Returns the same text, for the newest change of those marks. */
export const markVersionOf = (salt: string, newest: Date | undefined): string => `${salt}.${newest?.getTime() ?? 0}`

/** Deletes marks that no row shows any longer. */
export const deleteOldMarks = (ctx: Deps) => store.deleteMarks(ctx.db, new Date(ctx.now().getTime() - keptMs))
