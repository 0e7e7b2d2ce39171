import type { ErasedPlace } from '../../../platform/merchants/erased-place.ts'
import { eraseVisit, listSessionTexts, replaceSessionTexts } from '../store/erasing.ts'

/** Addresses, token and decision of sessions, and what the customer gave on their page. */
export const erasedSessions: ErasedPlace = {
  async ofPayment(tx, { merchantId, isTest, paymentId, pseudonym, inJson }) {
    for (const { id, ...texts } of await tx.run(listSessionTexts, { merchantId, isTest, paymentId })) {
      await tx.run(replaceSessionTexts, { merchantId, id, ...inJson(texts) })
      await tx.run(eraseVisit, { merchantId, sessionId: id, pseudonym })
    }
  },
}
