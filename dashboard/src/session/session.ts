import type { User } from '@loadping/contract/account/account'
import { brand } from '@loadping/contract/brand'
import type { TokenPair } from '@loadping/contract/sign-in/sign-in'
import type { Organization } from '@loadping/contract/team/team'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { browserStorage } from './browser-storage.ts'
import { writeCookie } from './cookies.ts'

export const sessionKey = 'loadping.session'

/** Only what is valid in an HTTP header. */
const token = z.string().check(z.regex(/^[!-~]*( [!-~]+)*$/))

const Session = z
  .object({
    isAuth: z.boolean(),
    email: z.string(),
    userId: z.string(),
    accessToken: token,
    refreshToken: token,
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
  .check(z.refine(({ isAuth, accessToken, refreshToken }) => isAuth === (accessToken !== '' && refreshToken !== '')))
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

/** Reads and writes synchronously; an invalid stored session counts as none. */
const storage: PersistStorage<Session> = {
  getItem: () => {
    const state = findStored()
    return state ? { state } : null
  },
  setItem: (key, value) => browserStorage.write(key, JSON.stringify(value)),
  removeItem: browserStorage.remove,
}

/** The session, which survives a reload. */
export const useSession = create<Session>()(
  persist(() => loggedOut, {
    name: sessionKey,
    storage,
    merge: (_stored, current) => (current.accessToken ? current : { ...current, ...findStored() }),
  }),
)

export const readSession = useSession.getState

mirrorAuthCookie(readSession())
useSession.subscribe(mirrorAuthCookie)

/** Returns the access token of the session, or else the stored one. */
export const findAccessToken = (): string => readSession().accessToken || (findStored()?.accessToken ?? '')

/** Opens a new session, which keeps nothing of the one before. */
export function openSession({ accessToken, refreshToken }: TokenPair): void {
  useSession.setState({ ...loggedOut, accessToken, refreshToken, isAuth: true }, true)
}

/** Replaces the tokens of the same user. */
export function storeTokens({ accessToken, refreshToken }: TokenPair): void {
  useSession.setState({ accessToken, refreshToken, isAuth: true })
}

/**
 * Stores the profile of the signed-in user; ignored if the tokens changed or the session ended meanwhile, in any tab.
 */
export function storeProfile({
  isDemo,
  usedEmails,
  renewsAt,
  hasNotices,
  organizationId,
  extensionToken,
  ...user
}: User): void {
  if (!isSameSession()) return
  const isSameOrganization = readSession().organizationId === organizationId
  useSession.setState({
    ...user,
    organizationId: organizationId ?? '',
    ...(!isSameOrganization && { organizationName: '' }),
    extensionToken: extensionToken ?? '',
    isAuth: true,
  })
}

/** Stores the organization that the user created or joined, under the same condition. */
export function storeOrganization({ id, name }: Organization): void {
  if (isSameSession()) useSession.setState({ organizationId: id, organizationName: name })
}

/** Clears the organization that the user left, under the same condition. */
export function forgetOrganization(): void {
  if (isSameSession()) useSession.setState({ organizationId: '', organizationName: '' })
}

function isSameSession(): boolean {
  const { accessToken } = readSession()
  syncStoredSession()
  return accessToken !== '' && readSession().accessToken === accessToken
}

/** Resets the session to its defaults and clears its storage. */
export function endSession(): void {
  useSession.setState(loggedOut, true)
  useSession.persist.clearStorage()
}

/** Adopts the session that another tab stored: newer tokens, another user or a log-out. */
export function syncStoredSession(): void {
  const stored = findStored()
  if (!stored?.isAuth) return void (readSession().isAuth && endSession())
  if (stored.accessToken !== readSession().accessToken) useSession.setState(stored, true)
}

/** Keeps this tab's session in sync with the other tabs, also after the back-forward cache and the background. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === sessionKey || key === null) syncStoredSession()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) syncStoredSession()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') syncStoredSession()
  })
}

function mirrorAuthCookie({ isAuth }: Session): void {
  writeCookie('isAuth', String(isAuth), { domain: brand.parentDomain })
}

function findStored(): Session | undefined {
  try {
    const { data } = z.object({ state: Session }).safeParse(JSON.parse(browserStorage.read(sessionKey) ?? ''))
    return data?.state
  } catch {
    return undefined // Invalid JSON counts as no session.
  }
}
