import { pages } from '@loadping/contract/pages'
import { authParameterNames, safeRedirect } from '@loadping/contract/rules/safe-redirect'

/** What a sign-in brought along in an address. */
export type AuthParams = { [Name in (typeof authParameterNames)[number]]?: string | undefined }

const acceptInvitation = pages.invitation.replace(':urlToken', 'accept')

/**
 * Leads an address that brings a proof to the verifying page, with all its parameters and the way back; any other stays (2.18).
 * An empty value brings nothing.
 */
export function redirectToVerifying(url: URL): URL {
  const { searchParams: query, pathname } = url
  const bringsProof = query.get('accessToken') || (query.get('token') && query.get('email'))
  if (isVerifying(pathname) || !bringsProof) return url

  const led = new URL(pages.verifying, url)
  led.search = url.search
  led.searchParams.set('redirect', query.get('redirect') || pathname)
  return led
}

type Found = { address: string; arrival: AuthParams; invitation: string | undefined; mailbox: string | undefined }

/** Where an address really leads, and what it brings that nobody else may see; undefined when it brings nothing. */
export function extractAuthParams(asked: URL): Found | undefined {
  const invitation = findInvitation(asked.pathname)
  const invited = new URL(invitation === undefined ? asked.pathname : acceptInvitation, asked)
  invited.search = asked.search

  const { pathname, searchParams: query } = redirectToVerifying(invited)
  const brought = isVerifying(pathname) ? authParameterNames.filter((name) => query.has(name)) : []
  const mailbox = (pathname === pages.email && query.get('mailbox')) || undefined
  if (invitation === undefined && mailbox === undefined && brought.length === 0) return undefined

  const arrival: AuthParams = {}
  for (const name of brought) {
    const value = query.get(name)
    if (value) arrival[name] = value
    query.delete(name)
  }
  if (mailbox !== undefined) query.delete('mailbox')
  return { address: query.size > 0 ? `${pathname}?${query}` : pathname, arrival, invitation, mailbox }
}

/** The way back in the query of the sign-in page, unless it leads home anyway or nowhere of ours. */
export const readRedirect = (query: URLSearchParams): string | undefined => toSafeRedirect(query.get('redirect'))

/** An address as the way back to itself, without what it brings. */
export function redirectToHere({ pathname, search }: { pathname: string; search: string }): string | undefined {
  const query = new URLSearchParams(search)
  for (const name of authParameterNames) query.delete(name)
  return toSafeRedirect(query.size > 0 ? `${pathname}?${query}` : pathname)
}

export function toSafeRedirect(asked: string | null): string | undefined {
  const safe = safeRedirect(asked)
  return safe === pages.home ? undefined : safe
}

/** Where to go on, with the parameters of the address that are nobody's secret. */
export function nextAddress(wanted: string | undefined, search: string): string {
  const [path = '', hash] = safeRedirect(wanted).split('#')
  const own = new URLSearchParams(path.split('?')[1])
  const others = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => !own.has(name)))
  const joined = others.size > 0 ? `${path}${own.size > 0 ? '&' : '?'}${others}` : path
  return hash === undefined ? joined : `${joined}#${hash}`
}

function findInvitation(path: string): string | undefined {
  const token = /^\/invitation\/([^/]+)\/?$/.exec(path)?.[1]
  return token === acceptInvitation.split('/')[2] ? undefined : token
}

const isVerifying = (path: string): boolean => path.replace(/\/$/, '') === pages.verifying
