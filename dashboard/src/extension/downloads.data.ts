import type { ExtensionDownload } from '@loadping/contract/extension/extension.api'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

/** The zips of the extension that this server offers. */
export function useDownloads(): ExtensionDownload[] {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['extension', 'downloads'],
    queryFn: () => api.extension.listDownloads(),
  }).data
}
