import type { OutboundRequest, OutboundResult } from '../../adapters/outbound.ts'
import type { Instant } from '../../base/times.ts'
import type { ClaimedRow } from '../store/deliveries.ts'
import type { Message } from './message.ts'

/** Sends one request and answers what came of it. */
export type Post = (request: OutboundRequest) => Promise<OutboundResult>

/** What becomes of an attempt instead of being sent as ever. */
export type Disturbance =
  /** It is given back, to be due after so many milliseconds, and is no attempt. `written` is called once that is written down. */
  | { readonly kind: 'hold'; readonly ms: number; written(): Promise<void> }
  /** It is sent in another way, if it is; what is answered counts as what came of it. */
  | {
      readonly kind: 'send'
      readonly faultId: string
      /** What is told in place of the body. */
      alter?(body: string): string
      send(message: Message, at: Instant, post: Post): Promise<OutboundResult>
    }

/** How a sandbox makes deliveries go wrong; a dispatcher of production has none. */
export interface FaultInjector {
  /** What has been claimed, before any of it is attempted. Never fails. */
  claimed(deliveries: readonly ClaimedRow[]): Promise<void>
  /** Before every attempt; undefined lets it be sent as ever. */
  before(delivery: ClaimedRow): Promise<Disturbance | undefined>
  /** After every attempt, once it is written down. */
  after(delivery: ClaimedRow): Promise<void>
}
