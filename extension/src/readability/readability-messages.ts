import { BoardSetting } from '@loadping/contract/boards/board-settings'
import { PostedLoad } from '@loadping/contract/boards/posted-load'
import { BoardCounts, BoardHealth } from '@loadping/contract/extension/board-health'
import { RowReport } from '@loadping/contract/extension/extension.api'
import * as z from 'zod/mini'

/** What a page of the extension asks about one row: to send its structure, or whether it was read right. */
export const RowQuestion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('report'), report: RowReport }),
  z.strictObject({ kind: z.literal('check'), load: PostedLoad }),
])
export type RowQuestion = z.infer<typeof RowQuestion>

/** What a board's page may ask about its capture. */
export const CaptureRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('board-counts'), counts: z.nullable(BoardCounts) }),
  z.strictObject({ kind: z.literal('row-question'), question: RowQuestion }),
])
export type CaptureRequest = z.infer<typeof CaptureRequest>

/** What the page with the question may ask. */
export const RowQuestionRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('get-row-question') }),
  z.strictObject({ kind: z.literal('answer-row-question'), isYes: z.boolean() }),
])
export type RowQuestionRequest = z.infer<typeof RowQuestionRequest>

/** How a board's page is captured: `paste` asks the user to paste loads, because its rows cannot be trusted. */
export const Capture = z.object({
  mode: z.enum(['rows', 'check', 'paste', 'off']),
  setting: BoardSetting,
  health: z.nullable(BoardHealth),
  /** Whether the user can paste loads, which brokers cannot. */
  canPaste: z.boolean(),
})
export type Capture = z.infer<typeof Capture>

/** The question of the page, or null once it is answered. */
export const AskedRowQuestion = z.nullable(RowQuestion)
export const Answered = z.object({ error: z.nullable(z.string()) })
