import type { Template, TemplateDraft } from '@loadping/contract/templates'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { errorMessage } from '../error-message.ts'
import { useToast } from '../ui/toast.tsx'
import { shownByForm, useChange } from '../use-change.ts'

const meta = { feature: 'templates' }

export function useTemplates() {
  const api = useApi()
  return useSuspenseQuery({ queryKey: ['templates'], queryFn: () => api.templates.listTemplates() }).data
}

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

export function useDeleteTemplate() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['templates', 'delete'],
    meta,
    mutationFn: ({ id }: Template) => api.templates.deleteTemplate({ params: { id } }),
    onSuccess: (_answer, { name }) => showToast(`“${name}” was deleted`, 'success'),
    onError: (error) => showToast(errorMessage(error, 'Error while deleting', ['not-allowed']), 'error'),
  })
}
