import { TokenPair } from '@loadping/contract/sign-in/sign-in'
import { Problem, type ProblemCode, readProblem } from '@loadping/contract/wire/problem'
import { createSerialQueue } from '../serial-queue.ts'
import { readToken } from './access-token.ts'
import { endSession, readSession, storeTokens, syncStoredSession, useSession } from './session.ts'

type Get = (path: string, accessToken: string) => Promise<{ status: number; body: unknown }>

/** When to retry a refresh without a response, from its start: the server repeats a lost response for 30 s. */
const retrySeconds = [2, 6, 12]
const aheadSeconds = 60

/**
 * Replaces a rejected access token, once across all tabs; a rejected refresh token ends the session.
 * Without a response it throws and retries later.
 */
export async function refreshTokens(rejected: string, get: Get): Promise<void> {
  const startedAt = performance.now()
  try {
    await shareRefresh(rejected, get)
  } catch (error) {
    void retryRefresh(rejected, get, startedAt)
    throw error
  }
}

/** Whether a call failed because its token had expired and may be retried with the new one. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'not-signed-in' && readSession().isAuth

/**
 * Refreshes each new token a minute before it expires, by a monotonic clock.
 * A token from an earlier visit waits for `onServerTime`.
 */
export function refreshAhead(get: Get): { onServerTime: (now: number) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let restored = readSession().accessToken

  function refreshAfter(seconds: number, accessToken: string) {
    clearTimeout(timer)
    timer = setTimeout(() => refreshTokens(accessToken, get).catch(() => undefined), seconds * 1000) // It retries by itself.
  }

  const unsubscribe = useSession.subscribe(({ accessToken }, { accessToken: before }) => {
    if (accessToken === before) return
    restored = ''
    clearTimeout(timer)
    const seconds = lifetimeSeconds(accessToken) - aheadSeconds
    if (seconds > 0) refreshAfter(seconds, accessToken)
  })

  return {
    onServerTime(now) {
      const { exp } = readToken(restored) ?? {}
      if (exp === undefined || Number.isNaN(now)) return
      refreshAfter(Math.max(0, Math.min(exp - now / 1000, lifetimeSeconds(restored)) - aheadSeconds), restored)
      restored = ''
    },
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

/** Returns a token's lifetime by its own claims, at most a day; 0 for an unreadable token. */
function lifetimeSeconds(accessToken: string): number {
  const { iat = 0, exp = 0 } = readToken(accessToken) ?? {}
  return Math.min(exp - iat, 86_400)
}

let inFlight: { rejected: string; refresh: Promise<void> } | undefined

/** Shares one refresh among all callers that replace the same token. */
function shareRefresh(rejected: string, get: Get): Promise<void> {
  if (inFlight?.rejected === rejected) return inFlight.refresh

  const refresh = serialize(() => refreshOnce(rejected, get)).finally(() => {
    if (inFlight?.refresh === refresh) inFlight = undefined
  })
  inFlight = { rejected, refresh }
  return refresh
}

async function refreshOnce(rejected: string, get: Get): Promise<void> {
  syncStoredSession()
  const { accessToken, refreshToken } = readSession()
  if (accessToken !== rejected) return

  const { status, body } = await get(`/auth/refresh?refreshToken=${encodeURIComponent(refreshToken)}`, accessToken)
  syncStoredSession()
  if (readSession().refreshToken !== refreshToken) return // The user has logged out or in meanwhile.
  if (isRejection(status, body)) return endSession()

  const { data: pair } = TokenPair.safeParse(body)
  if (status >= 400 || !pair)
    throw new Problem('unavailable', "We can't reach the server. Check your connection and try again.")
  storeTokens(pair)
}

let retried = ''

/** Retries the refresh of a token a few times, until it is replaced or its session ends. */
async function retryRefresh(rejected: string, get: Get, startedAt: number): Promise<void> {
  if (retried === rejected) return
  retried = rejected
  for (const seconds of retrySeconds) {
    await new Promise((resolve) => setTimeout(resolve, startedAt + seconds * 1000 - performance.now()))
    if (readSession().accessToken !== rejected) break
    await shareRefresh(rejected, get).catch(() => undefined) // The next retry or the next rejected call continues.
  }
  retried = ''
}

const rejectionCodes: ProblemCode[] = ['not-signed-in', 'invalid-input', 'not-allowed']

/** Whether the server itself rejected the refresh, as opposed to a proxy on the way to it. */
const isRejection = (status: number, body: unknown): boolean =>
  status >= 400 && status < 500 && rejectionCodes.includes(readProblem(status, body).code)

const inTurn = createSerialQueue()

/** Runs one refresh after the other: across tabs with a lock, or within this tab without a secure context. */
function serialize(work: () => Promise<void>): Promise<void> {
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? locks.request('loadping.refresh', work) : inTurn(work)
}
