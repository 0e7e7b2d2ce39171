import { isIP } from 'node:net'
import type { HostName } from '../../app/notification-settings.ts'

/** The rules of addresses that differ by family and configuration. */
interface AddressRules {
  /** Payment webhooks take HTTPS only; dispute webhooks only recommend it. */
  readonly httpsOnly: boolean
  /** Sandbox: host names that the integrator maps to an address; http is allowed for them. */
  readonly namedHosts: ReadonlyMap<string, HostName>
}

/** An address whose text may be registered. Its host is not resolved yet. */
export interface WebhookAddress {
  /** Byte for byte as it was sent. */
  readonly url: string
  /** For comparison: lower-case scheme and host, no default port, no trailing slash, no fragment. */
  readonly normalisedUrl: string
  readonly hostname: string
  /** Whether the host is one of the sandbox's named hosts, which need not resolve. */
  readonly isNamed: boolean
}

const maxUrlLength = 2_000
const maxHostnameLength = 253

/** Requires two slashes before the host: the parser would also take `https:\\host` and `https:host`. */
const writtenForm = /^https?:\/\/([^/?#]+)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
const strippedByParser = /[\u0000-\u0020\u007f\\]/
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
const topLabel = /^(xn--[a-z0-9-]{1,59}|[a-z]{2,63})$/

/** Names that never leave a machine or a private network. */
const privateEndings = ['localhost', 'localdomain', 'local', 'internal', 'invalid', 'home.arpa']

/** Ports of other protocols, where a POST could do harm: mail, shells, databases. */
const refusedPorts = new Set(
  [
    0, 7, 9, 19, 20, 21, 22, 23, 25, 53, 69, 110, 111, 135, 139, 143, 161, 389, 445, 465, 514, 587, 636, 993, 995,
  ].concat([1433, 1521, 2049, 2375, 2379, 3306, 3389, 5432, 5900, 6000, 6379, 6667, 9042, 9200, 11211, 27017]),
)

/**
 * Reads the address of a webhook. Returns undefined if its text is refused: a malformed or overlong URL, user
 * information, a raw IP address in any spelling, a private or single-label name, a refused port
 * (docs/contract/notifications.md#addresses).
 */
export function readWebhookAddress(text: string, rules: AddressRules): WebhookAddress | undefined {
  if (text.length > maxUrlLength || !text.isWellFormed() || strippedByParser.test(text)) return undefined
  const authority = writtenForm.exec(text)?.[1]
  if (authority === undefined || authority.includes('@') || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const address = {
    url: text,
    normalisedUrl: normaliseUrl(url),
    hostname: url.hostname,
    isNamed: rules.namedHosts.has(url.hostname),
  }
  if (address.isNamed) return address
  if (rules.httpsOnly && url.protocol !== 'https:') return undefined
  if (url.port !== '' && refusedPorts.has(Number(url.port))) return undefined
  return isPublicName(url.hostname) ? address : undefined
}

/** Returns whether a parsed host is a well-formed name that can be public. */
function isPublicName(hostname: string): boolean {
  if (hostname.length > maxHostnameLength || hostname.startsWith('[') || isIP(hostname) !== 0) return false
  const labels = hostname.split('.')
  if (labels.length < 2 || !labels.every((part) => label.test(part)) || !topLabel.test(labels.at(-1) ?? ''))
    return false
  return !privateEndings.some((ending) => hostname === ending || hostname.endsWith(`.${ending}`))
}

// The fragment never reaches the receiver. All trailing slashes are removed, so that a second call changes nothing.
function normaliseUrl(url: URL): string {
  const path = url.search === '' ? url.pathname.replace(/\/+$/, '') : url.pathname
  return `${url.protocol}//${url.host}${path}${url.search}`
}
