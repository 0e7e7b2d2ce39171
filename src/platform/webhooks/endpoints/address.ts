import { isIP } from 'node:net'
import type { HostName } from '../../app/notification-settings.ts'
import { isRefusedPort } from '../../base/addresses.ts'

/** The rules of addresses that differ by family and configuration. */
interface AddressRules {
  /** Payment webhooks take HTTPS only; dispute webhooks only recommend it. */
  readonly httpsOnly: boolean
  /** Sandbox: hosts that the integrator maps to an address, and those of the own machine; http is allowed for them. */
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
  const named = rules.namedHosts.get(url.hostname)
  const address = {
    url: text,
    normalisedUrl: normaliseUrl(url),
    hostname: url.hostname,
    isNamed: named !== undefined,
  }
  if (named?.port !== undefined) return address
  if (url.port !== '' && isRefusedPort(Number(url.port))) return undefined
  if (named !== undefined) return isPlainSpelling(authority, url) ? address : undefined
  if (rules.httpsOnly && url.protocol !== 'https:') return undefined
  return isPublicName(url.hostname) ? address : undefined
}

// A host of the own machine is taken over http, and in no other spelling, such as `127.1` or `loc%61lhost`.
function isPlainSpelling(authority: string, url: URL): boolean {
  return url.protocol === 'http:' && authority.toLowerCase().replace(/:\d+$/, '') === url.hostname
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
