import { BlockList, isIP } from 'node:net'

// By the registries of special-purpose addresses: what a stranger's page must not lead to.
const closed4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
])

// Only these are given out. Loopback, link-local, mapped IPv4 and NAT64 addresses lie outside.
const open6 = blockList('ipv6', [['2000::', 3]])

// 6to4 and Teredo carry an IPv4 address of any kind.
const closed6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** Whether an address is one of the open internet: not private, loopback, link-local, shared, multicast or translated. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 4) return !closed4.check(plain, 'ipv4')
  return version === 6 && open6.check(plain, 'ipv6') && !closed6.check(plain, 'ipv6')
}

function blockList(
  type: 'ipv4' | 'ipv6',
  subnets: readonly (readonly [net: string, prefix: number])[],
): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, type)
  return list
}
