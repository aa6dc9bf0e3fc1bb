import { randomUUID } from 'node:crypto'
import type { BoardHealth } from '@loadping/contract/extension/board-health'
import { maxReportsPerDay } from '@loadping/contract/extension/extension.api'
import { isBlind } from '@loadping/contract/extension/judge-board-health'
import type { RowReport } from '@loadping/contract/extension/row-report'
import type { HomeSummary } from '@loadping/contract/home/home'
import { Problem } from '@loadping/contract/wire/problem'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import type { Context, DataDeps, Deps, UserContext } from '../context.ts'
import { around } from '../period.ts'
import * as store from './board-health.store.ts'

const dayMs = 24 * 3_600_000
const reportDays = 30

export async function saveBoardHealth(ctx: Context, boards: BoardHealth[]): Promise<null> {
  const newest = new Map(boards.map((health) => [health.board, health]))
  if (newest.size > 0) await store.saveHealth(ctx.db, ctx.caller.userId, [...newest.values()])
  return null
}

export async function listBoardHealth(ctx: UserContext): Promise<BoardHealth[]> {
  return (await store.listHealth(ctx.db, { userIds: [ctx.caller.userId] })).map(({ health }) => health)
}

/**
 * Reads on which boards people can find no load that were seen in the last day. Returns a function that lists those of one
 * person.
 */
export async function readBlindBoards(
  { db, now }: DataDeps,
  userIds: string[],
): Promise<(userId: string) => HomeSummary['blindBoards']> {
  const dayAgo = now().getTime() - dayMs
  const rowsOf = Map.groupBy(await store.listHealth(db, { userIds }), ({ userId }) => userId)
  return (userId) =>
    (rowsOf.get(userId) ?? []).flatMap(({ health }) =>
      isBlind(health) && Date.parse(health.seenAt) > dayAgo ? [{ board: health.board, since: health.blindSince }] : [],
    )
}

export async function reportRow(ctx: Context, report: RowReport): Promise<null> {
  const { userId } = ctx.caller
  const now = ctx.now()
  if ((await store.countReports(ctx.db, userId, around(now, dayMs))) >= maxReportsPerDay)
    throw new Problem('too-many', "You've sent many reports today. Try again tomorrow.")
  await store.addReport(ctx.db, { id: randomUUID(), userId, createdAt: now, ...report })
  return null
}

/** Deletes reports that are older than 30 days. */
export const deleteOldReports = (ctx: Deps): Promise<unknown> =>
  store.deleteReports(ctx.db, new Date(ctx.now().getTime() - reportDays * dayMs))

export const deleteBoardHealth: DeletionStep = ({ db }, { userId }) => store.deleteHealthOf(db, userId)
