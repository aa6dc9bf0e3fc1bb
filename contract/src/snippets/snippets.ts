import * as z from 'zod/mini'
import { plainLines } from '../format/text.ts'
import { snippetNamePattern } from '../templates/placeholder-titles.ts'
import { defineApi } from '../wire/endpoint.ts'

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

const byName = z.strictObject({
  name: z.string().check(z.regex(snippetNamePattern, 'Use lower-case letters, digits and dashes, 30 at most')),
})

export const SnippetDraft = z.strictObject({ text: plainLines(1000, 1) })
export type SnippetDraft = z.infer<typeof SnippetDraft>

export const snippetsApi = defineApi({
  /** In order of their names. */
  listSnippets: { access: 'user', extension: true, method: 'GET', path: '/snippets', response: z.array(Snippet) },
  /** Adds the snippet or replaces its text. */
  saveSnippet: {
    access: 'user',
    limit: 'template-changes',
    method: 'PUT',
    path: '/snippets/:name',
    params: byName,
    body: SnippetDraft,
    response: Snippet,
  },
  deleteSnippet: {
    access: 'user',
    limit: 'template-changes',
    method: 'DELETE',
    path: '/snippets/:name',
    params: byName,
    response: z.null(),
  },
})
