import type { PaymentLink } from '../../../money/checkout/links/payment-link.ts'
import { hidePayment } from './disclose-payment.ts'
import { type Disclosed, disclose, type PersonalReader } from './reader.ts'

export type DisclosedLink = Disclosed<PaymentLink>

/** Returns a payment link as the visit may see it. */
export function discloseLink(reader: PersonalReader, link: PaymentLink): DisclosedLink {
  return disclose(reader, link, (one) => ({
    ...one,
    token: null,
    session: { ...one.session, token: null, payment: hidePayment(one.session.payment) },
  }))
}
