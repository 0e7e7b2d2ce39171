import { nilId } from '../../base/ids.ts'
import { type Currency, formatAmount } from '../../base/money.ts'
import { day, formatSeconds, type Instant } from '../../base/times.ts'
import type { WebhookFamily } from '../webhook.ts'

/** No payment and no dispute has it: by this a receiver knows an event that is only a test. */
export const testEventId = nilId

/** What its order is called. */
const order = 'TEST-EVENT'

/**
 * A notification about nothing, in the form of its family (docs/contract/notifications.md#test-events): the payment or dispute has the nil
 * UUID and an amount of zero; a payment's says `is_test`, whatever mode the webhook is of, its order is `TEST-EVENT` and its `meta` says so.
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
