import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import { currencies } from '../../platform/base/markets.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { serviceActor } from '../../platform/merchants/caller.ts'
import { type CheckoutVisit, findVisit } from '../checkout/sessions/find-visit.ts'
import { listProvedPaymentIds } from '../checkout/sessions/proved-payments.ts'
import { type LoadedCollection, loadCollection } from '../collections/collections.ts'
import { listPurchaseIds } from '../collections/customers.ts'
import { getPayment } from '../payments/get-payment.ts'
import type { Payment } from '../payments/payment.ts'
import { findAcrossMerchants } from '../payments/search/find-across-merchants.ts'

/** A customer: a phone (E.164) in one mode, at all merchants. */
export interface Customer {
  readonly phone: string
  readonly isTest: boolean
}

/** A payment that may be a customer's, with the service as the actor of its merchant. */
export interface CustomerPayment {
  readonly id: PaymentId
  readonly actor: Actor
}

/** Upper limit of the payments of one customer that are listed, of each kind. */
const maxPayments = 10_000

/**
 * Lists the payments that may be a customer's at all merchants, oldest first: those that were paid with this phone, on
 * whose page it was proved, and the orders that a shop sent with it. `claimOf` says whose they are.
 */
export async function findCustomerPayments(app: App, { phone, isTest }: Customer): Promise<CustomerPayment[]> {
  const listed = await Promise.all([
    listPurchaseIds(app, { phone, isTest, currencies }, maxPayments),
    listProvedPaymentIds(app, { phone, isTest }, maxPayments),
    findAcrossMerchants(app, { phone, isTest }, maxPayments),
  ])
  const found = new Map<PaymentId, { readonly merchantId: MerchantId; readonly clockOffsetMs: number }>()
  for (const { id, ...of } of listed.flat()) found.set(id, of)
  // Ids sort by creation.
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { merchantId, clockOffsetMs }]) => ({ id, actor: serviceActor(merchantId, isTest, clockOffsetMs) }))
}

/** Whose a payment is: this customer's by a proved phone, perhaps this customer's, or another's. */
export type Claim = 'proved' | 'unproved' | 'foreign'

/**
 * Returns whose a payment is that was found for a phone. A shop may send any phone with an order, and a visitor may type
 * any: only the phone that was proved by a code counts, and the shop's as long as nobody proved one.
 */
export function claimOf(
  { phone }: Customer,
  plan: Pick<LoadedCollection, 'collection'> | undefined,
  visit: CheckoutVisit | undefined,
): Claim {
  const proved = plan?.collection.phone || (visit?.phone_proved_at == null ? '' : visit.phone)
  if (!proved) return 'unproved'
  return proved === phone ? 'proved' : 'foreign'
}

/** A payment of a customer. */
export interface OwnPayment extends CustomerPayment {
  readonly claim: Exclude<Claim, 'foreign'>
  readonly payment: Payment
}

/** Lists a customer's payments, oldest first: without those that somebody else proved to be theirs. */
export async function listOwnPayments(app: App, customer: Customer): Promise<OwnPayment[]> {
  const own: OwnPayment[] = []
  // One after the other: a long life must not take all connections.
  for (const { id, actor } of await findCustomerPayments(app, customer)) {
    const [loaded, visit] = await Promise.all([loadCollection(app, actor, id), findVisit(app, actor, id)])
    const claim = claimOf(customer, loaded, visit)
    if (claim === 'foreign') continue
    own.push({ id, actor, claim, payment: loaded?.payment ?? (await getPayment(app, actor, id)) })
  }
  return own
}
