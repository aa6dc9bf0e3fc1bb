import * as z from 'zod/mini'
import { plainLines } from '../format/text.ts'

export const maxSnippets = 20

/** A text that many templates use. Its placeholder is `{{snippet:name}}`. */
export const Snippet = z.object({
  name: z.string(),
  /** Plain text with line breaks. It is not filled itself. */
  text: z.string(),
  /** The names of the templates that use it. */
  usedBy: z.array(z.string()),
})
export type Snippet = z.infer<typeof Snippet>

export const SnippetDraft = z.strictObject({ text: plainLines(1000, 1) })
export type SnippetDraft = z.infer<typeof SnippetDraft>
