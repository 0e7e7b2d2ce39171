import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import { deleteSavedCards, eraseCharges, listAgreementRows, replaceAgreement } from './store/personal.ts'

/** Cards and phones of charges, and the network of an agreement. Saved cards are removed: no purchase needs them. */
export const erasedCharges: ErasedPlace = {
  async ofPayment(tx, { merchantId, isTest, paymentId, pseudonym }) {
    await tx.run(eraseCharges, { merchantId, isTest, paymentId, pseudonym })
    for (const { id, agreement } of await tx.run(listAgreementRows, { merchantId, isTest, paymentId })) {
      const network = agreement.network === null ? null : pseudonym
      await tx.run(replaceAgreement, { merchantId, id, agreement: { ...agreement, network } })
    }
  },
  async ofCustomer({ db }, { merchantIds, isTest, phone }) {
    for (const merchantId of merchantIds) await db.run(deleteSavedCards, { merchantId, isTest, phone })
  },
}
