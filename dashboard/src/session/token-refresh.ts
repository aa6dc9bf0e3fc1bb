import { Problem } from '@loadping/contract/problem'
import { TokenPair } from '@loadping/contract/sign-in'
import { adoptStoredSession, endSession, readSession, storeTokens } from './session.ts'

type Get = (path: string, accessToken: string) => Promise<{ status: number; body: unknown }>

let freshToken: string | undefined

/**
 * Replaces an access token that the server refused, once across all tabs.
 * Ends the session when the refresh token is refused too, and throws when nobody answered: then the session stays.
 */
export const refreshTokens = (refused: string, get: Get): Promise<void> =>
  oneAtATime(async () => {
    adoptStoredSession()
    const { accessToken, refreshToken } = readSession()
    if (accessToken !== refused || refused === freshToken) return

    const { status, body } = await get(`/auth/refresh?refreshToken=${encodeURIComponent(refreshToken)}`, accessToken)
    if (isRefusal(status)) return endSession()

    const { data: pair } = TokenPair.safeParse(body)
    if (status >= 400 || !pair) throw new Problem('unavailable', 'The service cannot be reached right now.')
    freshToken = pair.accessToken
    storeTokens(pair)
  })

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
