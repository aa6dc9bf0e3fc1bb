import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Returns the network of an IP address, which one household or office shares: IPv4 /24, IPv6 /48. */
export function networkOf(ip: string): string {
  const v4 = toIPv4(ip)
  return isIPv4(v4) ? v4.split('.').slice(0, 3).join('.') : groupsOf(ip).slice(0, 3).join(':')
}

/** Returns the networks of an IP address that limits count, narrow ones first: IPv4 alone, IPv6 by /64, /56 and /48. */
export function limitedNetworksOf(ip: string): string[] {
  const v4 = toIPv4(ip)
  if (isIPv4(v4)) return [v4]
  const groups = groupsOf(ip)
  const wide = groups.slice(0, 3).join(':')
  const half = (groups[3] ?? '0').padStart(4, '0').slice(0, 2)
  return [groups.slice(0, 4).join(':'), `${wide}:${half}`, wide]
}

/** Returns which of these networks, in CIDR notation, an IP address is in, or undefined. */
export function findNetwork(networks: string[], ip: string): string | undefined {
  const v4 = toIPv4(ip)
  const family = isIPv4(v4) ? 'ipv4' : 'ipv6'
  const address = family === 'ipv4' ? v4 : ip.replace(/%.*$/, '')
  if (family === 'ipv6' && !isIPv6(address)) return undefined
  return networks.find((network) => {
    const [start = '', bits] = network.split('/')
    const isFour = isIPv4(start)
    if (isFour !== (family === 'ipv4')) return false
    const list = new BlockList()
    list.addSubnet(start, Number(bits ?? (isFour ? 32 : 128)), family)
    return list.check(address, family)
  })
}

const toIPv4 = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns the eight groups of an IPv6 address, or the text itself if it is none. */
function groupsOf(ip: string): string[] {
  const address = ip.replace(/%.*$/, '') // without the interface of a link-local address
  if (!isIPv6(address)) return [ip]
  const [start = '', end = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const head = partsOf(start)
  const tail = partsOf(end)
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
}

const partsOf = (part: string): string[] => part.split(':').filter(Boolean)
