import { allMerchants } from '../../../platform/base/ids.ts'
import type { ErasedPlace } from '../../../platform/merchants/erased-place.ts'
import { forgetQuotas, listQuotaMerchants } from '../store/message-quotas.ts'
import { cardCodeTriesOf, countedForPhone } from './message-quotas.ts'

/** Counts of messages to a phone, and of its wrong codes. */
export const erasedQuotas: ErasedPlace = {
  async ofCustomer({ db }, { phone, isTest }) {
    const merchants = await db.run(listQuotaMerchants, {})
    const merchantIds = [...merchants.map(({ merchant_id }) => merchant_id), allMerchants]
    const cardCodes = cardCodeTriesOf({ merchantId: allMerchants, isTest, phone })
    const counted = [...countedForPhone(phone, [isTest]), cardCodes.counted]
    await db.run(forgetQuotas, { merchantIds, counted })
  },
}
