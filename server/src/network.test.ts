import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['198.51.100.7', '198.51.100'],
  ['::ffff:198.51.100.7', '198.51.100'],
  ['2001:db8:1:2::9', '2001:db8:1'],
  ['2001:0DB8:0001:ffff:1:2:3:4', '2001:db8:1'],
  ['2001:db8::9', '2001:db8:0'],
  ['2001:0:b:c:d:e:f:1', '2001:0:b'],
  ['2001::b:c:d:e:f', '2001:0:0'],
  ['64:ff9b::198.51.100.7', '64:ff9b:0'],
  ['::1', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
])('%s is in the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
