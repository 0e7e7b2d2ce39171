import { linkUrl, type PaymentLink } from '../../../money/checkout/links/payment-link.ts'
import { pageUrl } from '../../../money/checkout/wire.ts'
import { baseUrlOf } from '../../../platform/app/app.ts'
import type { Visit } from '../page.ts'

/** Returns the address of a link's page. `done`: the last act, which the page confirms. */
export function addressOfLink(visit: Pick<Visit, 'address'>, id: string, done?: string): string {
  return visit.address(`links/${id}`, { done })
}

/** Returns the base URL of the merchant's region, which serves its customers. */
export function customersBase({ app, session }: Visit): string {
  return baseUrlOf(app, session.region)
}

/** Returns the address that the customer opens to pay. */
export function payAddress(visit: Visit, { session, token }: Pick<PaymentLink, 'session' | 'token'>): string {
  const base = customersBase(visit)
  return token === null ? pageUrl(session, base) : linkUrl(token, base)
}
