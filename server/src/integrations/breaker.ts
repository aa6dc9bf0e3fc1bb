const pauseMs = 30_000

/** Runs work at one outside service. Throws at once while the service is paused, or too much of it is in flight. */
export type Breaker = <Result>(work: () => Promise<Result>, isFailure?: (result: Result) => boolean) => Promise<Result>

/**
 * Creates what stands before one outside service: few calls are in flight at once, so that a service that hangs holds few,
 * and after five failures in a row it is not asked for 30 seconds.
 */
export function createBreaker({ maxInFlight = 20, maxFailures = 5, now = () => performance.now() } = {}): Breaker {
  let failures = 0
  let pausedUntil = 0
  let inFlight = 0

  const fail = () => {
    failures++
    if (failures >= maxFailures) pausedUntil = now() + pauseMs
  }
  return async (work, isFailure = () => false) => {
    if (inFlight >= maxInFlight) throw notAsked('too many calls are in flight')
    if (now() < pausedUntil) throw notAsked('it failed several times')
    inFlight++
    try {
      const result = await work()
      if (isFailure(result)) fail()
      else failures = 0
      return result
    } catch (error) {
      fail()
      throw error
    } finally {
      inFlight--
    }
  }
}

/** Whether the service was not asked at all. */
export const wasNotAsked = (error: unknown): boolean => error instanceof Error && error.name === 'NotAsked'

const notAsked = (reason: string): Error => Object.assign(new Error(`not asked: ${reason}`), { name: 'NotAsked' })

/** Calls a service, like `fetch`. Answers of 500 and above count as failures. */
export const fetchThrough =
  <Url, Init>(breaker: Breaker, send: (url: Url, init: Init) => Promise<Response>) =>
  (url: Url, init: Init): Promise<Response> =>
    breaker(
      () => send(url, init),
      ({ status }) => status >= 500,
    )
