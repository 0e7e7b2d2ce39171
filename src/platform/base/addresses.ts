import ipaddr from 'ipaddr.js'

/** The IPv6 space of all public addresses: 2000::/3. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether the text is a public IPv4 or IPv6 address. Private, loopback, link-local, carrier NAT, multicast,
 * documentation, mapped, translated and zone-scoped addresses are not public, nor is a text that is no address
 * (docs/contract/notifications.md#addresses).
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).range() === 'unicast'
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false
  const address = ipaddr.IPv6.parse(text)
  return address.match(globalUnicast) && address.range() === 'unicast'
}

/** Ports of other protocols, where a request could do harm: mail, shells, databases. */
const refusedPorts = new Set(
  [
    0, 7, 9, 19, 20, 21, 22, 23, 25, 53, 69, 110, 111, 135, 139, 143, 161, 389, 445, 465, 514, 587, 636, 993, 995,
  ].concat([1433, 1521, 2049, 2375, 2379, 3306, 3389, 5432, 5900, 6000, 6379, 6667, 9042, 9200, 11211, 27017]),
)

/** Returns whether no webhook may have this port (docs/contract/notifications.md#addresses). */
export function isRefusedPort(port: number): boolean {
  return refusedPorts.has(port)
}

// Addresses of these schemes can run code, read files, or are no way back to a shop.
const closedSchemes = [
  ...['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:'],
  ...['ftp:', 'ws:', 'wss:'],
]

/**
 * Returns whether a browser can be sent back to a shop at this address: an absolute address of the web or of an app,
 * with `//` after its scheme. Schemes without it (`mailto:`, `tel:`, `sms:`) open another program, and take no
 * parameters.
 */
export function isReturnAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text) && !closedSchemes.includes(new URL(text).protocol)
}

/**
 * Returns the network of one visitor: the IPv4 address, or the /64 of an IPv6 address. Undefined if the text is no
 * address.
 */
export function networkOf(address: string): string | undefined {
  const text = withoutPort(address).replace(/%.*$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const parsed = ipaddr.IPv6.parse(text)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const half = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${half.join(':')}::/64`
}

/**
 * Returns the wider network of a visitor, which tells the place and not the person: the /24 of an IPv4 address, the /48
 * of an IPv6 address or network. Undefined if the text is no address.
 */
export function wideNetworkOf(address: string): string | undefined {
  const text = networkOf(address.replace(/\/\d+$/, ''))
  if (text === undefined) return undefined
  if (ipaddr.IPv4.isValid(text)) return `${ipaddr.IPv4.networkAddressFromCIDR(`${text}/24`)}/24`
  return `${ipaddr.IPv6.networkAddressFromCIDR(text.replace('/64', '/48'))}/48`
}

// Some proxies append the port; an IPv6 address stands in brackets then.
function withoutPort(address: string): string {
  return address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[([^[\]]*)\](:\d+)?$/, '$1')
}

/** Returns whether the host is this machine, by its name or a loopback address. An IPv6 address may have brackets. */
export function isLoopback(host: string): boolean {
  const text = host.replace(/^\[|\]$/g, '')
  return text === 'localhost' || (ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback')
}

/** Returns whether the text is an IPv4 or IPv6 address, or a network in CIDR form. */
export function isNetwork(text: string): boolean {
  const [address = ''] = text.split('/')
  const isWhole =
    ipaddr.IPv4.isValidFourPartDecimal(address) || (!address.includes('%') && ipaddr.IPv6.isValid(address))
  return isWhole && (text === address || ipaddr.isValidCIDR(text))
}

const allOfIpv4 = ipaddr.IPv6.parse('::ffff:0:0')

/** Returns whether the network is too wide for one operator: wider than /8 in IPv4, or than /7 in IPv6. */
export function isTooWide(network: string): boolean {
  const [address = '', length] = network.split('/')
  if (length === undefined) return false
  const bits = Number(length)
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return bits < 8
  const parsed = ipaddr.IPv6.parse(address)
  // An IPv6 network that covers the mapped addresses covers IPv4.
  const coversIpv4 = parsed.isIPv4MappedAddress() || allOfIpv4.match(parsed, bits)
  return bits < (coversIpv4 ? 96 + 8 : 7)
}
