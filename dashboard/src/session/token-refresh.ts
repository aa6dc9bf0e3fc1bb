import { Problem, type ProblemCode, readProblem } from '@loadping/contract/problem'
import { TokenPair } from '@loadping/contract/sign-in'
import { readToken } from './access-token.ts'
import { endSession, readSession, storeTokens, syncStoredSession, useSession } from './session.ts'

type Get = (path: string, accessToken: string) => Promise<{ status: number; body: unknown }>

/** When a refresh without an answer is tried again, counted from its start: the server repeats a lost answer for 30 s. */
const retrySeconds = [2, 6, 12]
const aheadSeconds = 60

/**
 * Replaces an access token that the server refused, once across all tabs.
 * Ends the session when the refresh token is refused too, and throws when nobody answered: then the session stays, and it is tried again soon.
 */
export async function refreshTokens(refused: string, get: Get): Promise<void> {
  const startedAt = performance.now()
  try {
    await shareRefresh(refused, get)
  } catch (error) {
    void tryAgain(refused, get, startedAt)
    throw error
  }
}

/** Whether a refused call is worth sending again: its token had run out, and by now there is a new one. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'not-signed-in' && readSession().isAuth

/**
 * Replaces each token that arrives here a minute before its end, counted from its arrival by a clock that nobody can set.
 * A token from an earlier visit is as old as nobody knows, until `hearServerTime`.
 */
export function refreshAhead(get: Get): { hearServerTime: (now: number) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let restored = readSession().accessToken

  function replaceAfter(seconds: number, accessToken: string) {
    clearTimeout(timer)
    timer = setTimeout(() => refreshTokens(accessToken, get).catch(() => undefined), seconds * 1000) // No answer: it is tried again.
  }

  const unsubscribe = useSession.subscribe(({ accessToken }, { accessToken: before }) => {
    if (accessToken === before) return
    restored = ''
    clearTimeout(timer)
    const seconds = secondsOf(accessToken) - aheadSeconds
    if (seconds > 0) replaceAfter(seconds, accessToken)
  })

  return {
    hearServerTime(now) {
      const { exp } = readToken(restored) ?? {}
      if (exp === undefined || Number.isNaN(now)) return
      replaceAfter(Math.max(0, Math.min(exp - now / 1000, secondsOf(restored)) - aheadSeconds), restored)
      restored = ''
    },
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

/** How long a token lives by its own account; 0 when it does not say. */
function secondsOf(accessToken: string): number {
  const { iat = 0, exp = 0 } = readToken(accessToken) ?? {}
  return Math.min(exp - iat, 86_400)
}

let inFlight: { refused: string; refresh: Promise<void> } | undefined

/** Whoever asks for the same token to be replaced waits for the same answer. */
function shareRefresh(refused: string, get: Get): Promise<void> {
  if (inFlight?.refused === refused) return inFlight.refresh

  const refresh = serialize(() => refreshOnce(refused, get)).finally(() => {
    if (inFlight?.refresh === refresh) inFlight = undefined
  })
  inFlight = { refused, refresh }
  return refresh
}

async function refreshOnce(refused: string, get: Get): Promise<void> {
  syncStoredSession()
  const { accessToken, refreshToken } = readSession()
  if (accessToken !== refused) return

  const { status, body } = await get(`/auth/refresh?refreshToken=${encodeURIComponent(refreshToken)}`, accessToken)
  syncStoredSession()
  if (readSession().refreshToken !== refreshToken) return // Somebody has logged out or in meanwhile.
  if (isRefusal(status, body)) return endSession()

  const { data: pair } = TokenPair.safeParse(body)
  if (status >= 400 || !pair)
    throw new Problem('unavailable', "We can't reach the server. Check your connection and try again.")
  storeTokens(pair)
}

let retried = ''

/** Goes on trying to replace a token for a while, until it is replaced or its session has ended. */
async function tryAgain(refused: string, get: Get, startedAt: number): Promise<void> {
  if (retried === refused) return
  retried = refused
  for (const seconds of retrySeconds) {
    await new Promise((resolve) => setTimeout(resolve, startedAt + seconds * 1000 - performance.now()))
    if (readSession().accessToken !== refused) break
    await shareRefresh(refused, get).catch(() => undefined) // No answer again: the next try, or the next refused call, goes on.
  }
  retried = ''
}

const refusals: ProblemCode[] = ['not-signed-in', 'invalid-input', 'not-allowed']

/** Whether the server itself has refused, as opposed to something on the way to it. */
const isRefusal = (status: number, body: unknown): boolean =>
  status >= 400 && status < 500 && refusals.includes(readProblem(status, body).code)

let last: Promise<unknown> = Promise.resolve()

/** Runs one refresh after the other: across tabs with a lock, else (a page without secure context has none) within this one. */
function serialize(work: () => Promise<void>): Promise<void> {
  const locks: LockManager | null | undefined = navigator.locks
  if (locks) return locks.request('loadping.refresh', work)

  const run = last.then(work)
  last = run.catch(() => undefined)
  return run
}
