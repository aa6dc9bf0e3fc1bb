import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** A resolved server address, with its CA certificate unless the default ones apply. */
export type ResolvedHost = { address: string; port: number; ca?: string }

type Resolve = (host: string) => Promise<string[]>

/** A DNS resolver; `cancel` rejects pending queries. */
export type DnsResolver = { resolve4: Resolve; resolve6: Resolve; cancel: () => void }

/** Creates a resolver that, unlike the system lookup, blocks no shared thread while a name server is silent. */
export const createResolver = (): Resolver => new Resolver({ timeout: 2_000, tries: 2 })

type Host = { host: string; port: number }

/** Resolves a host name once. Returns undefined if any address is not public, and rejects if there is none. */
export const resolvePublicHost = (host: Host, resolver?: DnsResolver): Promise<ResolvedHost | undefined> =>
  resolveMailHost(host, { mayBePrivate: false, resolver })

/** The same, but a host that `mayBePrivate` may have any address. */
export async function resolveMailHost(
  { host, port }: Host,
  { mayBePrivate, resolver = createResolver() }: { mayBePrivate: boolean; resolver?: DnsResolver | undefined },
): Promise<ResolvedHost | undefined> {
  const addresses = await resolveAddresses(host, resolver)
  const [address] = addresses
  if (!address) throw new Error(`${host} has no address`)
  return mayBePrivate || addresses.every(isPublic) ? { address, port } : undefined
}

const resolveTimeoutMs = 5_000

/** Returns the addresses resolved in time, IPv4 first. */
async function resolveAddresses(host: string, resolver: DnsResolver): Promise<string[]> {
  const timeout = setTimeout(() => resolver.cancel(), resolveTimeoutMs)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  clearTimeout(timeout)
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Whether an address is a public unicast address: not loopback, private, transitional, multicast or reserved. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** The IPv6 global unicast range; excludes IPv4-mapped addresses. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** See https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-special-registry. */
const reserved = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]) {
  const [network = '', bits] = range.split('/')
  reserved.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4')
}
