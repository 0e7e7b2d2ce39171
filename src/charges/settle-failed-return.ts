import type { App } from '../app/app.ts'
import type { Actor } from '../merchants/caller.ts'
import type { Return } from './return.ts'

/** What a room above does about a return. Both may be called again, and at once by several. */
export interface ReturnEvents {
  /** It is about to be sent, or asked about: each time, for whoever did it before may not have come so far. */
  beforeSending(app: App, actor: Actor, sent: Return): Promise<void>
  /** It did not arrive: writes that down, with what follows from it, in one transaction. */
  onFailed(app: App, actor: Actor, failed: Return): Promise<void>
}

/** Stores that the return did not arrive, with what follows from it. */
export async function settleFailedReturn(
  app: App,
  actor: Actor,
  events: Pick<ReturnEvents, 'onFailed'>,
  sent: Return,
): Promise<void> {
  await events.onFailed(app, actor, sent)
  app.log.error({ payment_id: sent.paymentId, return_id: sent.id }, 'a return to a card has failed')
}
