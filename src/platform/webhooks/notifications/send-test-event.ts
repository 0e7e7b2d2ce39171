import type { App } from '../../app/app.ts'
import { type NotificationId, newOrderedId } from '../../base/ids.ts'
import type { Currency } from '../../base/money.ts'
import { type Actor, nowFor } from '../../merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { insertTestEvent } from '../store/webhook-deliveries.ts'
import type { Webhook } from '../webhook.ts'
import { testEventBody, testEventId } from './test-event.ts'

/**
 * Announces an event about nothing to one webhook: it is sent, signed, tried again and kept as any other. Answers its id. Refuses a webhook that
 * is disabled, or gone by now.
 */
export async function sendTestEvent(
  app: App,
  actor: Actor,
  { id: webhookId, family }: Pick<Webhook, 'id' | 'family'>,
  currency: Currency,
): Promise<NotificationId> {
  const createdAt = nowFor(app, actor)
  const [row] = await app.db.run(insertTestEvent, {
    merchantId: actor.merchantId,
    webhookId,
    id: newOrderedId(),
    paymentId: testEventId,
    disputeId: family === 'dispute' ? testEventId : null,
    body: testEventBody(family, currency, createdAt),
    createdAt,
    now: app.clock.now(),
  })
  if (row === undefined) throw refusals.disabledWebhook()
  app.deliveriesDue.wake()
  return row.id
}
