import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import { countOf } from '@loadping/contract/format/counts'
import { nameStandard } from '@loadping/contract/templates/template-for-load'
import {
  type ImportResult,
  type ListedTemplate,
  maxChanged,
  type Template,
  type TemplateContent,
} from '@loadping/contract/templates/templates'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { inChunks } from '../in-chunks.ts'
import type { Touched } from '../query-client.ts'
import { focusNextRow } from '../ui/list/row-focus.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { useUndoableChange } from '../use-undoable-change.ts'

const meta: Touched = { features: ['templates', 'account'] }
const listKey = ['templates']

/** Finds the link of a row of the list. */
export const rowLink = '[data-row-link]'

export type Named = Pick<Template, 'id' | 'name'>

const idsOf = (templates: Named[]): string[] => templates.map(({ id }) => id)

/** Changes templates in as many calls as they need, one after the other. */
async function changeInBatches(ids: string[], change: (body: { ids: string[] }) => Promise<null>): Promise<void> {
  for (const some of inChunks(ids, maxChanged)) await change({ ids: some })
}

/** `“Van” was deleted`, or `3 templates were deleted`. */
function tellOf(templates: Named[], done: string): string {
  const [only] = templates
  return only && templates.length === 1
    ? `“${only.name}” was ${done}`
    : `${countOf(templates.length, 'template')} were ${done}`
}

/** Deletes templates, with a way to undo it; their rows go with the response. */
export function useDeleteTemplates() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useUndoableChange({
    mutationKey: ['templates', 'delete'],
    meta,
    mutationFn: (templates: Named[]) =>
      changeInBatches(idsOf(templates), (body) => api.templates.deleteTemplates({ body })),
    undoFn: (_answer, templates) =>
      changeInBatches(idsOf(templates), (body) => api.templates.restoreTemplates({ body })),
    onSuccess: (_answer, templates) => {
      const ids = idsOf(templates)
      focusNextRow(rowLink)
      queryClient.setQueryData<ListedTemplate[]>(listKey, (list) => list?.filter(({ id }) => !ids.includes(id)))
    },
    tell: (_answer, templates) => ({ text: tellOf(templates, 'deleted') }),
    tellUndone: (_answer, templates) => ({ text: tellOf(templates, 'restored') }),
  })
}

/** Adds a template as it is. */
export function useAddTemplate() {
  const api = useApi()
  return useChange({
    mutationKey: ['templates', 'add'],
    meta,
    mutationFn: (body: TemplateContent) => api.templates.createTemplate({ body }),
  })
}

export function useDuplicateTemplate() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['templates', 'duplicate'],
    meta,
    mutationFn: (id: string) => api.templates.duplicateTemplate({ params: { id } }),
    onSuccess: ({ name }) => showToast(`“${name}” was added`, 'success'),
  })
}

/** Makes the one-click button send another template. */
export function useSetDefaultTemplate() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['templates', 'default'],
    meta,
    mutationFn: (id: string) => api.templates.setDefaultTemplate({ params: { id } }),
    onSuccess: ({ name }) => showToast(`The Email button now sends “${name}”`, 'success'),
  })
}

/** Makes a template the standard for equipment classes. */
export function useSetTemplateEquipment(id: string) {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['templates', 'equipment'],
    meta,
    mutationFn: (body: { equipment: EquipmentClass[] }) => api.templates.setTemplateEquipment({ params: { id }, body }),
    onSuccess: ({ name, equipment = [] }) =>
      showToast(
        equipment.length > 0 ? `“${name}” is ${nameStandard(equipment)}` : `“${name}” is no longer a standard`,
        'success',
      ),
    onError: shownByForm,
  })
}

/** Shares a template with the team, or stops that. */
export function useShareTemplate() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['templates', 'share'],
    meta,
    mutationFn: ({ id, isShared }: { id: string; isShared: boolean }) =>
      isShared ? api.templates.shareTemplate({ params: { id } }) : api.templates.unshareTemplate({ params: { id } }),
    onSuccess: ({ name, isShared }) =>
      showToast(isShared ? `Your team can now use “${name}”` : `Only you can now use “${name}”`, 'success'),
  })
}

type LabelChange = { ids: string[]; add: string[]; remove: string[] }

export function useLabelTemplates() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['templates', 'label'],
    meta,
    mutationFn: ({ ids, ...labels }: LabelChange) =>
      changeInBatches(ids, (batch) => api.templates.labelTemplates({ body: { ...batch, ...labels } })),
    onSuccess: (_answer, { ids }) => showToast(`Labels of ${countOf(ids.length, 'template')} were saved`, 'success'),
    onError: shownByForm,
  })
}

export type ImportReport = { results: ImportResult[]; error?: unknown }

/** Imports templates in as many calls as they need; an error after the first leaves what is there. */
export function useImportTemplates() {
  const api = useApi()
  return useChange({
    mutationKey: ['templates', 'import'],
    meta,
    mutationFn: async (batches: TemplateContent[][]): Promise<ImportReport> => {
      const results: ImportResult[] = []
      for (const templates of batches) {
        try {
          results.push(...(await api.templates.importTemplates({ body: { templates } })))
        } catch (error) {
          if (results.length === 0) throw error
          return { results, error }
        }
      }
      return { results }
    },
    onError: shownByForm,
  })
}
