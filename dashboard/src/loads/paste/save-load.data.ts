import type { LoadDraft } from '@loadping/contract/loads/saved-loads'
import { useApi } from '../../api.ts'
import { shownByForm, useChange } from '../../use-change.ts'

/** Saves a load; the form shows a failure. */
export function useSaveLoad() {
  const api = useApi()
  return useChange({
    mutationKey: ['loads', 'save'],
    mutationFn: (draft: LoadDraft) => api.loads.saveLoad({ body: draft }),
    meta: { features: ['loads', 'account'] },
    onError: shownByForm,
  })
}
