import type { Queue } from '../due/waiting.ts'
import { failingWebhooks, waitingDeliveries } from './store/waiting.ts'

/** What is to be delivered, and the webhooks at which it is tried again. */
export const webhookQueues: readonly Queue[] = [
  { name: 'deliveries', statement: waitingDeliveries },
  { name: 'failing_webhooks', statement: failingWebhooks },
]
