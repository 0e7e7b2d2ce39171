import type Stripe from 'stripe'
import type { CardRefund, RefundFinding, RefundResult } from '../card-processor.ts'
import { ours, oursOf } from './charges.ts'
import { NoStripeAnswer, type StripeClient } from './client.ts'
import { readAll } from './report.ts'

/**
 * Refunds a charge or a part of it, each attempt once. A refusal of Stripe is a failure, but an empty account counts
 * as no answer. A void of a charge that is refunded already is done.
 */
export async function sendRefund(client: StripeClient, refund: CardRefund): Promise<RefundResult> {
  const params: Stripe.RefundCreateParams = {
    payment_intent: intentOf(refund),
    amount: Number(refund.amountMinor),
    metadata: {
      ...oursOf(refund),
      [ours.refund]: refund.id,
      [ours.charge]: refund.charge.id,
      ...(refund.attempt === 1 ? {} : { [ours.attempt]: String(refund.attempt) }),
    },
  }
  const key = refund.attempt === 1 ? `refund-${refund.id}` : `refund-${refund.id}-${refund.attempt}`
  const answer = await client.ask((stripe, options) => stripe.refunds.create(params, options), key)
  if (answer.kind === 'answered') {
    const { value, isReplayed } = answer
    return resultOf(isReplayed ? await client.read((stripe) => stripe.refunds.retrieve(value.id)) : value)
  }
  const { code } = answer.refusal
  // The operator has refunded the charge by hand.
  if (code === 'charge_already_refunded' && refund.id === refund.charge.id) return { kind: 'refunded' }
  if (code === 'balance_insufficient') throw new NoStripeAnswer('Stripe: balance_insufficient')
  return { kind: 'failed' }
}

export async function findRefund(client: StripeClient, refund: CardRefund): Promise<RefundFinding> {
  const params = { payment_intent: intentOf(refund), limit: 100 }
  const refunds = await readAll(client, (stripe) => stripe.refunds.list(params))
  const found = refunds.find(({ metadata }) => isAttempt(metadata, refund))
  return found === undefined ? { kind: 'unknown' } : resultOf(found)
}

function isAttempt(metadata: Stripe.Metadata | null, { id, attempt }: CardRefund): boolean {
  return metadata?.[ours.refund] === id && Number(metadata[ours.attempt] ?? 1) === attempt
}

// Only an approved charge is refunded, and it has a reference.
function intentOf({ charge }: CardRefund): string {
  if (charge.reference === '') throw new Error(`charge ${charge.id} has no reference: nothing of it can go back`)
  return charge.reference
}

function resultOf({ status }: Stripe.Refund): RefundResult {
  if (status === 'succeeded') return { kind: 'refunded' }
  return { kind: status === 'failed' || status === 'canceled' ? 'failed' : 'pending' }
}
