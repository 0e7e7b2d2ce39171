import { isIP } from 'node:net'

/** The address at which a back office takes passkeys. */
export interface PasskeySite {
  /** The host that passkeys belong to. Browsers offer a passkey at its host alone. */
  readonly rpId: string
  /** The origin that a browser must name in its answer. */
  readonly origin: string
}

/**
 * Returns the passkey site of a public address (BASE_URL): never of what a request claims. Passkeys belong to a name, so
 * a sandbox at 127.0.0.1 takes them at localhost. Returns undefined for another IP address, and for a name without TLS.
 */
export function passkeySiteOf(baseUrl: string): PasskeySite | undefined {
  const url = new URL(baseUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (host === '::1' || /^127\./.test(host)) {
    url.hostname = 'localhost'
    return { rpId: 'localhost', origin: url.origin }
  }
  const isSecure = url.protocol === 'https:' || host === 'localhost' || host.endsWith('.localhost')
  return isIP(host) === 0 && isSecure ? { rpId: host, origin: url.origin } : undefined
}
