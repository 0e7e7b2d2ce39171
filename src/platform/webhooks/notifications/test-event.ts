import type { App } from '../../app/app.ts'
import { type NotificationId, newOrderedId, nilId } from '../../base/ids.ts'
import type { Currency } from '../../base/markets.ts'
import { formatAmount } from '../../base/money.ts'
import { day, formatSeconds, type Instant } from '../../base/times.ts'
import { type Actor, nowFor } from '../../merchants/caller.ts'
import type { Store } from '../../merchants/merchant.ts'
import { refusals } from '../refusals.ts'
import { insertTestEvent } from '../store/webhook-deliveries.ts'
import type { Webhook, WebhookFamily } from '../webhook.ts'

/** The id of test events. No payment and no dispute has it, so receivers can tell a test event. */
export const testEventId = nilId

const order = 'TEST-EVENT'

/**
 * Returns the body of a test event, in the form of its family (docs/contract/notifications.md#test-events). The
 * payment or dispute has the nil UUID and an amount of zero. A payment's has `is_test` true in both modes, the order
 * `TEST-EVENT` and `meta.test_event`.
 */
export function testEventBody(family: WebhookFamily, currency: Currency, at: Instant): object {
  const shared = { amount: formatAmount(0n, currency), currency, created_at: formatSeconds(at) }
  if (family === 'dispute') return { status: 'pending', dispute_id: testEventId, payment_id: testEventId, ...shared }
  return {
    id: testEventId,
    created_at: shared.created_at,
    expires_at: formatSeconds(at + 365 * day),
    closed_at: null,
    status: 'authorized',
    is_test: true,
    is_expired: false,
    amount: shared.amount,
    currency,
    order: { reference_id: order },
    captures: [],
    refunds: [],
    meta: { test_event: 'true' },
    token: '',
  }
}

/**
 * Announces a test event of a store to one webhook. It is signed, sent, retried and stored as any other event. Returns its id.
 * Refuses a disabled or removed webhook.
 */
export async function sendTestEvent(
  app: App,
  actor: Actor,
  { id: webhookId, family }: Pick<Webhook, 'id' | 'family'>,
  store: Pick<Store, 'id' | 'currency'>,
): Promise<NotificationId> {
  const createdAt = nowFor(app, actor)
  const [row] = await app.db.run(insertTestEvent, {
    merchantId: actor.merchantId,
    webhookId,
    storeId: store.id,
    id: newOrderedId(),
    paymentId: testEventId,
    disputeId: family === 'dispute' ? testEventId : null,
    body: testEventBody(family, store.currency, createdAt),
    createdAt,
    now: app.clock.now(),
  })
  if (row === undefined) throw refusals.disabledWebhook()
  app.deliveriesDue.wake()
  return row.id
}
