import ipaddr from 'ipaddr.js'

/** The only IPv6 space from which public addresses are given out: 2000::/3. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether the text is an IPv4 or IPv6 address that anybody on the internet may have. Private, loopback, link-local, carrier
 * NAT, multicast, documentation, mapped, translated and zone-scoped addresses are not, nor is text that is no address
 * (decisions section 9).
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).range() === 'unicast'
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false
  const address = ipaddr.IPv6.parse(text)
  return address.match(globalUnicast) && address.range() === 'unicast'
}
