import type { ErasedPlace } from '../../../platform/merchants/erased-place.ts'
import { eraseLink } from '../store/personal.ts'

/**
 * The order that a payment link keeps for its next session. Without it nobody can open the link, so an open one is
 * cancelled.
 */
export const erasedLinks: ErasedPlace = {
  async ofPayment(tx, { merchantId, isTest, paymentId }) {
    await tx.run(eraseLink, { merchantId, isTest, paymentId })
  },
}
