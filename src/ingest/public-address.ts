import ipaddr from 'ipaddr.js'

// The assigned part of IPv6; the library knows what in it is special.
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address is on the open internet: not private, loopback, link-local, shared, multicast or translated. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(givenOut)
}
