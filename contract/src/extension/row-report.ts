import * as z from 'zod/mini'
import { BoardId } from '../boards/board-id.ts'
import { multiLine, singleLine } from '../format/text.ts'
import { LoadField } from './board-health.ts'

/** A row that could not be read well: its structure, without its texts, and what was read of it. */
export const RowReport = z.strictObject({
  board: BoardId,
  version: singleLine(20, 1),
  /** The row's HTML with every letter, digit and value replaced. */
  structure: multiLine(20_000).check(z.minLength(1)),
  fields: z.array(LoadField).check(z.maxLength(40)),
})
export type RowReport = z.infer<typeof RowReport>
