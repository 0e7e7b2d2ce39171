import { type Environment, readDecimal, type Variable } from './environment.ts'
import { type HostName, readWebhookHosts } from './webhook-hosts.ts'

/** How merchants are notified. */
export interface NotificationSettings {
  readonly webhookHosts: ReadonlyMap<string, HostName>
  readonly webhookRetrySeconds: readonly number[]
}

export const webhookVariables: readonly Variable[] = [
  {
    name: 'WEBHOOK_HOSTS',
    fallback: '–',
    meaning: 'sandbox: `name=address:port,…`, hosts delivered to the given address',
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
  return { webhookHosts: webhookHosts ?? new Map(), webhookRetrySeconds }
}
