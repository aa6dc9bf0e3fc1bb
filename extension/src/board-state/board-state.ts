import { BoardSetting } from '@loadping/contract/boards/board-settings'
import { BoardId } from '@loadping/contract/boards/posted-load'
import * as z from 'zod/mini'
import { InquiryStates } from '../inquiry/inquiry-state.ts'
import { message } from '../message.ts'
import { RowNote } from '../row-memory/row-note.ts'
import { Account } from '../session/account.ts'
import { Marks } from '../session/marks.ts'

/** What the page of a board knows of its user. */
export const BoardState = z.object({
  account: z.nullable(Account),
  /** Whether this version is too old for the server, which then tells nothing of the user. */
  isOutdated: z.boolean(),
  inquiries: InquiryStates,
  /** What the operator set for this board. */
  setting: BoardSetting,
  /** What the user did on this device, by posting id. */
  notes: z.record(z.string(), RowNote),
  marks: Marks,
})
export type BoardState = z.infer<typeof BoardState>

export const getBoardState = message(
  'board-state',
  {
    board: BoardId,
    /** The version of the marks that the page has. */
    marks: z.string().check(z.maxLength(200)),
    /** Whether somebody worked on the page in the last minute. */
    isInUse: z.boolean(),
  },
  BoardState,
)
