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
    if (name === undefined || address === undefined || Number(port) > 65_535) return undefined
    hosts.set(name.toLowerCase(), { address: address.replace(/^\[|\]$/g, ''), port: Number(port) })
  }
  return hosts
}
