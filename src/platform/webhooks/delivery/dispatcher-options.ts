import { second } from '../../base/times.ts'
import type { DeliveryAttempt } from './delivery-attempt.ts'
import { type QueueLimits, usualLimits } from './endpoint-queues.ts'
import type { FaultInjector } from './fault-injector.ts'

export interface DispatcherOptions {
  /** How often the database is asked when nobody wakes the dispatcher. */
  readonly pollMs: number
  /** A crashed process's deliveries are taken over after so long. */
  readonly leaseMs: number
  /** The least time between two claims, so that what comes together is claimed together. */
  readonly pauseMs: number
  /** A claim that takes longer is left to itself. */
  readonly claimMs: number
  readonly limits: QueueLimits
  /** Told of every attempt when it has ended, once it is recorded, and of the rule that had a hand in it. Never throws. */
  readonly watch: (attempt: DeliveryAttempt, faultId: string | null) => Promise<void>
  /** Only in a sandbox. */
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
