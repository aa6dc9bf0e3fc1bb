import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises'
import { createBreaker } from './breaker.ts'

/** Returns the TXT records of a name, or undefined if no name server answers. */
export type FindTextRecords = (name: string) => Promise<string[] | undefined>

/** Creates a lookup at these name servers, or at those of the system. */
export function createTextRecords(servers: string[] = []): FindTextRecords {
  const resolver = new Resolver({ timeout: 2_000, maxTimeout: 2_000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  // A name that fails is its owner's fault and pauses nothing.
  const bulkhead = createBreaker({ maxInFlight: 100, maxFailures: Number.POSITIVE_INFINITY })
  return async (name) => {
    try {
      return (await bulkhead(() => resolver.resolveTxt(name))).map((chunks) => chunks.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      return code === NODATA || code === NOTFOUND ? [] : undefined
    }
  }
}
