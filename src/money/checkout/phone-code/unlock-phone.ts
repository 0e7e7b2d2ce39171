import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { countedForPhone } from '../messages/message-quotas.ts'
import { forgetQuotas, listQuotaMerchants } from '../store/message-quotas.ts'
import { unlockVisits } from '../store/progress.ts'
import { codeRules } from './phone-code.ts'

/**
 * Lets a phone (E.164) have codes again, and try them: at checkouts that wrong codes have locked, and where too many messages or tries
 * were counted for it, at whichever merchant: both or neither. Answers how many checkouts it was.
 */
export async function unlockPhone(app: App, phone: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    const unlocked = await tx.run(unlockVisits, { phone, tries: codeRules.tries, sends: codeRules.sends })
    const merchants = await tx.run(listQuotaMerchants, {})
    const merchantIds = [...merchants.map(({ merchant_id }) => merchant_id), allMerchants]
    await tx.run(forgetQuotas, { merchantIds, counted: countedForPhone(phone) })
    return unlocked.length
  })
}
