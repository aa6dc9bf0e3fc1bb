import { Mark as PostedMark } from '@loadping/contract/extension/marks'
import * as z from 'zod/mini'

const Mark = z.extend(PostedMark, {
  /** Whether it is the user's, and the ask is due for a call. */
  isDue: z.optional(z.boolean()),
})
export type Mark = z.infer<typeof Mark>

/** What the user and their team did, to be matched with the rows of a page. */
export const Marks = z.object({
  version: z.string(),
  ownUserId: z.string(),
  salt: z.string(),
  /** The newest first; empty if the page has this version. */
  marks: z.array(Mark),
})
export type Marks = z.infer<typeof Marks>

export const noMarks: Marks = { version: '', ownUserId: '', salt: '', marks: [] }
