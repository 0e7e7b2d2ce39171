import type { OutboundRequest, OutboundResult } from '../../adapters/outbound.ts'
import { type Instant, second } from '../../base/times.ts'
import type { ClaimedRow } from '../store/deliveries.ts'
import type { DeliveryAttempt } from './attempt.ts'
import { type QueueLimits, usualLimits } from './endpoint-queues.ts'
import type { Message } from './message.ts'

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

/** Sends a request and returns its result. */
export type Post = (request: OutboundRequest) => Promise<OutboundResult>

/** The injected change of an attempt. */
export type InjectedFault =
  /** The delivery is released without an attempt, due again after `ms`. `written` is called once that is stored. */
  | { readonly kind: 'hold'; readonly ms: number; written(): Promise<void> }
  /** `send` takes the place of sending. Its result counts as the result of the attempt. */
  | {
      readonly kind: 'send'
      readonly faultId: string
      /** Returns the body to send. */
      alter?(body: string): string
      send(message: Message, at: Instant, post: Post): Promise<OutboundResult>
    }

/** Injects faults into deliveries of a sandbox. Production has none. */
export interface FaultInjector {
  /** Called with claimed deliveries before the first attempt. Never rejects. */
  claimed(deliveries: readonly ClaimedRow[]): Promise<void>
  /** Called before every attempt. Undefined: sends as usual. */
  before(delivery: ClaimedRow): Promise<InjectedFault | undefined>
  /** Called after every attempt, once it is stored. */
  after(delivery: ClaimedRow): Promise<void>
}
