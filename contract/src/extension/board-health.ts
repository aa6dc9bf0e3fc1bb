import * as z from 'zod/mini'
import { BoardId } from '../boards/board-id.ts'
import { PostedLoad } from '../boards/posted-load.ts'

/** A field of a load that a board shows. */
export const LoadField = z.enum(Object.keys(PostedLoad.shape) as (keyof PostedLoad)[]) // the shape has exactly these keys
export type LoadField = z.infer<typeof LoadField>

const count = z.int().check(z.minimum(0), z.maximum(100_000))

/** How many loads and fields the extension could read on a page of one board; never their content. */
export const BoardCounts = z.strictObject({
  board: BoardId,
  /** Elements that should each show a load. */
  rows: count,
  /** How many places, as `Joliet, IL`, a page without any row names. */
  places: z.optional(count),
  /** Rows that could be read. */
  loads: count,
  /** How many loads had each field that the board shows. */
  fields: z.partialRecord(LoadField, count),
})
export type BoardCounts = z.infer<typeof BoardCounts>

/** What the extension can read on one board, and since when it cannot read the rest. */
export const BoardHealth = z.strictObject({
  board: BoardId,
  /** The fields that were ever found. A board need not show the others. */
  fields: z.array(LoadField).check(z.maxLength(40)),
  /** Those of them that no load has had since a time. */
  missing: z.array(z.strictObject({ field: LoadField, since: z.iso.datetime() })).check(z.maxLength(40)),
  /** Since when not one row can be read; null while some can. */
  blindSince: z.nullable(z.iso.datetime()),
  seenAt: z.iso.datetime(),
})
export type BoardHealth = z.infer<typeof BoardHealth>
