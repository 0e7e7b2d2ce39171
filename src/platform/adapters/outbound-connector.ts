import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress, isRefusedPort } from '../base/addresses.ts'
import type { HostResolver } from './resolver.ts'

/** The address that takes the place of a sandbox's named host. */
export interface NamedHost {
  readonly address: string
  /** Undefined: the port of the URL, over http only. */
  readonly port: number | undefined
}

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved'
}

/** No name server answers at all, so the name is not the reason. */
export class NameServersSilent extends Error {
  override readonly name = 'NameServersSilent'
}

type Connect = ReturnType<typeof buildConnector>

interface ConnectorOptions {
  readonly resolver: HostResolver
  readonly namedHosts: ReadonlyMap<string, NamedHost>
  readonly connectTimeoutMs: number
}

/**
 * Opens sockets to public addresses only. The host is resolved once, and all of its addresses must be public. The
 * socket connects to one of exactly these, so the answer cannot change between check and connection. The socket's
 * remote address is checked again. Named hosts connect to the address of the sandbox's setting.
 */
export function openConnector(options: ConnectorOptions): Connect {
  const timeout = options.connectTimeoutMs
  const guarded = buildConnector({ timeout, lookup: publicLookup(options.resolver), maxCachedSessions: 0 })
  const named = namedConnector(options)
  return (target, callback) => {
    const host = placeOf(target, options.namedHosts.get(target.hostname))
    if (host !== undefined) return named(target, host, callback)
    // A literal address is not resolved, so the check of resolved addresses would not see it.
    if (isIP(target.hostname.replace(/^\[|\]$/g, '')) !== 0) {
      return callback(new AddressRefused('a literal address'), null)
    }
    return guarded(target, (error, socket) => {
      if (error !== null) return callback(error, null)
      const remote = socket.remoteAddress ?? ''
      if (isPublicAddress(remote)) return callback(null, socket)
      socket.destroy()
      callback(new AddressRefused('the socket leads to an address that is not public'), null)
    })
  }
}

/** A named host with the port to connect to. */
interface NamedPlace {
  readonly address: string
  readonly port: number
}

/** Returns the place of a named host. Undefined if the URL's port is used and refused, or the URL is not http. */
function placeOf(target: Parameters<Connect>[0], host: NamedHost | undefined): NamedPlace | undefined {
  if (host === undefined) return undefined
  if (host.port !== undefined) return { address: host.address, port: host.port }
  const port = Number(target.port || 80)
  return target.protocol === 'http:' && !isRefusedPort(port) ? { address: host.address, port } : undefined
}

function publicLookup(resolver: HostResolver): LookupFunction {
  return (hostname, options, callback) => {
    const refuse = (error: Error): void => callback(error, '', 0)
    resolver
      .addressesOf(hostname)
      .then(async (found) => {
        const addresses = found.map((address) => ({ address, family: isIP(address) }))
        const first = addresses[0]
        if (first === undefined) {
          const isSilent = await resolver.isSilent(hostname)
          return refuse(isSilent ? new NameServersSilent('no name server answers') : new NameNotResolved('no address'))
        }
        if (!found.every(isPublicAddress))
          return refuse(new AddressRefused('the name has an address that is not public'))
        if (options.all) return callback(null, addresses)
        callback(null, first.address, first.family)
      })
      .catch(refuse)
  }
}

/** Returns a connector to the named address. It is a developer's own server, with any certificate or none. */
function namedConnector(
  options: ConnectorOptions,
): (target: Parameters<Connect>[0], host: NamedPlace, callback: Parameters<Connect>[1]) => void {
  const connect = buildConnector({ timeout: options.connectTimeoutMs, rejectUnauthorized: false, maxCachedSessions: 0 })
  const withoutTls = new Set<string>()
  return (target, host, callback) => {
    const place = `${host.address}:${host.port}`
    const to = { ...target, hostname: host.address, host: target.hostname, port: String(host.port) }
    const plain = { ...to, protocol: 'http:' }
    if (target.protocol === 'http:' || withoutTls.has(place)) return connect(plain, callback)
    connect({ ...to, servername: target.hostname }, (error, socket) => {
      if (error === null) return callback(null, socket)
      if (!speaksNoTls(error)) return callback(error, null)
      withoutTls.add(place)
      connect(plain, callback)
    })
  }
}

// A server of plain HTTP answers the TLS greeting with text, or closes the connection.
function speaksNoTls(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return code === 'EPROTO' || code === 'ECONNRESET' || code.startsWith('ERR_SSL_')
}
