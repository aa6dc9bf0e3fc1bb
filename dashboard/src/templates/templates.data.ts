import type { TemplateDraft } from '@loadping/contract/templates'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

export function useTemplates() {
  const api = useApi()
  return useSuspenseQuery({ queryKey: ['templates'], queryFn: () => api.templates.listTemplates() }).data
}

export function useTemplate(id: string) {
  const api = useApi()
  return useSuspenseQuery({ queryKey: ['templates', id], queryFn: () => api.templates.getTemplate({ params: { id } }) })
    .data
}

/** Creates a template, or changes the one with the draft's id. */
export function useSaveTemplate() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { feature: 'templates' },
    onSuccess: (template) => queryClient.setQueryData(['templates', template.id], template),
    mutationFn: (draft: TemplateDraft) =>
      draft.id
        ? api.templates.updateTemplate({ params: { id: draft.id }, body: draft })
        : api.templates.createTemplate({ body: draft }),
  })
}

export function useDeleteTemplate() {
  const api = useApi()
  return useMutation({
    meta: { feature: 'templates' },
    mutationFn: (id: string) => api.templates.deleteTemplate({ params: { id } }),
  })
}
