import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises'
import { createBreaker } from './breaker.ts'

/** Returns the mail servers of a domain, in lower case; none if it has none or no name server answers. */
export type FindMailHosts = (domain: string) => Promise<string[]>

const cacheMs = 3_600_000
/** More domains are looked up anew. */
const maxCached = 10_000

/** Creates a lookup at the name servers of the system, which remembers answers for an hour. */
export function createMailHosts(): FindMailHosts {
  const resolver = new Resolver({ timeout: 2_000, maxTimeout: 2_000, tries: 2 })
  // A domain that fails is its owner's fault and pauses nothing.
  const bulkhead = createBreaker({ maxInFlight: 100, maxFailures: Number.POSITIVE_INFINITY })
  const known = new Map<string, { hosts: string[]; until: number }>()
  return async (domain) => {
    const found = known.get(domain)
    if (found && found.until > performance.now()) return found.hosts
    const hosts = await bulkhead(() => resolver.resolveMx(domain)).then(
      (records) => records.map(({ exchange }) => exchange.toLowerCase()),
      ({ code }: { code?: unknown }) => (code === NODATA || code === NOTFOUND ? [] : undefined),
    )
    if (known.size >= maxCached) known.clear()
    if (hosts) known.set(domain, { hosts, until: performance.now() + cacheMs })
    return hosts ?? []
  }
}
