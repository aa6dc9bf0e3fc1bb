import type { NotificationSettings } from '@loadping/contract/notifications/notifications.api'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { useChange } from '../use-change.ts'

const settingsKey = ['notifications']

/** Which notifications the user gets, how often, and when not. */
export function useNotifications(): NotificationSettings {
  const api = useApi()
  return useSuspenseQuery({ queryKey: settingsKey, queryFn: () => api.notifications.getNotifications() }).data
}

export function useSaveNotifications() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['notifications', 'save'],
    isInOrder: true,
    meta: { features: [] },
    mutationFn: (body: NotificationSettings) => api.notifications.saveNotifications({ body }),
    onSuccess: (settings) => queryClient.setQueryData(settingsKey, settings),
  })
}

/** The zone of this browser's clock. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
