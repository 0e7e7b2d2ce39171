import type { App } from '../../platform/app/app.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { Return } from './return.ts'

/** What a room above does about a return. Both may be called again, and by several processes at the same time. */
export interface ReturnEvents {
  /** Called before the return is sent or asked about, each time: an earlier process may have stopped before it. */
  beforeSending(app: App, actor: Actor, sent: Return): Promise<void>
  /** Stores in one transaction that the return has failed, and what follows from it. */
  onFailed(app: App, actor: Actor, failed: Return): Promise<void>
}

/** Stores that the return has failed, and what follows from it. */
export async function settleFailedReturn(
  app: App,
  actor: Actor,
  events: Pick<ReturnEvents, 'onFailed'>,
  sent: Return,
): Promise<void> {
  await events.onFailed(app, actor, sent)
  app.log.error({ payment_id: sent.paymentId, return_id: sent.id }, 'a return to a card has failed')
}
