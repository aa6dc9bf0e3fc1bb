import type { UserInfoDraft } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import type { Client } from '@loadping/contract/client'
import {
  type QueryClient,
  queryOptions,
  useMutation,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { useApi } from '../api.ts'
import { paths } from '../paths.ts'
import { dropAllDrafts } from '../session/device-drafts.ts'
import { endSession, storeProfile } from '../session/session.ts'

const meQuery = (api: Client) =>
  queryOptions({
    queryKey: ['account', 'me'],
    queryFn: async ({ signal }) => {
      const user = await api.account.getMe()
      if (!signal.aborted) storeProfile(user) // another user may have signed in meanwhile
      return user
    },
  })

const userInfoKey = ['account', 'user-info']
export const userInfoQuery = (api: Client) =>
  queryOptions({ queryKey: userInfoKey, queryFn: () => api.account.getUserInfo() })

/** Starts to load what every page of a signed-in user waits for, while the code of the page loads. */
export function prefetchAccount(queryClient: QueryClient, api: Client): void {
  void queryClient.prefetchQuery(meQuery(api))
  void queryClient.prefetchQuery(userInfoQuery(api))
}

/** Loads the current user and stores it in the session, so that the next visit starts with it. */
export function useMe(refetchInterval: number | false = false) {
  return useSuspenseQuery({ ...meQuery(useApi()), refetchInterval })
}

/** Loads the current user again every few seconds, and calls `onAnswer` when it is there. */
export function useRetryMe(onAnswer: () => void): void {
  const { isSuccess } = useQuery({ ...meQuery(useApi()), refetchInterval: 5_000 })
  const answered = useEffectEvent(onAnswer)
  useEffect(() => {
    if (isSuccess) answered()
  }, [isSuccess])
}

/** Starts to load the profile, in parallel with the current user. */
export function usePrefetchUserInfo(): void {
  usePrefetchQuery(userInfoQuery(useApi()))
}

/** The user's business profile; undefined while it loads and when it cannot be loaded. */
export const useUserInfo = () => useQuery(userInfoQuery(useApi()))

/** The user's business profile; suspends until it is loaded. */
export const useLoadedUserInfo = () => useSuspenseQuery(userInfoQuery(useApi())).data

/** Returns the business type; carrier until the profile is loaded and when it cannot be. */
export const useUserType = (): UserType => useUserInfo().data?.userType ?? 'carrier'

/** Saves the business details. The server replaces an unedited Default template by that of a new type. */
export function useSaveUserInfo() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { features: ['account'], emptied: ['templates'] },
    mutationFn: (draft: UserInfoDraft) => api.account.saveUserInfo({ body: draft }),
    onSuccess: (profile) => queryClient.setQueryData(userInfoKey, profile),
  })
}

/** Returns the provider's photo as a data URL; null without one. */
export function usePhoto(): string | null {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['photo'],
    queryFn: () => api.account.getPhoto(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.content?.startsWith('data:image/') ? data.content : null
}

/**
 * Ends the session, here even when the server is unreachable, and opens the sign-in.
 * With unsaved work it navigates first, so that the page can ask.
 */
export function useLogOut() {
  const api = useApi()
  const clearSession = useClearSession()
  const navigate = useNavigate()
  return () => {
    if (hasUnsavedWork()) return navigate(paths.signIn, { state: loggingOut })

    api.signIn.logout().catch(() => {}) // sent with the current token; a failure does not keep the session here
    return clearSession()
  }
}

const loggingOut = 'logging out'

/** Whether the page would ask for a confirmation before its tab is closed. */
const hasUnsavedWork = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Logs out on a page that `useLogOut` opened because of unsaved work. */
export function useLogOutOnArrival(): void {
  const logOut = useLogOut()
  const isLoggingOut = useLocation().state === loggingOut
  const logOutNow = useEffectEvent(() => void logOut())
  useEffect(() => {
    if (isLoggingOut) logOutNow()
  }, [isLoggingOut])
}

/**
 * Clears the session at once and then opens the sign-in.
 * The page unmounts first, so that it neither blocks the navigation nor becomes the redirect.
 */
export function useClearSession() {
  const navigate = useNavigate()
  const isLoggingOut = useLocation().state === loggingOut
  return () => {
    flushSync(endSession)
    dropAllDrafts()
    return navigate(paths.signIn, { replace: isLoggingOut })
  }
}
