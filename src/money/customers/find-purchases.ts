import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import { currencies } from '../../platform/base/markets.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { serviceActor } from '../../platform/merchants/caller.ts'
import { listPurchaseIds } from '../collections/customers.ts'
import { findAcrossMerchants } from '../payments/search/find-across-merchants.ts'

/** A customer: a phone (E.164) in one mode, at all merchants. */
export interface Customer {
  readonly phone: string
  readonly isTest: boolean
}

/** A payment of a customer, with the service as the actor of its merchant. */
export interface CustomerPayment {
  readonly id: PaymentId
  readonly actor: Actor
}

/** Upper limit of the payments of one customer that are listed. */
const maxPayments = 10_000

/**
 * Lists the payments of a customer at all merchants, oldest first, at most 10,000: those that were paid with this phone,
 * and the orders that a shop sent with it.
 */
export async function findCustomerPayments(app: App, { phone, isTest }: Customer): Promise<CustomerPayment[]> {
  const [bought, ordered] = await Promise.all([
    listPurchaseIds(app, { phone, isTest, currencies }, maxPayments),
    findAcrossMerchants(app, { phone }, maxPayments),
  ])
  const found = new Map<PaymentId, { merchantId: MerchantId; clockOffsetMs: number }>()
  for (const { id, isTest: isOfTest, ...of } of ordered) if (isOfTest === isTest) found.set(id, of)
  for (const { id, ...of } of bought) found.set(id, of)
  // Ids sort by creation.
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { merchantId, clockOffsetMs }]) => ({ id, actor: serviceActor(merchantId, isTest, clockOffsetMs) }))
}
