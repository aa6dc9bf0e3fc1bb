import type { TemplateDraft } from '@loadping/contract/templates/templates'
import { queryOptions, usePrefetchQuery, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import type { Touched } from '../query-client.ts'
import { shownByForm, useChange } from '../use-change.ts'

const meta: Touched = { features: ['templates', 'account'] }

function useListQuery() {
  const api = useApi()
  return queryOptions({ queryKey: ['templates'], queryFn: () => api.templates.listTemplates() })
}

/** The user's templates, then those that teammates share. */
export const useTemplates = () => useSuspenseQuery(useListQuery()).data

/** Starts to load the templates, for a part of the page that shows later. */
export const usePrefetchTemplates = () => usePrefetchQuery(useListQuery())

/** The same, or undefined until they are loaded. */
export const useLoadedTemplates = () => useQuery(useListQuery()).data

export function useTemplate(id: string) {
  const api = useApi()
  return useSuspenseQuery({ queryKey: ['templates', id], queryFn: () => api.templates.getTemplate({ params: { id } }) })
    .data
}

/** Returns a function that loads what the server has of a template now. */
export function useNewestTemplate() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (id: string) => {
    const template = await api.templates.getTemplate({ params: { id } })
    queryClient.setQueryData(['templates', id], template)
    return template
  }
}

/** Creates a template, or updates the one with the draft's id. */
export function useSaveTemplate() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['templates', 'save'],
    meta,
    mutationFn: (draft: TemplateDraft) =>
      draft.id
        ? api.templates.updateTemplate({ params: { id: draft.id }, body: draft })
        : api.templates.createTemplate({ body: draft }),
    onSuccess: (template) => queryClient.setQueryData(['templates', template.id], template),
    onError: shownByForm,
  })
}
