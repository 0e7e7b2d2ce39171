import { second } from '../../base/times.ts'
import type { DeliveryAttempt } from './attempt.ts'
import { type QueueLimits, usualLimits } from './endpoint-queues.ts'
import type { FaultInjector } from './fault-injector.ts'

export interface DispatcherOptions {
  /** The time between two claims if nothing wakes the dispatcher. */
  readonly pollMs: number
  /** The length of a lease: after this time other processes take over a crashed process's deliveries. */
  readonly leaseMs: number
  /** The least time between two claims, so that events of the same moment are claimed together. */
  readonly pauseMs: number
  /** The time limit of a claim. */
  readonly claimMs: number
  readonly limits: QueueLimits
  /** Called after every attempt, once it is recorded, with the id of the injected fault. Never rejects. */
  readonly watch: (attempt: DeliveryAttempt, faultId: string | null) => Promise<void>
  /** Sandbox only. */
  readonly faultInjector?: FaultInjector
}

export const usualOptions: DispatcherOptions = {
  pollMs: 200,
  leaseMs: 12 * second,
  pauseMs: 4,
  claimMs: 45 * second,
  limits: usualLimits,
  watch: async () => undefined,
}
