import { isIP } from 'node:net'
import { type Environment, readDecimal, type Variable } from './environment.ts'

/** Settings of notifications. */
export interface NotificationSettings {
  readonly webhookHosts: ReadonlyMap<string, HostName>
  readonly webhookRetrySeconds: readonly number[]
}

export const webhookVariables: readonly Variable[] = [
  {
    name: 'WEBHOOK_HOSTS',
    fallback: '–',
    meaning:
      'sandbox: `name=address:port,…`, hosts delivered to the given address. `http://localhost`, `http://127.0.0.1` and `http://host.docker.internal` need no entry',
  },
  {
    name: 'WEBHOOK_RETRY_SECONDS',
    fallback: '`60,120,180,240`',
    meaning: 'delays before each retry of a notification',
  },
]

const maxRetrySeconds = 604_800

export function readNotifications(env: Environment, mode: 'sandbox' | 'production'): NotificationSettings {
  const webhookRetrySeconds = env.list('WEBHOOK_RETRY_SECONDS', '60,120,180,240').map(readDecimal)
  if (!webhookRetrySeconds.every((seconds) => seconds >= 0 && seconds <= maxRetrySeconds)) {
    const what = `numbers of seconds with commas between, each at most ${maxRetrySeconds}`
    env.complain('WEBHOOK_RETRY_SECONDS', what)
  }
  const webhookHosts = readWebhookHosts(env.value('WEBHOOK_HOSTS') ?? '')
  if (webhookHosts === undefined)
    env.complain('WEBHOOK_HOSTS', 'name=address:port, with commas between, each port 1 to 65535')
  if (mode === 'production' && env.value('WEBHOOK_HOSTS') !== undefined) {
    env.complain('WEBHOOK_HOSTS', 'absent in production')
  }
  const ownHosts = mode === 'sandbox' ? localHosts : []
  return { webhookHosts: new Map([...ownHosts, ...(webhookHosts ?? [])]), webhookRetrySeconds }
}

/** The address that takes the place of a named host. */
export interface HostName {
  readonly address: string
  /** Undefined: the port of the URL, over http only. */
  readonly port: number | undefined
}

/** The hosts of an integrator's own machine, also as a container sees it. A sandbox reaches them over http. */
const localHosts = ['localhost', '127.0.0.1', 'host.docker.internal'].map((name): [string, HostName] => [
  name,
  { address: name, port: undefined },
])

const form = /^([a-z0-9.-]+)=(\[[0-9a-f:]+\]|[a-z0-9.-]+):(\d{1,5})$/i

/**
 * Reads `shop.test=127.0.0.1:3000,…` (docs/contract/notifications.md#named-hosts); undefined if a part is malformed.
 */
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

// A text that looks like an IP address must be a valid one: no host name ends in a number.
function isReachable(address: string): boolean {
  return isIP(bare(address)) > 0 || !/^\[|(^|\.)\d+\.?$/.test(address)
}

// Port 0 lets a listener choose a port: no server can be reached at it.
function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535
}

function bare(address: string): string {
  return address.replace(/^\[|\]$/g, '')
}
