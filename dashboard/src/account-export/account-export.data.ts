import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { saveFile } from '../ui/save-file.ts'
import { shownByForm, useChange } from '../use-change.ts'

const queryKey = ['accountExport']
const pollMilliseconds = 1_500

/** Returns the export of the account, fetched again and again while it is being made; null without one. */
export function useAccountExport() {
  const api = useApi()
  return useSuspenseQuery({
    queryKey,
    queryFn: () => api.accountExport.getExport(),
    refetchInterval: ({ state }) => state.data?.state === 'making' && pollMilliseconds,
    refetchOnWindowFocus: 'always',
  }).data
}

/** Begins an export. The card shows why it could not. */
export function useRequestExport() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['accountExport', 'request'],
    meta: { features: [] },
    mutationFn: () => api.accountExport.requestExport(),
    onSuccess: (begun) => queryClient.setQueryData(queryKey, begun),
    onError: shownByForm,
  })
}

/** Has the browser save the zip of a finished export. */
export function useDownloadExport() {
  const api = useApi()
  return useChange({
    mutationKey: ['accountExport', 'download'],
    meta: { features: [] },
    mutationFn: (id: string) => api.accountExport.downloadExport({ params: { id } }),
    onSuccess: (file) => saveFile(file.name, file, file.type),
  })
}
