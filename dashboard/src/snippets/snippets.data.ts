import type { Snippet } from '@loadping/contract/snippets/snippets'
import { snippetsApi } from '@loadping/contract/snippets/snippets.api'
import { type SnippetPlaceholder, snippetPlaceholder } from '@loadping/contract/templates/placeholder-titles'
import { queryOptions, usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useApi } from '../api.ts'
import { errorMessage } from '../error-message.ts'
import type { Touched } from '../query-client.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { useUndoableChange } from '../use-undoable-change.ts'

const meta: Touched = { features: ['templates', 'account'] } // a template decides which snippets are used

function useListQuery() {
  const api = useApi()
  return queryOptions({ queryKey: ['templates', 'snippets'], queryFn: () => api.snippets.listSnippets() })
}

/** Starts to load the snippets, for a part of the page that shows later. */
export const usePrefetchSnippets = () => usePrefetchQuery(useListQuery())

/** The user's snippets by name. */
export const useSnippets = () => useSuspenseQuery(useListQuery()).data

/** The placeholders of the user's snippets; none while loading and when they cannot be loaded. */
export const useSnippetPlaceholders = (): SnippetPlaceholder[] =>
  useQuery({ ...useListQuery(), select: toPlaceholders }).data ?? noPlaceholders

const toPlaceholders = (snippets: Snippet[]) => snippets.map(({ name }) => snippetPlaceholder(name))
const noPlaceholders: SnippetPlaceholder[] = []

export type SnippetText = Pick<Snippet, 'name' | 'text'>

/** Reads a typed snippet by the contract. */
export const readSnippet = (draft: SnippetText) => Draft.safeParse(draft)

const { params, body } = snippetsApi.saveSnippet
const Draft = z.object({ ...params.shape, ...body.shape })

function useSave() {
  const api = useApi()
  return ({ name, text }: SnippetText) => api.snippets.saveSnippet({ params: { name }, body: { text } })
}

export function useSaveSnippet() {
  const showToast = useToast()
  return useChange({
    mutationKey: ['snippets', 'save'],
    meta,
    mutationFn: useSave(),
    onSuccess: (_answer, { name }) => showToast(`Snippet “${name}” saved`, 'success'),
    onError: shownByForm,
  })
}

/** Deletes a snippet; the toast can undo it. */
export function useDeleteSnippet() {
  const api = useApi()
  const showToast = useToast()
  const save = useSave()
  return useUndoableChange({
    mutationKey: ['snippets', 'delete'],
    meta,
    mutationFn: ({ name }: SnippetText) => api.snippets.deleteSnippet({ params: { name } }),
    undoFn: (_answer, snippet) => save(snippet),
    tell: (_answer, { name }) => ({ text: `“${name}” was deleted` }),
    tellUndone: (_answer, { name }) => ({ text: `“${name}” is back` }),
    onError: (error, _snippet) => showToast(errorMessage(error, 'Not deleted. Try again in a moment.'), 'error'),
  })
}
