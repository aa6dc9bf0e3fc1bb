import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import { PostedLoad } from '@loadping/contract/boards/posted-load'
import { BoardCounts, type BoardHealth } from '@loadping/contract/extension/board-health'
import { RowReport } from '@loadping/contract/extension/row-report'
import * as z from 'zod/mini'
import { message } from '../message.ts'

/** What a page of the extension asks about one row: to send its structure, or whether it was read right. */
export const RowQuestion = z.union([
  z.strictObject({ kind: z.literal('report'), report: RowReport }),
  z.strictObject({ kind: z.literal('check'), load: PostedLoad }),
])
export type RowQuestion = z.infer<typeof RowQuestion>

/** Whether a board's page can be read: `paste` asks the user to paste loads, because its rows cannot be trusted. */
export type Readability = {
  mode: 'rows' | 'check' | 'paste' | 'off'
  setting: BoardSetting
  health: BoardHealth | null
  /** Whether the user can paste loads, which brokers cannot. */
  canPaste: boolean
}

/** What a board's page tells and asks. */
export const countBoard = message('board-counts', { counts: z.nullable(BoardCounts) }).answeredBy<Readability>()
export const askAboutRow = message('row-question', { question: RowQuestion }).answeredBy<null>()

/** What the page with the question asks. The question is null once it is answered. */
export const getRowQuestion = message('get-row-question', {}).answeredBy<RowQuestion | null>()
export const answerRowQuestion = message('answer-row-question', { isYes: z.boolean() }).answeredBy<{
  error: string | null
}>()
