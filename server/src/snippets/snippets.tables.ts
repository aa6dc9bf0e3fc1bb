/** Column types; `snippets.sql` is the source of truth. */
export type SnippetsTables = {
  snippet: { userId: string; name: string; text: string }
}
