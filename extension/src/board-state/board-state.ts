import { BoardId } from '@loadping/contract/boards/board-id'
import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import * as z from 'zod/mini'
import type { InquiryStates } from '../inquiries/inquiry-state.ts'
import { message } from '../message.ts'
import type { RowNote } from '../row-memory/row-note.ts'
import type { Account } from '../session/account.ts'
import type { Marks } from '../session/marks.ts'

/**
 * How often a page asks, and how old the worker's answer may be, so that pages share what the server said: one that
 * somebody works on, and another one.
 */
export const freshness = {
  inUse: { pollMs: 3_800, maxAgeMs: 3_500 }, // with the time of an answer, marks are at most 4 seconds old
  untouched: { pollMs: 16_000, maxAgeMs: 15_500 },
}

/** What the page of a board knows of its user. */
export type BoardState = {
  account: Account | null
  /** Whether this version is too old for the server, which then tells nothing of the user. */
  isOutdated: boolean
  inquiries: InquiryStates
  /** What the operator set for this board. */
  setting: BoardSetting
  /** What the user did on this device, by posting id. */
  notes: Record<string, RowNote>
  marks: Marks
}

export const getBoardState = message('board-state', {
  board: BoardId,
  /** The version of the marks that the page has. */
  marks: z.string().check(z.maxLength(200)),
  /** Whether somebody worked on the page in the last minute. */
  isInUse: z.boolean(),
}).answeredBy<BoardState & { ageMs: number }>()
