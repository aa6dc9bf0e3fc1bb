import type { SendSettings } from '@loadping/contract/inquiries/inquiries'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { useToast } from '../ui/toast.ts'
import { useChange } from '../use-change.ts'

const settingsKey = ['send-settings']

/** How the user wants emails to be sent. */
export function useSendSettings(): SendSettings {
  const api = useApi()
  return useSuspenseQuery({ queryKey: settingsKey, queryFn: () => api.inquiries.getSendSettings() }).data
}

export function useSaveSendSettings() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useChange({
    mutationKey: ['send-settings', 'save'],
    isInOrder: true,
    meta: { features: [] },
    mutationFn: (body: SendSettings) => api.inquiries.saveSendSettings({ body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsKey, settings)
      showToast(`Emails are sent within ${settings.sellByMinutes} minutes or not at all`, 'success')
    },
  })
}
