import type { ProfileDraft } from '@loadping/contract/account'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { shownByForm, useChange } from '../use-change.ts'

const profileKey = ['account', 'profile']

/** What emails say about the user. */
export function useProfile() {
  const api = useApi()
  return useSuspenseQuery({ queryKey: profileKey, queryFn: () => api.account.getProfile() }).data
}

export function useSaveProfile() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['account', 'save-profile'],
    meta: { feature: 'account' },
    mutationFn: (draft: ProfileDraft) => api.account.saveProfile({ body: draft }),
    onSuccess: (profile) => queryClient.setQueryData(profileKey, profile),
    onError: shownByForm,
  })
}
