import type { PaymentLink } from '../../../money/checkout/links/payment-link.ts'
import { pageUrl } from '../../../money/checkout/wire.ts'
import { baseUrlOf } from '../../../platform/app/app.ts'
import type { Visit } from '../page.ts'

/** The address of a link's page; `done`: what was done with it just now, which the page says. */
export function addressOfLink(visit: Pick<Visit, 'address'>, id: string, done?: string): string {
  return visit.address(`links/${id}`, { done })
}

/** Where the merchant's customers are served, wherever its people work. */
export function customersBase({ app, session }: Visit): string {
  return baseUrlOf(app, session.region)
}

/** What the customer opens to pay. */
export function payAddress(visit: Visit, { session }: PaymentLink): string {
  return pageUrl(session, customersBase(visit))
}
