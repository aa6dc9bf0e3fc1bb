import type { UserInfoDraft, UserType } from '@loadping/contract/account'
import {
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
import { endSession, storeProfile } from '../session/session.ts'

/** The current user; each answer is also kept in the session, so that the next visit starts with it. */
export function useMe(refetchInterval: number | false = false) {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['account', 'me'],
    queryFn: async ({ signal }) => {
      const user = await api.account.getMe()
      if (!signal.aborted) storeProfile(user) // by now somebody else may be signed in
      return user
    },
    refetchInterval,
  })
}

const profileKey = ['account', 'user-info']

function useProfileQuery() {
  const api = useApi()
  return queryOptions({ queryKey: profileKey, queryFn: () => api.account.getUserInfo() })
}

/** Asks for the profile at once, so that it comes while the current user is on its way. */
export function usePrefetchProfile(): void {
  usePrefetchQuery(useProfileQuery())
}

/** What the person told about their business; undefined while it is on its way, and when it could not be loaded. */
export const useProfile = () => useQuery(useProfileQuery())

/** The same where nothing can be shown without it. */
export const useLoadedProfile = () => useSuspenseQuery(useProfileQuery()).data

/** Carrier, until the profile says otherwise; a profile that cannot be loaded changes nothing. */
export const useUserType = (): UserType => useProfile().data?.userType ?? 'carrier'

export function useSaveProfile() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { feature: 'account' },
    mutationFn: (draft: UserInfoDraft) => api.account.saveUserInfo({ body: draft }),
    onSuccess: (profile) => queryClient.setQueryData(profileKey, profile),
  })
}

/** The provider's photo as a data address; null without one. */
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
 * Ends the session here and on the server, and leads to the sign-in; here it ends even when the server does not answer.
 * Where typed work would be lost, the page asks first, and the session ends on arrival.
 */
export function useLogOut() {
  const api = useApi()
  const leave = useClearSession()
  const navigate = useNavigate()
  return () => {
    if (hasUnsavedWork()) return navigate(paths.signIn, { state: loggingOut })

    api.signIn.logout().catch(() => {}) // on its way with the token; the session here ends whatever becomes of it
    return leave()
  }
}

const loggingOut = 'logging out'

/** Whether the page would ask before its tab is closed. */
const hasUnsavedWork = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Ends the session of whoever arrives to log out, after a page has asked whether it may be left. */
export function useLogOutOnArrival(): void {
  const logOut = useLogOut()
  const isLoggingOut = useLocation().state === loggingOut
  const arrive = useEffectEvent(() => void logOut())
  useEffect(() => {
    if (isLoggingOut) arrive()
  }, [isLoggingOut])
}

/**
 * Forgets all that belongs to the session here, at once, and then leads to the sign-in, however long that takes to load.
 * The page is gone before one leaves it, so that nothing on it holds one back or counts as the way back.
 */
export function useClearSession() {
  const navigate = useNavigate()
  const isLoggingOut = useLocation().state === loggingOut
  return () => {
    flushSync(endSession)
    return navigate(paths.signIn, { replace: isLoggingOut })
  }
}
