import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Where a server answers, and the one certificate that is trusted there, where it is not one of the usual ones. */
export type ResolvedHost = { address: string; port: number; ca?: string }

type Ask = (host: string) => Promise<string[]>

/** Who is asked for addresses; what is still asked fails when it is canceled. */
export type DnsResolver = { resolve4: Ask; resolve6: Ask; cancel: () => void }

/** The system's own look-up would keep a thread of the few that all share for as long as a name server is silent. */
export const nameServers = (): Resolver => new Resolver({ timeout: 2_000, tries: 2 })

/** Looks a name up, once; undefined if any of its addresses is not on the public internet, and fails while there is none. */
export async function resolvePublicHost(
  { host, port }: { host: string; port: number },
  names: DnsResolver = nameServers(),
): Promise<ResolvedHost | undefined> {
  const addresses = await resolveAddresses(host, names)
  const [address] = addresses
  if (!address) throw new Error(`${host} has no address`)
  return addresses.every(isPublic) ? { address, port } : undefined
}

const longestLookUpMs = 5_000

/** The addresses of both kinds that are known in time, those of IPv4 first. */
async function resolveAddresses(host: string, names: DnsResolver): Promise<string[]> {
  const timeout = setTimeout(() => names.cancel(), longestLookUpMs)
  const answers = await Promise.allSettled([names.resolve4(host), names.resolve6(host)])
  clearTimeout(timeout)
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Whether an address is one machine's on the public internet: none of ours, of a local network, of a transition between the two kinds, or of many. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** What IANA has given out to machines of IPv6; everything else, with IPv4 written as IPv6, is not. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-special-registry. */
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
