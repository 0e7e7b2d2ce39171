import { type MerchantId, parseId } from '../../base/ids.ts'
import { ours } from './charges.ts'

/** What an event of Stripe's is about, by our ids. What happened is not believed: it is asked for. */
export interface StripeNews {
  readonly type: 'charge' | 'refund'
  readonly merchantId: MerchantId
  readonly id: string
}

const toleranceSeconds = 300

// Only what ends something. An event of a beginning would have a challenge looked at, and withdrawn, while the customer answers it.
const ends: ReadonlySet<string> = new Set([
  'payment_intent.succeeded',
  'payment_intent.amount_capturable_updated',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.updated',
  'refund.failed',
])

/**
 * What the event is about, or undefined where it is none of ours; 'forged' where the signature is not of this secret, or older than five
 * minutes.
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
    // Whatever it stumbles over was not signed as Stripe signs.
    return 'forged'
  }
}

function newsOf(about: object): StripeNews | undefined {
  const metadata = (('metadata' in about && about.metadata) || {}) as Readonly<Record<string, string | undefined>>
  // A refund has its charge's id, too.
  const type = metadata[ours.refund] === undefined ? 'charge' : 'refund'
  const [merchantId, id] = [parseId(metadata[ours.merchant] ?? ''), parseId(metadata[ours[type]] ?? '')]
  return merchantId === undefined || id === undefined ? undefined : { type, merchantId, id }
}
