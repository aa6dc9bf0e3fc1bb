import type { User } from '@loadping/contract/account'
import type { TokenPair } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export const sessionKey = 'loadping.session'

const Session = z.object({
  isAuth: z.boolean(),
  email: z.string(),
  userId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  extensionToken: z.string(),
  features: z.array(z.string()),
  limitTempl: z.nullable(z.number()),
  limitEmails: z.nullable(z.number()),
  emails: z.nullable(z.number()),
  createdAt: z.string(),
  trialDays: z.number(),
  accountVerified: z.boolean(),
  billingPlan: z.string(),
  organizationName: z.string(),
  organizationId: z.string(),
  role: z.string(),
})
export type Session = z.infer<typeof Session>

export const loggedOut: Session = {
  isAuth: false,
  email: '',
  userId: '',
  accessToken: '',
  refreshToken: '',
  extensionToken: '',
  features: [],
  limitTempl: null,
  limitEmails: null,
  emails: 10,
  createdAt: '',
  trialDays: 1,
  accountVerified: true,
  billingPlan: '',
  organizationName: '',
  organizationId: '',
  role: 'USER',
}

/** The one slice that outlives a reload; what is stored counts only when it is whole. */
export const useSession = create<Session>()(persist(() => loggedOut, { name: sessionKey, merge: restore }))

export const readSession = useSession.getState

export function storeTokens({ accessToken, refreshToken }: TokenPair): void {
  useSession.setState({ accessToken, refreshToken, isAuth: true })
}

/** Keeps the profile of the one who is signed in; an answer that comes after the log-out changes nothing. */
export function storeProfile({ isDemo: _, organizationId, extensionToken, ...user }: User): void {
  if (!readSession().accessToken) return
  useSession.setState({ ...user, organizationId: organizationId ?? '', extensionToken: extensionToken ?? '', isAuth: true })
}

/** Back to the defaults, and nothing of the session stays stored. */
export function endSession(): void {
  useSession.setState(loggedOut, true)
  useSession.persist.clearStorage()
}

/** Takes over what another tab of this browser has stored: its newer tokens, or its log-out. */
export function adoptStoredSession(): void {
  const stored = readStored(localStorage.getItem(sessionKey))
  if (!stored) return void (readSession().isAuth && endSession())
  if (stored.accessToken !== readSession().accessToken) useSession.setState(stored, true)
}

/** Keeps this tab's session equal to the other tabs'. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === sessionKey || key === null) adoptStoredSession()
  })
}

function restore(persisted: unknown, current: Session): Session {
  const { data: stored } = Session.safeParse(persisted)
  return stored && !current.accessToken ? { ...current, ...stored } : current
}

function readStored(text: string | null): Session | undefined {
  try {
    const { data } = z.object({ state: Session }).safeParse(JSON.parse(text ?? ''))
    return data?.state
  } catch {
    return undefined // Text that is no JSON is no session.
  }
}
