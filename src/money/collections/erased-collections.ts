import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import { eraseCollection, eraseMessages } from './store/personal.ts'

/** Phone and card of a plan, and the text messages about it. */
export const erasedCollections: ErasedPlace = {
  async ofPayment(tx, { merchantId, isTest, paymentId, pseudonym }) {
    await tx.run(eraseCollection, { merchantId, isTest, paymentId, pseudonym })
    await tx.run(eraseMessages, { merchantId, isTest, paymentId, pseudonym })
  },
}
