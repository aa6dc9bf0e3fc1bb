import { useEffect } from 'react'
import { type LoaderFunctionArgs, redirect, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { storeInvitation } from '../session/invitation.ts'
import { keepMailboxCode } from '../session/mailbox-code.ts'
import { type AuthParams, extractAuthParams } from './auth-params-url.ts'

/** All that was brought, for as long as the page lives: a secret is never stored. */
const useMemory = create<AuthParams>()(() => ({}))

/** Who is signing in and where to go on: in the history entry, so that a reload still knows it. */
const HistoryState = z.object({ email: z.optional(z.string()), redirect: z.optional(z.string()) })

/** Takes what the address bar brings, before anything else can see it. */
export function captureAuthParams(): void {
  const address = moveToMemory(new URL(window.location.href))
  if (address !== undefined) window.history.replaceState(window.history.state, '', address)
}

/** The same for an address that is gone to within the app. */
export function authParamsLoader({ request }: LoaderFunctionArgs): null {
  const address = moveToMemory(new URL(request.url))
  if (address !== undefined) throw redirect(address)
  return null
}

/** Moves what an address brings out of it, and answers what is left of it; undefined when it brings nothing. */
function moveToMemory(asked: URL): string | undefined {
  const found = extractAuthParams(asked)
  if (!found) return undefined

  if (found.invitation !== undefined) storeInvitation(found.invitation)
  if (found.mailbox !== undefined) keepMailboxCode(found.mailbox)
  useMemory.setState(found.arrival, true)
  return found.address
}

/** What was brought here; after a reload, only who is signing in and where to go on. */
export function useAuthParams(): AuthParams {
  const inMemory = useMemory()
  const { state } = useLocation()
  return Object.keys(inMemory).length > 0 ? inMemory : (HistoryState.safeParse(state).data ?? {})
}

/** Lets a reload of this page still know who is signing in and where to go on. */
export function usePersistAuthParams({ email, redirect: wanted }: AuthParams): void {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const kept = HistoryState.safeParse(state).data
  const isKept = kept?.email === email && kept?.redirect === wanted

  useEffect(() => {
    if (!isKept) void navigate({ search }, { replace: true, state: { email, redirect: wanted } })
  }, [isKept, navigate, search, email, wanted])
}

/** Forgets the secrets, once they were used or given up; who is signing in stays. */
export function dropSecrets(): void {
  const { accessToken: _, refreshToken: __, token: ___, ...rest } = useMemory.getState()
  useMemory.setState(rest, true)
}

/** Forgets all that was brought. */
export const clearAuthParams = (): void => useMemory.setState({}, true)
