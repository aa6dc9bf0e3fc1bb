import { pages } from '@loadping/contract/pages'
import { authParameterNames, safeRedirect } from '@loadping/contract/sign-in/safe-redirect'
import { useEffect } from 'react'
import { type LoaderFunctionArgs, redirect, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { storeInvitation } from '../session/invitation.ts'
import { keepMailboxCode } from '../session/mailbox-code.ts'

/** The parameters that a sign-in link or provider puts in the URL. */
export type AuthParams = { [Name in (typeof authParameterNames)[number]]?: string | undefined }

const acceptInvitation = pages.invitation.replace(':urlToken', 'accept')

/** The captured parameters, for the lifetime of the page: secrets are never stored. */
const useMemory = create<AuthParams>()(() => ({}))

/** The user's address and the redirect, kept in the history entry so that they survive a reload. */
const HistoryState = z.object({ email: z.optional(z.string()), redirect: z.optional(z.string()) })

/** Moves the secrets of the address bar to memory, before any other code can read them. */
export function captureAuthParams(): void {
  const address = moveToMemory(new URL(window.location.href))
  if (address !== undefined) window.history.replaceState(window.history.state, '', address)
}

/** Does the same for each navigation inside the app. */
export function authParamsLoader({ request }: LoaderFunctionArgs): null {
  const address = moveToMemory(new URL(request.url))
  if (address !== undefined) throw redirect(address)
  return null
}

/** Moves the secrets of a URL to memory and returns the address without them; undefined when it has none. */
function moveToMemory(url: URL): string | undefined {
  const found = extractAuthParams(url)
  if (!found) return undefined

  if (found.invitation !== undefined) storeInvitation(found.invitation)
  if (found.mailbox !== undefined) keepMailboxCode(found.mailbox)
  useMemory.setState(found.params, true)
  return found.address
}

/** Returns the captured parameters; after a reload, only the user's address and the redirect. */
export function useAuthParams(): AuthParams {
  const inMemory = useMemory()
  const { state } = useLocation()
  return Object.keys(inMemory).length > 0 ? inMemory : (HistoryState.safeParse(state).data ?? {})
}

/** Keeps the user's address and the redirect over a reload of this page. */
export function usePersistAuthParams({ email, redirect: wanted }: AuthParams): void {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const kept = HistoryState.safeParse(state).data
  const isKept = kept?.email === email && kept?.redirect === wanted

  useEffect(() => {
    if (!isKept) void navigate({ search }, { replace: true, state: { email, redirect: wanted } })
  }, [isKept, navigate, search, email, wanted])
}

/** Forgets the secrets and keeps the user's address and the redirect. */
export function dropSecrets(): void {
  const { accessToken, refreshToken, token, ...rest } = useMemory.getState()
  useMemory.setState(rest, true)
}

export const clearAuthParams = (): void => useMemory.setState({}, true)

/**
 * Returns the verifying page's URL, with all parameters and a redirect, for a URL with a proof; any other URL
 * unchanged. Empty parameters do not count.
 */
export function redirectToVerifying(url: URL): URL {
  const { searchParams: query, pathname } = url
  const hasProof = query.get('accessToken') || (query.get('token') && query.get('email'))
  if (isVerifying(pathname) || !hasProof) return url

  const verifying = new URL(pages.verifying, url)
  verifying.search = url.search
  verifying.searchParams.set('redirect', query.get('redirect') || pathname)
  return verifying
}

type Extracted = { address: string; params: AuthParams; invitation: string | undefined; mailbox: string | undefined }

/** Returns the secrets of a URL and the address to show without them; undefined when it has none. */
export function extractAuthParams(url: URL): Extracted | undefined {
  const invitation = findInvitation(url.pathname)
  const withoutInvitation = new URL(invitation === undefined ? url.pathname : acceptInvitation, url)
  withoutInvitation.search = url.search

  const { pathname, searchParams: query } = redirectToVerifying(withoutInvitation)
  const names = isVerifying(pathname) ? authParameterNames.filter((name) => query.has(name)) : []
  const mailbox = (pathname === pages.email && query.get('mailbox')) || undefined
  if (invitation === undefined && mailbox === undefined && names.length === 0) return undefined

  const params: AuthParams = {}
  for (const name of names) {
    const value = query.get(name)
    if (value) params[name] = value
    query.delete(name)
  }
  if (mailbox !== undefined) query.delete('mailbox')
  return { address: query.size > 0 ? `${pathname}?${query}` : pathname, params, invitation, mailbox }
}

/** Returns the redirect in the query of the sign-in page; undefined for the home page or an unsafe address. */
export const readRedirect = (query: URLSearchParams): string | undefined => toSafeRedirect(query.get('redirect'))

/** Returns the redirect that leads back to a location, without its auth parameters. */
export function redirectToHere({ pathname, search }: { pathname: string; search: string }): string | undefined {
  const query = new URLSearchParams(search)
  for (const name of authParameterNames) query.delete(name)
  return toSafeRedirect(query.size > 0 ? `${pathname}?${query}` : pathname)
}

export function toSafeRedirect(wanted: string | null): string | undefined {
  const safe = safeRedirect(wanted)
  return safe === pages.home ? undefined : safe
}

/** Returns the address to open after the sign-in, with the other parameters of the current query. */
export function nextAddress(wanted: string | undefined, search: string): string {
  const [path = '', hash] = safeRedirect(wanted).split('#')
  const ownQuery = new URLSearchParams(path.split('?')[1])
  const otherQuery = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => !ownQuery.has(name)))
  const joined = otherQuery.size > 0 ? `${path}${ownQuery.size > 0 ? '&' : '?'}${otherQuery}` : path
  return hash === undefined ? joined : `${joined}#${hash}`
}

function findInvitation(path: string): string | undefined {
  const token = /^\/invitation\/([^/]+)\/?$/.exec(path)?.[1]
  return token === acceptInvitation.split('/')[2] ? undefined : token
}

const isVerifying = (path: string): boolean => path.replace(/\/$/, '') === pages.verifying
