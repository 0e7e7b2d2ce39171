import { isIP } from 'node:net'

/** Where a named host is really delivered to. */
export interface HostName {
  readonly address: string
  readonly port: number
}

const form = /^([a-z0-9.-]+)=(\[[0-9a-f:]+\]|[a-z0-9.-]+):(\d{1,5})$/i

/** Reads `shop.test=127.0.0.1:3000,…` (docs/contract/notifications.md#named-hosts); undefined when any part is malformed. */
export function readWebhookHosts(text: string): ReadonlyMap<string, HostName> | undefined {
  const hosts = new Map<string, HostName>()
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue
    const [, name, address, port] = form.exec(part) ?? []
    if (name === undefined || address === undefined || !isReachable(address) || !isPort(Number(port))) return undefined
    hosts.set(name.toLowerCase(), { address: bare(address), port: Number(port) })
  }
  return hosts
}

// What looks like an IP address is one, and no name: nobody's name ends in a number.
function isReachable(address: string): boolean {
  return isIP(bare(address)) > 0 || !/^\[|(^|\.)\d+\.?$/.test(address)
}

// Port 0 is what a listener asks for to get any: nobody can be reached there.
function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535
}

function bare(address: string): string {
  return address.replace(/^\[|\]$/g, '')
}
