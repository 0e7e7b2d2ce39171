import type { App } from '../../platform/app/app.ts'
import type { Principal } from '../../platform/base/principal.ts'
import { moveSavedCards } from '../charges/saved-cards.ts'
import { readdressVisit } from '../checkout/sessions/readdress-visit.ts'
import { readdressCollection } from '../collections/readdress-collection.ts'
import { correctEmailOfDisputes } from '../disputes/correct-email.ts'
import { type BuyerCorrection, correctBuyer } from '../payments/buyer-changes.ts'
import { getPayment } from '../payments/get-payment.ts'
import { retryLocked } from '../payments/payment-changes.ts'
import { type Claim, type Customer, listOwnPayments } from './customer-payments.ts'

interface CorrectionRequest extends BuyerCorrection {
  readonly by: Principal
  /** Whose payments are corrected: a customer who has no more than a phone corrects those it was proved for. */
  readonly claims: readonly Claim[]
}

/**
 * Corrects a customer's name, e-mail or phone in every payment that is kept (docs/contract/terms.md#correcting). What was
 * sent or sealed stays. A new phone takes over the plans: their messages, their account. Returns the number of payments;
 * undefined if there is none. Doing it twice changes nothing more.
 */
export async function correctCustomer(
  app: App,
  customer: Customer,
  { by, claims, ...correction }: CorrectionRequest,
): Promise<number | undefined> {
  const own = (await listOwnPayments(app, customer)).filter(({ claim }) => claims.includes(claim))
  for (const { actor: service, id } of own) {
    const actor = { ...service, principal: by }
    await retryLocked(async () => {
      const payment = await getPayment(app, actor, id)
      await app.db.transaction(async (tx) => {
        await correctBuyer(app, tx, actor, payment, correction)
        if (correction.email !== undefined) await correctEmailOfDisputes(tx, payment, correction.email)
        if (correction.phone !== undefined) {
          await readdressCollection(tx, payment, correction.phone)
          await readdressVisit(tx, payment, customer.phone, correction.phone)
        }
      })
    })
  }
  if (correction.phone !== undefined) {
    const merchantIds = [...new Set(own.map(({ actor }) => actor.merchantId))]
    await moveSavedCards(app, { merchantIds, isTest: customer.isTest, phone: customer.phone }, correction.phone)
  }
  return own.length === 0 ? undefined : own.length
}
