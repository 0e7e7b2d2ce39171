import type { OutboundRequest, OutboundResult } from '../../adapters/outbound.ts'
import type { Instant } from '../../base/times.ts'
import type { ClaimedRow } from '../store/deliveries.ts'
import type { Message } from './message.ts'

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
