import * as z from 'zod/mini'
import { snippetNamePattern } from '../templates/placeholder-titles.ts'
import { defineApi } from '../wire/endpoint.ts'
import { Snippet, SnippetDraft } from './snippets.ts'

const byName = z.strictObject({
  name: z.string().check(z.regex(snippetNamePattern, 'Use lower-case letters, digits and dashes, 30 at most')),
})

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
