import type { OnboardingAnswers, ProfileDraft, UserInfoDraft } from '@loadping/contract/account/account'
import {
  queryOptions,
  useMutation,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApi } from '../api.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { userInfoQuery, useSaveUserInfo } from './account.data.ts'

const profileKey = ['account', 'profile']

function useProfileQuery() {
  const api = useApi()
  return queryOptions({ queryKey: profileKey, queryFn: () => api.account.getProfile() })
}

/** Starts to load the profile, for a part of the page that shows later. */
export const usePrefetchProfile = () => usePrefetchQuery(useProfileQuery())

/** What emails say about the user. */
export const useProfile = () => useSuspenseQuery(useProfileQuery()).data

/** The same, or undefined until it is loaded. */
export const useLoadedProfile = () => useQuery(useProfileQuery()).data

/** Loads the profile again whenever the page is looked at. */
export const useFollowProfile = () => void useQuery({ ...useProfileQuery(), refetchOnWindowFocus: 'always' })

/** Returns a function that saves values of the profile as they are typed, and shows them. */
export function useKeepProfile() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useCallback(
    async (draft: ProfileDraft) => {
      const profile = await api.account.saveProfile({ body: draft })
      queryClient.setQueryData(profileKey, profile)
      return profile
    },
    [api, queryClient],
  )
}

export function useSaveProfile() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['account', 'save-profile'],
    meta: { features: ['account'] },
    mutationFn: (draft: ProfileDraft) => api.account.saveProfile({ body: draft }),
    onSuccess: (profile) => queryClient.setQueryData(profileKey, profile),
    onError: shownByForm,
  })
}

type AccountDraft = { business: UserInfoDraft; profile: ProfileDraft }

/** Saves the profile values that were entered, then the business details. */
export function useSaveAccount() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { mutateAsync: saveBusiness } = useSaveUserInfo()
  return useMutation({
    meta: { features: ['account'] },
    async mutationFn({ business, profile }: AccountDraft) {
      if (Object.keys(profile).length > 0)
        queryClient.setQueryData(profileKey, await api.account.saveProfile({ body: profile }))
      return saveBusiness(business)
    },
  })
}

/** Loads the profile again whenever the page is looked at. */
export const useFollowUserInfo = () => void useQuery({ ...userInfoQuery(useApi()), refetchOnWindowFocus: 'always' })

/** Returns a function that keeps answers of the onboarding before it is complete, and shows them. */
export function useKeepUserInfo() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useCallback(
    async (answers: OnboardingAnswers) => {
      const info = await api.account.keepAnswers({ body: answers })
      queryClient.setQueryData(userInfoQuery(api).queryKey, info)
      return info
    },
    [api, queryClient],
  )
}
