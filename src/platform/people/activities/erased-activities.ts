import { allMerchants } from '../../base/ids.ts'
import type { ErasedPlace } from '../../merchants/erased-place.ts'
import { listActivitiesAbout, listActivitiesNaming, replaceReason } from '../store/activities.ts'

/**
 * The reasons that people wrote in the logs of their back offices. In those about the payment and its disputes every text
 * of the customer goes, in all others the phone: a customer chooses the other texts, and must not rewrite a log.
 */
export const erasedActivities: ErasedPlace = {
  async ofPayment(tx, { merchantId, ids, inText }) {
    for (const owner of [merchantId, allMerchants]) {
      for (const { id, reason } of await tx.run(listActivitiesAbout, { merchantId: owner, ids })) {
        await tx.run(replaceReason, { merchantId: owner, id, reason: inText(reason) })
      }
    }
  },
  async ofCustomer({ db }, { phone, merchantIds, phoneIn }) {
    const digits = phone.slice(-8)
    for (const owner of [...merchantIds, allMerchants]) {
      await db.transaction(async (tx) => {
        for (const { id, reason } of await tx.run(listActivitiesNaming, { merchantId: owner, digits })) {
          await tx.run(replaceReason, { merchantId: owner, id, reason: phoneIn(reason) })
        }
      })
    }
  },
}
