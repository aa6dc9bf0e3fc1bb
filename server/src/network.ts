import { isIPv4, isIPv6 } from 'node:net'

/** Returns the network of an IP address, which one household or office shares: IPv4 /24, IPv6 /48. */
export function networkOf(ip: string): string {
  const v4 = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(v4)) return v4.split('.').slice(0, 3).join('.')
  const address = ip.replace(/%.*$/, '') // without the interface of a link-local address
  if (!isIPv6(address)) return ip
  const [start = '', end = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const head = groupsOf(start)
  const tail = groupsOf(end)
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 3).join(':')
}

const groupsOf = (part: string): string[] => part.split(':').filter(Boolean)
