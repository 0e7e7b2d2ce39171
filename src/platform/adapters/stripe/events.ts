import { type MerchantId, parseId } from '../../base/ids.ts'
import { ours } from './charges.ts'

/**
 * The subject of Stripe's event, with our ids. The event's content is not trusted: the service asks Stripe for the
 * state.
 */
export interface StripeNews {
  readonly type: 'charge' | 'refund'
  readonly merchantId: MerchantId
  readonly id: string
}

const toleranceSeconds = 300

// Only events of an end. After an event of a beginning the service would check a challenge, and withdraw it, while
// the customer answers it.
const ends: ReadonlySet<string> = new Set([
  'payment_intent.succeeded',
  'payment_intent.amount_capturable_updated',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.updated',
  'refund.failed',
])

/**
 * Returns the subject of the event; undefined if it is not ours; 'forged' if the signature is not of this secret or
 * is older than five minutes.
 */
export async function readStripeEvent(
  body: string,
  signature: string,
  secret: string,
): Promise<StripeNews | 'forged' | undefined> {
  const { Stripe } = await import('stripe')
  try {
    const { type, data } = Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds)
    return ends.has(type) ? newsOf(data.object) : undefined
  } catch {
    // Any error here means that Stripe has not signed the event.
    return 'forged'
  }
}

function newsOf(about: object): StripeNews | undefined {
  const metadata = (('metadata' in about && about.metadata) || {}) as Readonly<Record<string, string | undefined>>
  // A refund's metadata have the charge's id, too.
  const type = metadata[ours.refund] === undefined ? 'charge' : 'refund'
  const [merchantId, id] = [parseId(metadata[ours.merchant] ?? ''), parseId(metadata[ours[type]] ?? '')]
  return merchantId === undefined || id === undefined ? undefined : { type, merchantId, id }
}
