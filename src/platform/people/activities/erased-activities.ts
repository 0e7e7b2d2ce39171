import { allMerchants } from '../../base/ids.ts'
import type { ErasedPlace } from '../../merchants/erased-place.ts'
import { listActivitiesAbout, replaceDetails } from '../store/activities.ts'

/** What people wrote about a customer in the logs of their back offices, such as a reason. */
export const erasedActivities: ErasedPlace = {
  async ofPayment(tx, { merchantId, paymentId, contacts, inJson }) {
    for (const owner of [merchantId, allMerchants]) {
      const about = { merchantId: owner, paymentId, contacts }
      for (const { id, details } of await tx.run(listActivitiesAbout, about)) {
        const { opening, ...others } = details
        const kept = opening === undefined ? {} : { opening }
        await tx.run(replaceDetails, { merchantId: owner, id, details: { ...inJson(others), ...kept } })
      }
    }
  },
}
