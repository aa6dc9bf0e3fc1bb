import { Problem } from '@loadping/contract/problem'
import { TokenPair } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import { adoptStoredSession, endSession, readSession, storeTokens, useSession } from './session.ts'

type Get = (path: string, accessToken: string) => Promise<{ status: number; body: unknown }>

/**
 * Replaces an access token that the server refused, once across all tabs.
 * Ends the session when the refresh token is refused too, and throws when nobody answered: then the session stays.
 */
export const refreshTokens = (refused: string, get: Get): Promise<void> =>
  oneAtATime(async () => {
    adoptStoredSession()
    const { accessToken, refreshToken } = readSession()
    if (accessToken !== refused) return

    const { status, body } = await get(`/auth/refresh?refreshToken=${encodeURIComponent(refreshToken)}`, accessToken)
    adoptStoredSession()
    if (readSession().refreshToken !== refreshToken) return // Somebody has logged out or in meanwhile.
    if (isRefusal(status)) return endSession()

    const { data: pair } = TokenPair.safeParse(body)
    if (status >= 400 || !pair) throw new Problem('unavailable', 'The service cannot be reached right now.')
    storeTokens(pair)
  })

/** Whether a refused call is worth sending again: its token had run out, and by now there is a new one. */
export const isRetryable = (error: unknown): boolean => error instanceof Problem && error.code === 'not-signed-in' && readSession().isAuth

/**
 * Replaces each token that arrives here a minute before its end, counted from its arrival by a clock that nobody can set.
 * A token from an earlier visit is as old as nobody knows: it is replaced when it is refused.
 */
export function refreshAhead(get: Get): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = useSession.subscribe(({ accessToken }, { accessToken: before }) => {
    if (accessToken === before) return
    clearTimeout(timer)
    const seconds = secondsOf(accessToken) - aheadSeconds
    if (seconds > 0) timer = setTimeout(() => refreshTokens(accessToken, get).catch(() => undefined), seconds * 1000) // No answer: it is tried again when it is refused.
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

const aheadSeconds = 60
const Lifetime = z.object({ iat: z.number(), exp: z.number() })

/** How long a token lives by its own account; 0 when it does not say. */
function secondsOf(accessToken: string): number {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    const { iat, exp } = Lifetime.parse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))))
    return Math.min(exp - iat, 86_400)
  } catch {
    return 0
  }
}

const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429

let last: Promise<unknown> = Promise.resolve()

/** Runs one refresh after the other: across tabs with a lock, else (a page without secure context has none) within this one. */
function oneAtATime(work: () => Promise<void>): Promise<void> {
  const locks: LockManager | null | undefined = navigator.locks
  if (locks) return locks.request('loadping.refresh', work)

  const run = last.then(work)
  last = run.catch(() => undefined)
  return run
}
